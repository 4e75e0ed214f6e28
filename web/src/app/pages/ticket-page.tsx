import { leadFormPath, PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { isAllDrawn, isLively } from '@drawbridge/contract/raffle/scene';
import type { ReactNode } from 'react';
import { EventTexts } from '../../collecting/entry/entry-header.tsx';
import { TicketsScreen } from '../../collecting/entry/tickets-screen.tsx';
import { useKeptTickets } from '../../collecting/entry/use-tickets.ts';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { EventLanguage, EventText } from '../../lib/texts/event-text.tsx';
import { t } from '../../lib/texts/texts.ts';
import { useRaffle } from '../../raffle/api.ts';
import { OpenRollCall } from '../../raffle/roll-calls/open-roll-call.tsx';
import { claimOf } from '../../raffle/tickets/claim.ts';
import { DrawTime, useDrawHour } from '../../raffle/tickets/draw-time.tsx';
import { useHeldBack, useOwnTickets } from '../../raffle/tickets/own-tickets.ts';
import { useLiveStage } from '../../raffle/use-live-stage.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { BrandColour, BrandHeader, isBranded, MadeWith } from '../../ui/frame/brand.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { NoticePage, TicketNotice } from '../../ui/frame/ticket.tsx';

export function TicketPage({ eventId }: { eventId: string }) {
  const { event, gone } = useRaffle(eventId, { eventOnly: true });
  const hydrated = useHydrated();

  if (gone) {
    return (
      <NoticePage title={t('visitor.eventNotFound')} text={t('workspace.eventNotFoundHelp')} />
    );
  }
  return (
    <>
      <BrandColour styles={event?.accentStyles} />
      {hydrated ? (
        <TicketsOnDevice eventId={eventId} event={event} />
      ) : (
        <TicketFrame event={event}>
          <noscript>{t('workspace.ticketNeedsScripts')}</noscript>
        </TicketFrame>
      )}
    </>
  );
}

interface TicketFrameProps {
  event: PublicEvent | undefined;
  /** True once a winner was drawn, so that the announced time has passed. */
  begun?: boolean;
  children: ReactNode;
}

function TicketFrame({ event, begun = false, children }: TicketFrameProps) {
  const dark = useDrawHour(event) || begun;
  const shownTime = event && !begun && <DrawTime event={event} className="text-ink" />;
  return (
    <EventLanguage value={event?.language}>
      {/* The hall is dark from the hour of the draw on. */}
      <main
        className={classNames(
          'mx-auto min-h-dvh w-full max-w-115 px-5 pt-5 pb-12',
          dark && 'stage',
        )}
      >
        <title>{`${t('visitor.tickets', { count: 1 })} · ${PRODUCT_NAME}`}</title>
        {event && isBranded(event) ? (
          <BrandHeader brand={event} className="-mx-5 -mt-5 mb-5 sm:mx-0 sm:mt-0 sm:rounded-l">
            <EventTexts event={event} heading="p" branded begun={begun} />
          </BrandHeader>
        ) : (
          <div className="mb-4 min-h-6 break-words text-ink-2">
            {event && (
              <>
                <EventText of={event} /> · {formatDay(event.date)}
                {shownTime}
              </>
            )}
          </div>
        )}
        {children}
        <LanguageSwitch offered={event?.languages} className="mt-8" />
        {event && isBranded(event) && <MadeWith />}
      </main>
    </EventLanguage>
  );
}

/** The event's tickets on this device; a link with a ticket puts it there first. */
function TicketsOnDevice({ eventId, event }: { eventId: string; event: PublicEvent | undefined }) {
  const saved = useKeptTickets(eventId);
  const own = useOwnTickets(eventId, saved);
  const { raffle } = useRaffle(eventId, { eventOnly: true });
  const { scene, stage, draws, eligible, now } = useLiveStage(eventId, raffle, own.follow);
  const drawing = scene.kind === 'drawing';
  const tickets = useHeldBack(own.tickets, drawing);
  // True also while the last winner is shown.
  const allDrawn =
    scene.kind === 'finale' || (raffle && isAllDrawn(raffle.prizes, raffle.results)) || false;
  const prizeOf = (number: number) => {
    const result = raffle?.results.find((each) => each.number === number);
    return raffle?.prizes.find(({ id }) => id === result?.prizeId);
  };
  const prize = scene.kind === 'idle' ? scene.next : drawing ? scene.prize : undefined;
  const begun = raffle !== undefined && raffle.results.length > 0;
  const total = draws?.sealed?.totalChances ?? eligible?.chances;
  const next = {
    ...{ prize, prizeOf, drawing, allDrawn },
    rollCall: draws?.sealed?.rollCall ?? draws?.rollCall?.rollCall,
    chances: total ? { total, sealed: Boolean(draws?.sealed) } : undefined,
  };
  const rollCall = (
    <OpenRollCall
      {...{ eventId, event }}
      open={draws?.rollCall}
      tickets={own.tickets}
      onAnswered={own.refresh}
    />
  );

  if (saved.length === 0) {
    const open = !event || mayEnter(event);
    return (
      <main>
        <title>{`${t('visitor.tickets', { count: 1 })} · ${PRODUCT_NAME}`}</title>
        <TicketNotice
          title={t('workspace.noTicket')}
          text={t(open ? 'workspace.noTicketEnter' : 'workspace.noTicketEnded')}
        >
          {open && (
            // A plain link, because this page was loaded without the questions of the form.
            <a href={leadFormPath(eventId)} className={buttonClasses('primary', 'large')}>
              {t('visitor.enter')}
            </a>
          )}
        </TicketNotice>
        {rollCall}
      </main>
    );
  }
  return (
    <TicketFrame event={event} begun={begun}>
      <TicketsScreen
        eventId={eventId}
        event={event}
        tickets={tickets}
        fresh={false}
        next={next}
        claim={claimOf(stage, raffle?.results ?? [], now)}
        lively={isLively(stage)}
        begun={begun}
      />
      {rollCall}
    </TicketFrame>
  );
}
