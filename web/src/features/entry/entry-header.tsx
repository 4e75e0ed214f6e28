import type { PublicEvent } from '@drawbridge/contract/events';
import { PRODUCT_NAME, rafflePath } from '@drawbridge/contract/pages';
import type { PrizesLeft } from '@drawbridge/contract/prizes';
import { formatDayWithWeekday } from '../../lib/day-formats.ts';
import type { Read } from '../../lib/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Mark } from '../../ui/wordmark.tsx';

interface EntryHeaderProps {
  event: Read<PublicEvent>;
  /** Below the thank-you, the event is not the page's heading. */
  heading?: 'h1' | 'p';
}

/** The upper half of the ticket. The form below works before the event has loaded. */
export function EntryHeader({ event, heading: Heading = 'h1' }: EntryHeaderProps) {
  return (
    <header className="dark flex gap-3.5 bg-stage px-5 py-3 text-ink sm:rounded-t-l sm:px-8 sm:py-6">
      <Mark className="size-8 shrink-0 text-accent" />
      {event.state === 'done' && (
        <div className="min-w-0">
          <title>{`${event.answer.name} · ${PRODUCT_NAME}`}</title>
          <Heading className="break-words font-display font-semibold text-2xl leading-7">
            {event.answer.name}
          </Heading>
          <div className="break-words text-ink-2 text-sm">
            <p>{formatDayWithWeekday(event.answer.date)}</p>
            <p>{event.answer.location}</p>
            {event.answer.organiser && (
              <p>
                Organised by <span className="text-ink">{event.answer.organiser}</span>
              </p>
            )}
          </div>
        </div>
      )}
      {event.state === 'loading' && (
        <div role="status" aria-label="Loading the event" className="min-w-0 flex-1">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="mt-1 h-4 w-44" />
          <Skeleton className="mt-1 h-4 w-32" />
        </div>
      )}
      {event.state === 'failed' && (
        <div role="alert">
          <h1 className="text-2xl">Could not load the event</h1>
          <p className="mt-1 mb-4 text-ink-2">You can fill in the form while you wait.</p>
          <Button onClick={event.retry}>Try again</Button>
        </div>
      )}
    </header>
  );
}

interface EntryPrizesProps {
  eventId: string;
  prizes: PrizesLeft;
  /** A shared device stays on the form. */
  kiosk: boolean;
}

/** The first prizes that can still be won. */
export function EntryPrizes({ eventId, prizes, kiosk }: EntryPrizesProps) {
  const { first, left, prizes: all } = prizes;
  if (all === 0) return null;
  if (left === 0) {
    return (
      <p className="mb-3 text-ink-2 text-sm">
        All prizes are drawn
        {!kiosk && (
          <>
            : <WinnersLink eventId={eventId}>see the winners</WinnersLink>
          </>
        )}
      </p>
    );
  }
  return (
    // Two lines at most, so that the button of the form is in sight on a small phone.
    <ul
      aria-label="Prizes"
      className="mb-3 line-clamp-2 break-words text-sm *:inline *:not-last:after:px-0.5 *:not-last:after:text-ink-2 *:not-last:after:content-['_·_']"
    >
      {first.map(({ id, name, value }) => (
        <li key={id}>
          <span className="font-semibold">{name}</span>
          {value && <span className="text-ink-2"> {value}</span>}
        </li>
      ))}
      {left > first.length && <li className="text-ink-2">+ {left - first.length} more</li>}
    </ul>
  );
}

export function WinnersLink({ eventId, children }: { eventId: string; children: string }) {
  return (
    <a
      href={rafflePath(eventId)}
      className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
    >
      {children}
    </a>
  );
}

const TITLE = 'How we use your details';

interface PrivacyNoticeProps {
  event: PublicEvent;
  /** A shared device stays on the form, so it only names the address. */
  kiosk: boolean;
}

/** The event's privacy notice, if it has one. The text opens without a script. */
export function PrivacyNotice({ event, kiosk }: PrivacyNoticeProps) {
  const { privacyText, privacyUrl } = event;
  const link =
    privacyUrl &&
    (kiosk ? (
      `${TITLE}: ${privacyUrl}`
    ) : (
      <a
        href={privacyUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
      >
        {privacyText ? 'Privacy notice' : TITLE}
      </a>
    ));
  if (!privacyText) return link && <p className="break-words text-center text-sm">{link}</p>;
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center font-semibold text-accent-ink underline underline-offset-2">
        {TITLE}
      </summary>
      <p className="whitespace-pre-line break-words pb-2 text-ink-2">{privacyText}</p>
      {link}
    </details>
  );
}
