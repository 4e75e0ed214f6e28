import { ticketPath } from '@drawbridge/contract/core/pages';
import { isLively } from '@drawbridge/contract/raffle/scene';
import { Ticket } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import { classNames } from '../lib/class-names.ts';
import { readWatched } from '../lib/device/saved-seal.ts';
import { readSeenRollCalls } from '../lib/device/seen-roll-calls.ts';
import { REDUCED_MOTION, useMediaQuery } from '../lib/device/use-media-query.ts';
import { optionalPart } from '../lib/lazy-part.tsx';
import { formatCount, formatList } from '../lib/texts/formats.ts';
import { t } from '../lib/texts/texts.ts';
import { ticketName } from '../lib/texts/ticket-names.ts';
import { RichText } from '../ui/rich-text.tsx';
import { useStage } from './stage-context.tsx';
import { claimOf } from './tickets/claim.ts';
import type { OwnTicket } from './tickets/saved-entry-codes.ts';
import { type NextDraw, stepsOf } from './tickets/ticket-timeline.tsx';
import { WinScreen } from './tickets/win-screen.tsx';

const RegisterLines = optionalPart(
  () => import('./tickets/register-lines.tsx'),
  'RegisterLines',
  'watched',
);
const ChancesInBar = optionalPart(() => import('./tickets/chances.tsx'), 'ChancesInBar', 'watched');

interface OwnTicketsProps {
  tickets: OwnTicket[];
  next: NextDraw;
}

/** The number of tickets shown; more would push the prizes off the screen. The ticket page has all of them. */
const SHOWN = 3;

const strong = (part: string) => <strong>{part}</strong>;
const named = { names: strong };
const namesOf = (tickets: OwnTicket[]) =>
  formatList(tickets.map(({ ticket }) => ticketName(ticket)));

/** The state of this device's tickets between the draws, and the screen that announces a win. */
export function OwnTickets({ tickets, next }: OwnTicketsProps) {
  const { eventId, scene, stage, draws, results, eligible, now } = useStage();
  const number = draws?.sealed?.number ?? results.at(-1)?.number;
  const several = tickets.length > 1;
  const visibleTickets = tickets.slice(0, SHOWN);
  const current = visibleTickets.map(({ status }) =>
    stepsOf(status, next).find(({ mark }) => mark === 'now'),
  );
  // Several tickets say once what is true of all of them.
  const [detail] = new Set(current.map((step) => step?.detail)).size === 1 ? current : [];
  // A ticket that has won says so itself.
  const registered = visibleTickets.filter(
    ({ status }) => typeof status !== 'object' || status.win?.number !== number,
  );

  return (
    <>
      <div className="mt-6 empty:hidden">
        <WinScreen
          tickets={tickets}
          drawing={scene.kind === 'drawing'}
          claim={claimOf(stage, results, now)}
          lively={isLively(stage)}
        />
      </div>
      {scene.kind !== 'drawing' && scene.kind !== 'winner' && (
        <div className="mt-6 flex min-w-0 flex-wrap items-center gap-x-3 rounded-m border bg-card px-4 py-3 text-sm max-md:mt-4">
          <Ticket aria-hidden className="size-5 shrink-0 text-accent" />
          <div role="status" className="min-w-0 flex-1">
            <ul>
              {visibleTickets.map(({ code, ticket, status }, index) => {
                const title = current[index]?.title;
                return (
                  <li key={code}>
                    <strong>{ticketName(ticket)}</strong>
                    {eligible?.chances && (
                      <Suspense>
                        <ChancesInBar status={status} />
                      </Suspense>
                    )}
                    {title && ` · ${title}`}
                  </li>
                );
              })}
            </ul>
            {detail?.detail && <p className="text-ink-2">{detail.detail}</p>}
            {number && registered.length > 0 && (
              <Suspense>
                <RegisterLines
                  {...{ eventId, number }}
                  sealed={draws?.sealed ?? readWatched(eventId)?.sealed}
                  held={!draws?.sealed}
                  tickets={registered}
                />
              </Suspense>
            )}
          </div>
          <Link
            href={ticketPath(eventId)}
            className={classNames(
              'inline-flex min-h-11 shrink-0 items-center font-semibold underline md:min-h-0',
              several && 'max-md:w-full max-md:ps-8',
            )}
          >
            {t('workspace.yourTickets', { count: tickets.length })}
          </Link>
        </div>
      )}
    </>
  );
}

