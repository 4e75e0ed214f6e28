import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { countDrawn } from '@drawbridge/contract/raffle/scene';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { useStage } from '../stage-context.tsx';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { PrizeName } from './prize-name.tsx';
import { useFit } from './use-fit.ts';
import { EmailText, HandedOver } from './winner-texts.tsx';

/** A prize with its winner, or one of the two. */
export interface Row {
  /** The number of the prize, if there is one. */
  number: number | undefined;
  prize: Prize | undefined;
  result: RaffleResult | undefined;
}

/** The winners in the order of their draws. */
export function winnerRows(prizes: readonly Prize[], results: readonly RaffleResult[]): Row[] {
  return results.map((result) => {
    const place = prizes.findIndex(({ id }) => id === result.prizeId);
    return { number: place < 0 ? undefined : place + 1, prize: prizes[place], result };
  });
}

/** All prizes in their order with their winners, then the winners of general draws; each has a number. */
export function boardRows(prizes: readonly Prize[], results: readonly RaffleResult[]): Row[] {
  const of = (prizeId: string | null) => results.filter((result) => result.prizeId === prizeId);
  const given = prizes.flatMap((prize, index) => {
    const won: (RaffleResult | undefined)[] = of(prize.id);
    const rows = won.length < prize.quantity ? [...won, undefined] : won;
    return rows.map((result) => ({ number: index + 1, prize, result }));
  });
  const general = of(null).map((result, index) => ({
    number: prizes.length + index + 1,
    prize: undefined,
    result,
  }));
  return [...given, ...general];
}

export const rowKey = ({ number, result }: Row) => result?.id ?? number;

/** The number drawn so far of a prize with several winners. */
export function DrawnOf({ prize, className }: { prize: Prize; className?: string }) {
  const { results } = useStage();
  if (prize.quantity === 1) return null;
  return (
    <span className={classNames('tabular-nums', className)}>
      {t('workspace.drawnOf', { drawn: countDrawn(prize, results), quantity: prize.quantity })}
    </span>
  );
}

interface RowProps {
  row: Row;
  /** Hides addresses and controls, for the wall. */
  wall?: boolean;
  /** The actions for the row, given the id of its name. */
  children?: ((nameId: string) => ReactNode) | undefined;
}

/** A prize without a winner, or a winner and the prize. On the wall it is one line. */
export function BoardRow({ row: { number, prize, result }, wall = false, children }: RowProps) {
  const nameId = useId();
  const Name = result ? 'span' : 'h3';

  return (
    <li className="flex min-w-0 flex-wrap content-start items-center gap-x-3 gap-y-1 border-line border-b border-dashed py-2 in-[.wall]:flex-nowrap in-[.wall]:gap-2 in-[.wall]:border-b-2 in-[.wall]:py-0">
      {number && (
        <span className="w-[1.3rem] shrink-0 font-display font-semibold text-accent-ink tabular-nums">
          {number}
        </span>
      )}
      {/* On the wall a prize without room beside its winner wraps to the next line, which is hidden. */}
      <div
        className={classNames(
          'flex min-w-0 flex-wrap items-baseline gap-x-[0.5em] break-words text-[1rem] *:max-w-full in-[.wall]:h-[1.25rem] in-[.wall]:overflow-hidden in-[.wall]:whitespace-nowrap in-[.wall]:*:truncate',
          // A winner's actions go below if there is no room beside.
          result && !wall ? 'flex-[1_1_13rem]' : 'flex-1',
        )}
      >
        {result && (
          <strong id={nameId} data-part="won" className="font-semibold">
            <bdi>{result.winner.name}</bdi>
          </strong>
        )}
        {result && (!wall || !prize) && <Contact result={result} wall={wall} />}
        {prize && (
          <Name
            id={result ? undefined : nameId}
            data-part="won"
            className={classNames(
              'min-w-0 font-normal font-text text-[1rem] tracking-normal',
              result && (wall ? 'flex-[1_0_4rem] text-ink-2' : 'text-accent-ink'),
            )}
          >
            <PrizeName of={prize} />
          </Name>
        )}
        {prize && !result && <DrawnOf prize={prize} className="text-ink-2" />}
        {prize?.value && !wall && (
          <bdi title={prize.value} className="text-ink-2">
            {prize.value}
          </bdi>
        )}
      </div>
      {wall && result?.handedOverAt && <HandedOver small />}
      {children?.(nameId)}
      {prize && !result && !wall && (
        <PrizeDescription of={prize} className="basis-full ps-[2.05rem] text-sm" />
      )}
    </li>
  );
}

