import { PRODUCT_NAME, rafflePath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import type { Read } from '../../lib/queries/use-read.ts';
import { formatDayWithWeekday } from '../../lib/texts/day-formats.ts';
import { EventText, useEventTextLang } from '../../lib/texts/event-text.tsx';
import { t } from '../../lib/texts/texts.ts';
import { DrawTime } from '../../raffle/tickets/draw-time.tsx';
import { Button } from '../../ui/button.tsx';
import { BrandHeader, isBranded } from '../../ui/frame/brand.tsx';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface EntryHeaderProps {
  event: Read<PublicEvent>;
  /** Other facts about the event. */
  children?: ReactNode;
  /** Below the thank-you, the event is not the page's heading. */
  heading?: 'h1' | 'p';
  /** True once a winner was drawn: the announced time has passed. */
  begun?: boolean | undefined;
  /** Controls beside the event's name. */
  corner?: ReactNode;
}

/** The upper half of the ticket. The form below works before the event has loaded. */
export function EntryHeader(props: EntryHeaderProps) {
  const { event, heading = 'h1', begun, corner, children } = props;
  if (event.state === 'done' && isBranded(event.data)) {
    return (
      <BrandHeader brand={event.data} className="sm:rounded-t-l">
        <title>{`${event.data.name} · ${PRODUCT_NAME}`}</title>
        <EventTexts event={event.data} heading={heading} begun={begun} branded>
          {children}
        </EventTexts>
        {corner && <div className="absolute end-3 top-3 z-1">{corner}</div>}
      </BrandHeader>
    );
  }
  return (
    <header className="dark flex gap-3.5 bg-stage px-5 py-3 text-ink sm:rounded-t-l sm:px-8 sm:py-6">
      <Mark className="size-8 shrink-0 text-accent" />
      {event.state === 'done' && (
        <div className="min-w-0 flex-1">
          <title>{`${event.data.name} · ${PRODUCT_NAME}`}</title>
          <EventTexts event={event.data} heading={heading} begun={begun}>
            {children}
          </EventTexts>
        </div>
      )}
      {event.state === 'done' && corner}
      {event.state === 'loading' && (
        <div role="status" aria-label={t('visitor.loadingEvent')} className="min-w-0 flex-1">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="mt-1 h-4 w-44" />
          <Skeleton className="mt-1 h-4 w-32" />
        </div>
      )}
      {event.state === 'failed' && (
        <div role="alert">
          <h1 className="text-2xl">{t('visitor.eventNotLoaded')}</h1>
          <p className="mt-1 mb-4 text-ink-2">{t('visitor.fillInMeanwhile')}</p>
          <Button onClick={event.retry}>{t('visitor.tryAgain')}</Button>
        </div>
      )}
    </header>
  );
}

interface EventTextsProps {
  event: PublicEvent;
  heading: 'h1' | 'p';
  /** Gives all text one colour, on a colour or a picture. */
  branded?: boolean;
  /** Hides the time of the draw, because a winner was drawn. */
  begun?: boolean | undefined;
  /** Replaces the time of the draw. */
  children?: ReactNode;
}

export function EventTexts(props: EventTextsProps) {
  const { event, heading: Heading, branded = false, begun = false, children } = props;
  return (
    <>
      <Heading className="break-words font-display font-semibold text-2xl leading-7">
        <EventText of={event} />
      </Heading>
      <div className={classNames('break-words text-sm', !branded && 'text-ink-2')}>
        <p className={branded ? 'inline' : ''}>
          {formatDayWithWeekday(event.date)}
          {branded && ' · '}
        </p>
        <p className={branded ? 'inline' : ''}>
          <bdi>{event.location}</bdi>
        </p>
        {event.organiser && (
          <p>
            <RichText
              text={t('visitor.organisedBy')}
              tags={{
                name: () => <bdi className={branded ? '' : 'text-ink'}>{event.organiser}</bdi>,
              }}
            />
          </p>
        )}
      </div>
      {children || (!begun && <DrawTime event={event} className="mt-1 font-semibold" />)}
    </>
  );
}

interface AllDrawnProps {
  eventId: string;
  /** Hides links, because a shared device stays on the form. */
  kiosk: boolean;
}

/** The notice for visitors who come after the last draw. */
export function AllDrawn({ eventId, kiosk }: AllDrawnProps) {
  return (
    <p className="mt-1 font-semibold">
      <RichText
        text={t(kiosk ? 'visitor.allDrawn' : 'visitor.allDrawnWinners')}
        tags={{
          link: (part) => (
            <a href={rafflePath(eventId)} className="-my-3 inline-block py-3 underline">
              {part}
            </a>
          ),
        }}
      />
    </p>
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

interface PrivacyNoticeProps {
  event: PublicEvent;
  /** Shows only the address, because a shared device stays on the form. */
  kiosk: boolean;
}

/** The event's privacy notice, if it has one. The text opens without a script. */
export function PrivacyNotice({ event, kiosk }: PrivacyNoticeProps) {
  const { privacyText, privacyUrl } = event;
  const lang = useEventTextLang()(event, 'privacyText');
  const link =
    privacyUrl &&
    (kiosk ? (
      t('visitor.privacyAddress', { address: privacyUrl })
    ) : (
      <a
        href={privacyUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2"
      >
        {t(privacyText ? 'visitor.privacyNotice' : 'visitor.privacy')}
      </a>
    ));
  if (!privacyText) return link && <p className="break-words text-center text-sm">{link}</p>;
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center font-semibold text-accent-ink underline underline-offset-2">
        {t('visitor.privacy')}
      </summary>
      <p dir="auto" lang={lang} className="whitespace-pre-line break-words pb-2 text-ink-2">
        {privacyText}
      </p>
      <p className="pb-2 text-ink-2">{t('visitor.drawsArePublic')}</p>
      {link}
    </details>
  );
}
