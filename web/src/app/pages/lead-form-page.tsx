import { consentNoteOf, mayEnter } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { Suspense, useCallback, useState } from 'react';
import {
  useCountedView,
  useEntryEvent,
  useEntryPrizes,
  useEntrySponsors,
  usePostedEntry,
} from '../../collecting/entry/api.ts';
import { EntryForm } from '../../collecting/entry/entry-form.tsx';
import {
  AllDrawn,
  EntryHeader,
  PrivacyNotice,
  WinnersLink,
} from '../../collecting/entry/entry-header.tsx';
import { TicketsScreen } from '../../collecting/entry/tickets-screen.tsx';
import { useTickets } from '../../collecting/entry/use-tickets.ts';
import { EntryPrizes } from '../../collecting/lead-form/entry-prizes.tsx';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { ApiError } from '../../lib/api/api-client.ts';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { classNames } from '../../lib/class-names.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { Read } from '../../lib/queries/use-read.ts';
import { EventLanguage, useEventTextLang } from '../../lib/texts/event-text.tsx';
import { currentLanguage, showLanguage, t, translate } from '../../lib/texts/texts.ts';
import { useDrawHour } from '../../raffle/tickets/draw-time.tsx';
import { type OwnTicket, withAnswers } from '../../raffle/tickets/saved-entry-codes.ts';
import { Button } from '../../ui/button.tsx';
import { BrandColour, isBranded, MadeWith } from '../../ui/frame/brand.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { NoticePage, TicketEdge } from '../../ui/frame/ticket.tsx';

const Kiosk = lazyPart(
  () => import('../../collecting/entry/kiosk.tsx'),
  'Kiosk',
  'workspace',
  'animals',
);

// Loaded separately, because the form itself does not need the tickets.
const loadTicketsLink = () => import('../../collecting/entry/tickets-link.tsx');
const TicketsLink = lazyPart(loadTicketsLink, 'TicketsLink', 'animals');
const OtherEvent = lazyPart(loadTicketsLink, 'OtherEvent');
const FollowTickets = lazyPart(
  () => import('../../collecting/entry/follow-tickets.ts'),
  'FollowTickets',
);

export function LeadFormPage({ eventId }: { eventId: string }) {
  const read = useEntryEvent(eventId);
  return (
    <EventLanguage value={read.state === 'done' ? read.data.language : undefined}>
      <BrandColour styles={read.state === 'done' ? read.data.accentStyles : null} />
      <LeadForm eventId={eventId} read={read} />
    </EventLanguage>
  );
}

