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
    <header className="dark flex flex-col gap-4 bg-stage px-6 pt-9 pb-7 text-ink sm:rounded-t-l sm:px-8">
      <Mark className="size-8 text-accent" />
      {event.state === 'done' && (
        <div className="min-w-0">
          <title>{`${event.answer.name} · ${PRODUCT_NAME}`}</title>
          <Heading className="break-words font-display font-semibold text-3xl">
            {event.answer.name}
          </Heading>
          <p className="mt-2 text-ink-2">{formatDayWithWeekday(event.answer.date)}</p>
          <p className="break-words text-ink-2">{event.answer.location}</p>
          {event.answer.organiser && (
            <p className="mt-2 break-words text-ink-2 text-sm">
              Organised by <span className="text-ink">{event.answer.organiser}</span>
            </p>
          )}
        </div>
      )}
      {event.state === 'loading' && (
        <div role="status" aria-label="Loading the event">
          <Skeleton className="my-1 h-7 w-64 max-w-full" />
          <Skeleton className="mt-4 h-4 w-44" />
          <Skeleton className="mt-2 h-4 w-32" />
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
      <p className="mb-5 text-ink-2 text-sm">
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
    <ul aria-label="Prizes" className="mb-5 flex flex-col gap-1 text-sm">
      {first.map(({ id, name, value }) => (
        <li key={id} className="flex items-baseline justify-between gap-4 border-b pb-1">
          <span className="min-w-0 break-words font-semibold">{name}</span>
          {value && <span className="min-w-0 shrink-0 break-words text-ink-2">{value}</span>}
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