/** The contact details by which a winner is recognised. */
function Contact({ result: { ticket, winner }, wall }: { result: RaffleResult; wall: boolean }) {
  return (
    <>
      <span className="text-ink-2">{ticketName(ticket)}</span>
      {winner.email && !wall && (
        <span className="basis-full text-ink-2">
          <EmailText email={winner.email} />
        </span>
      )}
    </>
  );
}

const NAME_SIZES = [6, 4.5, 3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.3, 1.15, 1];
/** The smallest font size at which names are not broken; below it, long names are. */
const LEGIBLE = 1.5;
/** The length from which a name is smaller than the others, which would otherwise have to be as small. */
const LONG_NAME = 24;

interface WonTicketsProps {
  rows: Row[];
  /** Fits the tickets to the wall, as large as possible. */
  wall?: boolean;
}

/** The end of the raffle: a ticket for each winner. */
export function WonTickets({ rows, wall = false }: WonTicketsProps) {
  const list = useFit<HTMLOListElement>(NAME_SIZES, JSON.stringify(rows), LEGIBLE);
  const columns = rows.length <= 3 ? rows.length : rows.length === 4 ? 2 : 3;
  const layout = { '--columns': columns, '--rows': Math.ceil(rows.length / columns) };

  return (
    <ol
      ref={wall ? list : undefined}
      style={layout as CSSProperties}
      data-tickets
      data-many={rows.length > 6 || undefined}
      className="group grid gap-4 sm:grid-cols-2 xl:grid-cols-3 xl:data-many:grid-cols-4 in-[.wall]:flex in-[.wall]:min-h-0 in-[.wall]:flex-1 in-[.wall]:flex-wrap in-[.wall]:content-center in-[.wall]:justify-center in-[.wall]:gap-[0.7rem]"
    >
      {rows.map((row) => {
        const { number, prize, result } = row;
        const long = (result?.winner.name.length ?? 0) > LONG_NAME;
        return (
          // A border, unlike padding, is no room for text. It does not move: a moving box needs more room, and is
          // measured.
          <li
            key={rowKey(row)}
            className="light flex min-w-0 flex-col items-start justify-center-safe overflow-hidden break-words rounded-l border-transparent border-x-[1.25rem] border-y-[1rem] bg-clip-border bg-paper text-ink *:max-w-full in-[.wall]:h-[calc((100%-(var(--rows)-1)*0.7rem)/var(--rows))] in-[.wall]:w-[calc((100%-(var(--columns)-1)*0.7rem)/var(--columns))] in-[.wall]:animate-appear in-[.wall]:border-x-[1rem] in-[.wall]:border-y-[0.3rem]"
          >
            <p
              data-part="name"
              className={classNames(
                'flex shrink-0 items-center gap-[0.3em] font-bold font-display leading-[1.1] group-data-[full=cut]:line-clamp-2 group-data-[full=cut]:wrap-anywhere rtl:leading-[1.4]',
                long
                  ? 'text-[length:max(1rem,var(--fit,1.5em)*0.6)] group-data-full:wrap-anywhere'
                  : 'text-[length:var(--fit,1.5em)]',
              )}
            >
              <bdi>{result?.winner.name}</bdi>
              {wall && result?.handedOverAt && (
                <span className="text-[length:max(1rem,0.75em)]">
                  <HandedOver small />
                </span>
              )}
            </p>
            {result && !wall && <Contact result={result} wall={wall} />}
            <p
              data-part="prize"
              className="shrink-0 text-balance text-[length:max(1rem,var(--fit,1.5em)*0.55)] text-ink-2 group-data-[full=cut]:line-clamp-1"
            >
              <span className="font-semibold text-accent-ink">{number}</span>{' '}
              {prize && <PrizeName of={prize} />}
              {prize?.value && !wall && (
                // The value has a text direction of its own, so it has no margin.
                <>
                  {'\u2002'}
                  <bdi>{prize.value}</bdi>
                </>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