function LeadForm({ eventId, read }: { eventId: string; read: Read<PublicEvent> }) {
  const lang = useEventTextLang();
  const prizes = useEntryPrizes(eventId);
  const sponsors = useEntrySponsors(eventId);
  const posted = usePostedEntry(eventId);
  const { screen, tickets, kiosk, secondEntry, keepTicket, showForm } = useTickets(
    eventId,
    posted?.entered,
  );
  const [answers, setAnswers] = useState<OwnTicket[]>([]);
  const hydrated = useHydrated();
  const [entered, setEntered] = useState(posted?.entered !== undefined);
  const [newest] = tickets;
  const event = read.state === 'done' ? read.data : undefined;
  const missing =
    read.state === 'failed' && read.error instanceof ApiError && read.error.status === 404;
  const eventNotFound = missing || (event !== undefined && !mayEnter(event));

  useCountedView(
    eventId,
    sponsors.length > 0 && event !== undefined && !eventNotFound && screen !== 'thanks',
  );

  const sponsoredBy = sponsors.length > 0 && (
    <section className="flex flex-col items-center gap-3">
      <h2 className="font-semibold font-text text-ink-2 text-sm">{t('visitor.sponsoredBy')}</h2>
      <SponsorLogos sponsors={sponsors} className="justify-center" />
    </section>
  );
  // The link names neither the person nor the code, because somebody else at the same device would see them. It is
  // missing for a deleted event, whose tickets are worthless.
  const ticketsLink = newest && !missing && (
    <Suspense>
      <TicketsLink
        eventId={eventId}
        tickets={tickets}
        title={t(entered ? 'visitor.backToTickets' : 'visitor.tickets', { count: tickets.length })}
      />
    </Suspense>
  );
  const branded = event && isBranded(event);
  const begun = prizes !== undefined && prizes.winners > 0;
  const isDrawHour = useDrawHour(event);
  const edge = !branded && <TicketEdge className="bg-stage" />;
  // The language in which the device was set up, restored for the next person.
  const [ownLanguage] = useState(currentLanguage);
  const startAgain = useCallback(() => {
    showForm();
    showLanguage(ownLanguage);
  }, [showForm, ownLanguage]);
  const kioskMode = kiosk && (
    <Suspense>
      <Kiosk onDone={startAgain} />
    </Suspense>
  );

  if (newest && screen === 'thanks') {
    return (
      <main
        className={
          kiosk
            ? 'kiosk'
            : classNames('mx-auto w-full max-w-115 pb-12 sm:pt-10', isDrawHour && 'stage')
        }
      >
        <EntryHeader event={read} heading="p" begun={begun} />
        {edge}
        <div className={classNames('px-5 pt-5', kiosk && 'mx-auto w-full max-w-115')}>
          {kiosk ? (
            <Suspense>
              <Kiosk ticket={newest} onDone={startAgain}>
                {sponsoredBy}
              </Kiosk>
            </Suspense>
          ) : (
            <TicketsScreen
              eventId={eventId}
              event={event}
              tickets={withAnswers(tickets, answers)}
              fresh
              secondEntry={secondEntry}
            >
              {hydrated && (
                <Suspense>
                  <FollowTickets eventId={eventId} tickets={tickets} onAnswers={setAnswers} />
                </Suspense>
              )}
              {sponsoredBy}
              {!eventNotFound && hydrated && (
                <Button variant="quiet" onClick={showForm} className="self-center">
                  {t('visitor.enterAnother')}
                </Button>
              )}
            </TicketsScreen>
          )}
        </div>
        {/* The switch is missing without scripts, where it would lead back to the form. */}
        {!kiosk && hydrated && <LanguageSwitch offered={event?.languages} className="mt-5" />}
        {branded && <MadeWith />}
      </main>
    );
  }

  if (eventNotFound) {
    return (
      <>
        <NoticePage title={t('visitor.eventNotFound')} text={t('visitor.eventNotFoundHelp')}>
          {missing && !kiosk && hydrated && (
            <Suspense>
              <OtherEvent />
            </Suspense>
          )}
          {prizes && prizes.winners > 0 && !kiosk && (
            <WinnersLink eventId={eventId}>{t('visitor.winners')}</WinnersLink>
          )}
          {ticketsLink}
        </NoticePage>
        {kioskMode}
      </>
    );
  }

  return (
    <main className={kiosk ? 'kiosk' : 'mx-auto w-full max-w-115 pb-12 sm:pt-10'}>
      <div className={kiosk ? 'kiosk-card' : 'sm:rounded-l sm:bg-card sm:shadow-float'}>
        <EntryHeader
          event={read}
          begun={begun}
          corner={
            <LanguageSwitch
              offered={event?.languages}
              {...(kiosk && { onChoose: showLanguage })}
              small
            />
          }
        >
          {prizes && prizes.prizes > 0 && prizes.left === 0 && (
            <AllDrawn eventId={eventId} kiosk={kiosk} />
          )}
        </EntryHeader>
        {edge}
        <div
          className={classNames(
            'flex flex-col gap-5 px-5 pt-2 sm:px-8 sm:pt-5 sm:pb-7',
            kiosk && 'mx-auto w-full max-w-160',
          )}
        >
          <div>
            {/* The space is reserved before the scripts run, so that nothing moves when the link appears. */}
            <div className="in-[.entered]:min-h-22">{ticketsLink}</div>
            <h2 className="mb-1 text-xl">{t('visitor.enter')}</h2>
            {prizes && <EntryPrizes {...prizes} />}
            <EntryForm
              eventId={eventId}
              event={event}
              winnable={!prizes || prizes.prizes === 0 || prizes.left > 0}
              posted={posted && 'typed' in posted && !entered ? posted : undefined}
              kiosk={kiosk}
              onEntered={(lead) => {
                keepTicket(lead);
                setEntered(true);
              }}
            />
            {/* Directly at the button, because it says what pressing it means. */}
            <p
              dir="auto"
              lang={event?.consentNote ? lang(event, 'consentNote') : undefined}
              className="mt-2 text-balance text-center text-ink-2 text-sm"
            >
              {translate(consentNoteOf(event ?? {}))}
            </p>
            {event && <PrivacyNotice event={event} kiosk={kiosk} />}
          </div>
          {sponsoredBy}
        </div>
      </div>
      {branded && <MadeWith />}
      {kioskMode}
    </main>
  );
}
