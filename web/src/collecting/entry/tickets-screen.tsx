import { rafflePath, ticketPath, verifyPath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { TicketStatus } from '@drawbridge/contract/raffle/tickets';
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { lazyPart, optionalPart } from '../../lib/lazy-part.tsx';
import { endSentence } from '../../lib/texts/formats.ts';
import { loadTexts, t } from '../../lib/texts/texts.ts';
import { ticketName, useWallName } from '../../lib/texts/ticket-names.ts';
import type { Claim } from '../../raffle/tickets/claim.ts';
import { type OwnTicket, savedTickets } from '../../raffle/tickets/saved-entry-codes.ts';
import { type NextDraw, TicketTimeline } from '../../raffle/tickets/ticket-timeline.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { EntryCodeText } from '../../ui/code-text.tsx';
import { Ticket, TicketPerforation } from '../../ui/frame/ticket.tsx';
import { preloadQrLink, QrLink } from '../../ui/qr-codes/qr-link.tsx';
import { RichText } from '../../ui/rich-text.tsx';

// Loaded on demand, because the form does not need them before an entry.
const loadActions = () => import('./ticket-actions.tsx');
const TicketActions = lazyPart(loadActions, 'TicketActions', 'workspace');
const loadReminders = () => import('./draw-reminders.tsx');
const DrawReminders = lazyPart(loadReminders, 'DrawReminders', 'workspace', 'animals');
const WinScreen = lazyPart(
  () => import('../../raffle/tickets/win-screen.tsx'),
  'WinScreen',
  'workspace',
);

const TicketChances = optionalPart(
  () => import('../../raffle/tickets/chances.tsx'),
  'TicketChances',
  'watched',
);

/** Loads the parts of a ticket in advance: the connection may be gone when they are needed. */
export function preloadTicket(): void {
  preloadQrLink();
  for (const load of [loadActions, loadReminders]) load().catch(() => {});
  loadTexts('workspace', 'animals');
}

interface TicketsScreenProps {
  eventId: string;
  /** The event; undefined only if it could not be loaded. */
  event: PublicEvent | undefined;
  /** The tickets, newest first. */
  tickets: readonly OwnTicket[];
  /** True if the first ticket has just been entered. */
  fresh: boolean;
  /** True if its phone number had been entered on this device before. */
  secondEntry?: boolean | undefined;
  next?: NextDraw;
  /** The time limit for winners, if the page follows the raffle and there is one. */
  claim?: Claim | undefined;
  /** True if the event's settings leave room for a show on phones. */
  lively?: boolean;
  /** True once a winner was drawn, so that the announced time has passed. */
  begun?: boolean;
  /** Content between the tickets and the last words. */
  children?: ReactNode;
}

/** The thank-you screen, and the tickets on this device. */
export function TicketsScreen(props: TicketsScreenProps) {
  const { eventId, event, tickets, fresh, secondEntry, next, claim, lively, begun, children } =
    props;
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSaved = hydrated && savedTickets(eventId).some(({ code }) => code === tickets[0]?.code);
  const waiting = tickets.some(({ status }) => isWaiting(status));
  const hoping = fresh || (waiting && !next?.allDrawn);

  useEffect(() => {
    // The form was removed, so the focus moves to the heading and screen readers read the result.
    if (fresh) heading.current?.focus();
  }, [fresh]);

  return (
    <div className="flex flex-col gap-5">
      {fresh ? (
        <div className="text-center">
          <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
            {t('visitor.thankYou')}
          </h1>
          <p className="mt-2 text-pretty text-ink-2">{t('visitor.entered')}</p>
          <Confirmation status={tickets[0]?.status} />
          {secondEntry && (
            <p className="mt-2 text-pretty font-semibold">{t('visitor.oneChance')}</p>
          )}
        </div>
      ) : (
        <h1 className="sr-only">{t('visitor.tickets', { count: tickets.length })}</h1>
      )}
      {tickets.some(({ status }) => typeof status === 'object' && status.win) && (
        <Suspense>
          <WinScreen tickets={tickets} claim={claim} lively={lively} />
        </Suspense>
      )}
      {tickets.map((ticket, index) => (
        <TicketCard
          key={ticket.code}
          event={event}
          ticket={ticket}
          status={ticket.status ?? (fresh && index === 0 ? justReceived(ticket) : undefined)}
          next={next}
        />
      ))}
      <Suspense>
        <DrawReminders
          event={begun ? undefined : event}
          tickets={tickets}
          next={next}
          offered={hoping}
        />
      </Suspense>
      <div className="flex flex-col gap-2.5">
        <a href={rafflePath(eventId)} className={buttonClasses('primary', 'large')}>
          {t(hoping ? 'visitor.watch' : 'visitor.winners')}
        </a>
        <p className="text-center text-ink-2 text-sm">
          {isSaved && t('visitor.kept', { count: tickets.length })}
          {!hydrated && t('visitor.takePicture')}
        </p>
      </div>
      {children}
      {hoping && <p className="text-pretty text-center text-ink-2">{t('visitor.goodLuck')}</p>}
    </div>
  );
}

/** Whether the entry that has just been sent is confirmed; the page follows it. */
function Confirmation({ status }: { status: OwnTicket['status'] }) {
  const state = typeof status === 'object' ? status.state : 'received';
  const isConfirmed = state === 'in-draw' || state === 'late' || state === 'not-here';
  if (!isConfirmed && state !== 'received') return null;
  return (
    <p role="status" className="mt-2 text-pretty font-semibold">
      {isConfirmed
        ? t('visitor.confirmed')
        : `${endSentence(t('visitor.notVerified'))} ${t('visitor.notVerifiedWhy')}`}
    </p>
  );
}

function isWaiting(status: OwnTicket['status']): boolean {
  return (
    typeof status !== 'object' || ['received', 'in-draw', 'late', 'not-here'].includes(status.state)
  );
}

/** The state of an entry that has just been sent. */
function justReceived({ ticket, submittedAt }: OwnTicket): TicketStatus {
  return {
    ticket,
    state: 'received',
    drawsWithoutWin: 0,
    lastDraw: null,
    nextNumber: 1,
    chances: null,
    rollCall: 0,
    win: null,
    now: submittedAt,
  };
}

interface TicketCardProps {
  event: PublicEvent | undefined;
  ticket: OwnTicket;
  status: OwnTicket['status'];
  next: NextDraw | undefined;
}

/** The ticket's name and its steps so far; on the stub the secret code, as text and as a QR code for another phone. */
function TicketCard({ event, ticket, status, next }: TicketCardProps) {
  const { eventId, code, name, ticket: hash, submittedAt } = ticket;
  const id = useId();
  const wallName = useWallName(hash, event);

  return (
    <Ticket className="animate-rise" aria-label={ticketName(hash)}>
      <div className="flex flex-col gap-4 p-5 pb-6">
        <div>
          <h2 className="wrap-anywhere break-keep font-bold text-4xl tracking-tight">
            {ticketName(hash)}
          </h2>
          {wallName && (
            <p className="text-ink-2 text-sm">{t('visitor.onTheWall', { ticket: wallName })}</p>
          )}
          <p className="mt-1 break-words text-lg">
            <bdi>{name}</bdi>
          </p>
          {next?.chances && (
            <Suspense>
              <TicketChances status={status} all={next.chances} />
            </Suspense>
          )}
        </div>
        <TicketTimeline status={status} receivedAt={submittedAt} next={next} />
        <div className="min-h-11">
          <Suspense>
            <TicketActions event={event} ticket={ticket} />
          </Suspense>
        </div>
      </div>
      <TicketPerforation notches />
      <section aria-labelledby={id} className="flex items-center gap-4 p-5">
        <QrLink
          path={ticketPath(eventId, code, name)}
          label={t('visitor.codeAsQr')}
          className="size-24 shrink-0 rounded-s border"
        />
        <div className="min-w-0 text-ink-2 text-sm">
          <h3 id={id} className="sr-only">
            {t('visitor.codeOf', { name })}
          </h3>
          <p className="text-ink">
            <EntryCodeText code={code} />
          </p>
          <p className="mt-1">
            <RichText
              text={t('visitor.codeProves')}
              tags={{
                link: (part) => (
                  <a
                    href={verifyPath(eventId, code)}
                    // The link opens another tab, because this screen shows the ticket.
                    target="_blank"
                    rel="noopener"
                    className="font-semibold text-accent-ink underline underline-offset-2"
                  >
                    {part}
                  </a>
                ),
              }}
            />
          </p>
        </div>
      </section>
    </Ticket>
  );
}
