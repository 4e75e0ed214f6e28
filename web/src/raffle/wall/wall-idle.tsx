import { rafflePath, typedLeadFormPath } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { PublicSponsor } from '@drawbridge/contract/events/sponsors';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { ReactNode } from 'react';
import { typedAddress, usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { classNames } from '../../lib/class-names.ts';
import { EventText } from '../../lib/texts/event-text.tsx';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { BrandLogo } from '../../ui/frame/brand.tsx';
import { QrLink } from '../../ui/qr-codes/qr-link.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { BoardRow, boardRows, type Row, rowKey } from '../scenes/board.tsx';
import { NextTicket } from '../scenes/next-ticket.tsx';
import { PageDots, usePages, useTurningPage } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';
import { DrawTime } from '../tickets/draw-time.tsx';
import { useArrivals } from './use-wall.ts';

/** The number of Latin letters from which an event's name is smaller, and has more lines. */
const LONG_TITLE = 34;

/** The wall between two draws: the next prize, the people in the draw, the way in, and the winners. */
export function WallIdle({ next }: { next: Prize | undefined }) {
  const { event, prizes, results, sponsors, undrawn, chosen, now } = useStage();
  // All prizes take turns until the presenter has chosen one.
  const turn = useTurningPage(chosen ? 1 : undrawn.length);
  const place = next ? undrawn.indexOf(next) : 0;
  const shown = undrawn[(place + turn) % undrawn.length];
  const rows = boardRows(prizes, results).filter(({ prize, result }) => result || prize !== shown);
  const longTitle = widthOf(event.name) > LONG_TITLE;

  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_15rem] grid-rows-[auto_minmax(0,1fr)_auto_auto] gap-x-[1.4rem] gap-y-[0.9rem] *:col-start-1 narrow:grid-cols-[minmax(0,1fr)_12.5rem] narrow:gap-x-4 upright:grid-cols-1 upright:grid-rows-[auto_minmax(0,1fr)_auto_auto_minmax(14rem,1fr)]">
      <header className="flex min-w-0 flex-wrap items-baseline gap-x-[0.9rem]">
        {event.logo && (
          <BrandLogo src={event.logo} className="h-[1.9rem] max-w-[6rem] self-center rounded-s" />
        )}
        <h1
          className={classNames(
            'max-w-full break-words leading-[1.1] rtl:leading-[1.4]',
            longTitle ? 'wall-title' : 'text-[1.6rem]',
          )}
        >
          <EventText of={event} />
        </h1>
        <p className="max-w-full truncate text-ink-2">
          <bdi>{event.location}</bdi>
        </p>
        {results.length === 0 && (
          <DrawTime
            event={event}
            countdown={now}
            className="w-full truncate font-display font-semibold text-[1.15rem] narrow:whitespace-normal"
          />
        )}
      </header>
      <div key={shown?.id} className="wall-arrival flex min-h-0">
        <NextTicket wall shown={shown} />
      </div>
      <People />
      {rows.length > 0 && <WallBoard rows={rows} lines={longTitle ? 5 : 6} />}
      <aside
        aria-label={t('stage.codesAndSponsors')}
        className="col-start-2! row-span-4 row-start-1 flex min-h-0 flex-col gap-[0.9rem] upright:col-start-1! upright:row-span-1 upright:row-start-5"
      >
        <WallCode event={event} />
        <WallSponsors sponsors={sponsors} perPage={2} />
      </aside>
    </div>
  );
}