const HEARTBEAT_MS = 1000;
const BEAT_MS = 40;

/** The sentence about this device's tickets below a running draw and its winner. */
export function TicketsInDraw({ tickets }: { tickets: OwnTicket[] }) {
  const { eventId, scene, stage, draws, eligible, prizes, undrawn } = useStage();
  // The state of a ticket says who is in a sealed draw. Any other draw may be limited to people who are here.
  const lastRollCall = draws?.rollCall?.rollCall ?? readSeenRollCalls(eventId).at(-1)?.rollCall;
  const limitedTo = stage.onlyHere && !draws?.sealed ? lastRollCall : undefined;
  const still = useMediaQuery(REDUCED_MOTION);
  const drawing = scene.kind === 'drawing';
  const inDraw = tickets.filter(
    ({ status }) =>
      typeof status === 'object' &&
      status.state === 'in-draw' &&
      (limitedTo === undefined || status.rollCall === limitedTo),
  );
  const beats = drawing && inDraw.length > 0 && isLively(stage) && !still;

  useEffect(() => {
    if (!beats) return;
    const timer = setInterval(() => {
      // Browsers refuse to vibrate, with an error in the console, until the page has been touched.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BEAT_MS);
    }, HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [beats]);

  if (drawing && inDraw.length > 0) {
    const [only] = inDraw.length === 1 ? inDraw : [];
    const chances = typeof only?.status === 'object' ? only.status.chances : null;
    const total = draws?.sealed?.totalChances ?? eligible?.chances;
    const names = namesOf(inDraw);
    return (
      <p
        className={classNames(
          'light text-balance rounded-m bg-card px-4 py-3 text-center text-ink shadow-float',
          beats && 'heartbeat',
        )}
      >
        <RichText
          text={
            chances && total
              ? t('workspace.inThisDrawWith', {
                  ...{ names, chances: formatCount(chances), total: formatCount(total) },
                })
              : t('workspace.inThisDraw', { names })
          }
          tags={named}
        />
      </p>
    );
  }
  if (scene.kind !== 'winner' || !scene.named) return null;
  const { result, winners } = scene;
  const notDrawn = tickets.filter(
    ({ status }) => typeof status === 'object' && status.lastDraw === result.number,
  );
  if (notDrawn.length === 0) return null;
  // Two tickets with the same animal differ only in their numbers.
  const near =
    still || !isLively(stage)
      ? undefined
      : winners
          .map(({ ticket }) => ({
            winner: ticket,
            own: notDrawn.find((each) => animalOf(each.ticket) === animalOf(ticket))?.ticket,
          }))
          .find(({ own }) => own);
  const allDrawn = prizes.length > 0 && undrawn.length === 0;
  return (
    <p className="text-balance text-center motion-safe:animate-[appear_150ms_ease-out_700ms_backwards]">
      {near?.own && (
        <span className="block text-lg">
          <RichText
            text={t('watched.nearMiss', {
              winner: ticketName(near.winner),
              own: ticketName(near.own),
            })}
            tags={named}
          />
        </span>
      )}
      <RichText
        text={t('workspace.notDrawn', {
          ...{ count: notDrawn.length, names: namesOf(notDrawn) },
        }).replace(
          /[.。]$/,
          (end) => chancesInLast(notDrawn, draws?.lastRecord?.people?.totalChances) + end,
        )}
        tags={named}
      />
      {!allDrawn && ` ${t('workspace.stillInDraw')}`}
    </p>
  );
}

/** The first byte of a ticket gives its name the animal. */
const animalOf = (ticket: string) => ticket.slice(0, 2);

/** ' (3 of 812)' of a single ticket, where people can have several chances. */
function chancesInLast(tickets: readonly OwnTicket[], total: number | undefined): string {
  const [own] = tickets;
  const chances = tickets.length === 1 && typeof own?.status === 'object' && own.status.chances;
  if (!chances || !total) return '';
  const values = { chances: formatCount(chances), total: formatCount(total) };
  return ` (${t('workspace.ofTotal', values)})`;
}
