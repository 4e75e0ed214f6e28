import { ticketPath } from '@drawbridge/contract/core/pages';
import { Ticket } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { classNames } from '../lib/class-names.ts';
import { readWatched } from '../lib/device/saved-seal.ts';
import { optionalPart } from '../lib/lazy-part.ts';
import { formatList } from '../lib/texts/formats.ts';
import { t } from '../lib/texts/texts.ts';
import { ticketName } from '../lib/texts/ticket-names.ts';
import { RichText } from '../ui/rich-text.tsx';
import { useStage } from './stage-context.tsx';
import type { OwnTicket } from './tickets/saved-entry-codes.ts';
import { type NextDraw, stepsOf } from './tickets/ticket-timeline.tsx';
import { WinScreen } from './tickets/win-screen.tsx';

const RegisterLines = optionalPart(
  () => import('./tickets/register-lines.tsx'),
  'RegisterLines',
  'watched',
);

interface OwnTicketsProps {
  tickets: OwnTicket[];
  next: NextDraw;
}

/** The number of tickets shown; more would push the prizes off the screen. The ticket page has all of them. */
const SHOWN = 3;

const strong = { names: (part: string) => <strong>{part}</strong> };
const namesOf = (tickets: OwnTicket[]) =>
  formatList(tickets.map(({ ticket }) => ticketName(ticket)));

/** The state of this device's tickets after the draws, and the screen that announces a win. */
export function OwnTickets({ tickets, next }: OwnTicketsProps) {
  const { eventId, scene, draws, results } = useStage();
  const number = draws?.sealed?.number ?? results.at(-1)?.number;
  const inDraw = tickets.filter(
    ({ status }) => typeof status === 'object' && status.state === 'in-draw',
  );

  const several = tickets.length > 1;
  const notDrawn = inDraw.filter(
    ({ status }) =>
      scene.kind === 'winner' &&
      typeof status === 'object' &&
      status.lastDraw === scene.result.number,
  );

  return (
    <>
      <div className="mt-6 empty:hidden">
        <WinScreen tickets={tickets} drawing={scene.kind === 'drawing'} />
      </div>
      {scene.kind === 'drawing' && inDraw.length > 0 && (
        <p className="light mt-6 text-balance rounded-m bg-card px-4 py-4 text-center text-ink shadow-float md:py-1.5">
          <RichText text={t('workspace.inThisDraw', { names: namesOf(inDraw) })} tags={strong} />
        </p>
      )}
      {notDrawn.length > 0 && (
        // The text appears after the stage's ticket has turned to its winner.
        <p className="mt-6 text-balance text-center motion-safe:animate-[appear_150ms_ease-out_700ms_backwards]">
          <RichText
            text={t('workspace.notDrawn', { count: notDrawn.length, names: namesOf(notDrawn) })}
            tags={strong}
          />
          {!next.allDrawn && ` ${t('workspace.stillInDraw')}`}
        </p>
      )}
      {scene.kind !== 'drawing' && scene.kind !== 'winner' && (
        <div className="mt-6 flex min-w-0 flex-wrap items-center gap-x-3 rounded-m border bg-card px-4 py-3 text-sm">
          <Ticket aria-hidden className="size-5 shrink-0 text-accent" />
          <div role="status" className="min-w-0 flex-1">
            <ul>
              {tickets.slice(0, SHOWN).map(({ code, ticket, status }) => {
                const now = stepsOf(status, next).find(({ mark }) => mark === 'now');
                return (
                  <li key={code}>
                    <strong>{ticketName(ticket)}</strong>
                    {now && ` · ${now.title}`}
                    {now?.detail && !several && (
                      <span className="block text-ink-2">{now.detail}</span>
                    )}
                  </li>
                );
              })}
            </ul>
            {number && (
              <Suspense>
                <RegisterLines
                  {...{ eventId, number }}
                  sealed={draws?.sealed ?? readWatched(eventId)?.sealed}
                  tickets={tickets.slice(0, SHOWN)}
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