function People() {
  const { event, results, eligible } = useStage();
  const count = eligible?.people;
  const arrivals = useArrivals(eligible);
  const first = count === 0 && results.length === 0 && mayEnter(event);

  return (
    <section
      aria-label={t('visitor.inDraw')}
      className="flex h-[3.9rem] min-w-0 items-center gap-[1.5rem]"
    >
      {first && (
        <p className="max-w-full shrink-0 font-bold font-display text-[2.6rem] leading-[1.1] rtl:leading-[1.4]">
          {t('stage.beFirst')}
        </p>
      )}
      {!first && count !== undefined && (
        <p className="flex shrink-0 items-center gap-[0.6rem]">
          <RichText
            text={t('stage.people', { count })}
            tags={{
              number: (part) => (
                <span
                  style={{ fontSize: `min(3.9rem, ${15 / part.length}rem)` }}
                  className="font-bold font-display tabular-nums leading-none tracking-tight"
                >
                  {part}
                </span>
              ),
              words: (part) => (
                <span className="w-min min-w-[3.2rem] text-balance break-keep text-[1.15rem] text-ink-2 leading-[1.1] rtl:leading-[1.4]">
                  {part}
                </span>
              ),
            }}
          />
        </p>
      )}
      {/* Hidden from screen readers, because there may be one every second. */}
      <ul
        aria-live="off"
        className="flex h-full min-w-0 flex-1 flex-col justify-end overflow-hidden leading-[1.3]"
      >
        {arrivals.map(({ id, ticket, more }) => (
          <li
            key={id}
            className="wall-arrival shrink-0 whitespace-nowrap text-accent-ink not-last:opacity-70 nth-[3n]:ps-[0.4rem] nth-[3n+2]:ps-[1.2rem]"
          >
            {ticket ? (
              <RichText
                text={t('stage.isIn', { name: ticketName(ticket) })}
                tags={{
                  name: (part) => (
                    <strong className="font-display font-semibold tabular-nums">{part}</strong>
                  ),
                }}
              />
            ) : (
              <strong dir="ltr" className="font-display font-semibold tabular-nums">
                + {formatCount(more)}
              </strong>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The number of Latin letters that fit beside the number in one of two columns. */
const COLUMN_WIDTH = 22;
const WIDE_LETTERS = /[\u2e80-\uffef]/g;

/** The width of a text in Latin letters; those of East Asia are twice as wide. */
function widthOf(text: string): number {
  return text.length + (text.match(WIDE_LETTERS)?.length ?? 0);
}

const namesOf = ({ prize, result }: Row) =>
  [result?.winner.name, prize?.name].filter(Boolean).join(' ');

/** The remaining prizes and the winners, with names first. */
function WallBoard({ rows, lines }: { rows: Row[]; lines: number }) {
  // A long name gets the whole width, and is not cut.
  const long = rows.some((row) => widthOf(namesOf(row)) > COLUMN_WIDTH);
  const { pages, page, perPage, shown } = usePages(rows, long ? lines : 2 * lines);
  const columns = long || perPage <= 4 ? 1 : 2;
  // All pages have the height of the first one. The wider column is the one with the longer texts.
  const gridTemplate = `repeat(${Math.ceil(perPage / columns)}, 1.4rem) / repeat(${columns}, minmax(0, auto))`;

  return (
    <section aria-label={t('stage.prizesAndWinners')} className="min-w-0">
      <ol
        key={page}
        style={{ gridTemplate }}
        className="animate-[appear_600ms_ease-out_both] grid gap-x-[1.4rem] border-t-2 border-dashed"
      >
        {shown.map((row) => (
          <BoardRow key={rowKey(row)} row={row} wall />
        ))}
      </ol>
      <PageDots pages={pages} page={page} />
    </section>
  );
}

/** The QR code for the current phase: the form's, and the raffle page's once the draws have begun. */
function WallCode({ event }: { event: PublicEvent }) {
  const { chosen, results } = useStage();
  const origin = usePublicOrigin();
  if (!origin) return null;
  if (chosen || results.length > 0 || !mayEnter(event)) {
    const path = rafflePath(event.id);
    return <LargeCode path={path} label={t('stage.raffleCode')} title={t('stage.watch')} />;
  }
  const [host, path] = typedAddress(event.shortCode, origin).split('/e/');

  return (
    <LargeCode
      path={typedLeadFormPath(event.shortCode)}
      label={t('stage.formCode')}
      title={t('stage.enter')}
    >
      {host}
      <wbr />
      /e/{path}
    </LargeCode>
  );
}

interface CodeProps {
  path: string;
  label: string;
  className?: string;
  children?: ReactNode;
}

function Code({ children: _, ...link }: CodeProps) {
  const origin = usePublicOrigin();
  return <QrLink {...link} {...(origin && { origin })} />;
}

function LargeCode({ title, ...code }: CodeProps & { title: string }) {
  return (
    <div className="light flex min-h-0 flex-1 flex-col items-center justify-center rounded-l bg-card px-[0.4rem] py-[0.7rem] text-center text-ink">
      <Code {...code} className="min-h-0 w-full flex-1" />
      <p className="font-bold font-display text-[1.7rem] leading-[1.15] rtl:leading-[1.4]">
        {title}
      </p>
      <p dir="ltr" className="max-w-full font-semibold wrap-anywhere">
        {code.children}
      </p>
    </div>
  );
}

export function CornerQrCode(code: CodeProps) {
  return (
    <div className="flex shrink-0 items-center gap-[0.8rem] text-balance font-display font-semibold text-[1.15rem] leading-[1.15] rtl:leading-[1.4]">
      <Code {...code} className="w-20 shrink-0 rounded-s" />
      <p>{code.children}</p>
    </div>
  );
}

interface WallSponsorsProps {
  sponsors: PublicSponsor[];
  perPage: number;
}

/** Logos as large as their space allows; many logos take turns. */
export function WallSponsors({ sponsors, perPage }: WallSponsorsProps) {
  const page = useTurningPage(Math.ceil(sponsors.length / perPage));
  if (sponsors.length === 0) return null;
  const shown = sponsors.slice(page * perPage, (page + 1) * perPage);
  return (
    // The logos are at the end of their space, where they also are before the codes are known.
    <div
      key={page}
      className="animate-[appear_600ms_ease-out_both] ms-auto mt-auto flex min-w-0 max-w-full shrink-0"
    >
      <SponsorLogos sponsors={shown} oneLine className="min-w-0" />
    </div>
  );
}
