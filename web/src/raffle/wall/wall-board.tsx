import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { classNames } from '../../lib/class-names.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { DrawnOf, type PrizeGroup } from '../scenes/board.tsx';
import { PageDots, useFittedPages } from '../scenes/pages.tsx';
import { PrizeName } from '../scenes/prize-name.tsx';
import { HandedOver } from '../scenes/winner-texts.tsx';

/** The number of Latin letters that fit beside the number in one of two columns. */
const COLUMN_WIDTH = 22;
const WIDE_LETTERS = /[\u2e80-\uffef]/g;
/** The most letters of the winners that are named in the line of a prize. */
const NAMED_WIDTH = 80;
const SIZES = [1];

/** The width of a text in Latin letters; those of East Asia are twice as wide. */
export function widthOf(text: string): number {
  return text.length + (text.match(WIDE_LETTERS)?.length ?? 0);
}

/** The winners by name, or the first ones and the number of the others. */
function listWinners(winners: RaffleResult[], nameOf: (winner: RaffleResult) => string): string {
  const names: string[] = [];
  for (const winner of winners) {
    const name = nameOf(winner);
    if (names.length > 0 && widthOf([...names, name].join()) > NAMED_WIDTH) break;
    names.push(name);
  }
  const more = winners.length - names.length;
  return more > 0 ? `${names.join(', ')} + ${more}` : formatList(names);
}

/** The remaining prizes and the winners, with names first. Long texts have several lines, on more pages. */
export function WallBoard({ groups, lines }: { groups: PrizeGroup[]; lines: number }) {
  // A long name gets the whole width.
  const long = groups.some(
    ({ winners, prize }) =>
      widthOf(`${listWinners(winners, ({ winner }) => winner.name)} ${prize?.name ?? ''}`) >
      COLUMN_WIDTH,
  );
  const { pages, page, perPage, shown, box } = useFittedPages<PrizeGroup, HTMLOListElement>(
    groups,
    long ? lines : 2 * lines,
    SIZES,
  );
  const columns = long || perPage <= 4 ? 1 : 2;
  const maxHeight = `${lines * 1.4 + 0.1}rem`;

  return (
    <section aria-label={t('stage.prizesAndWinners')} className="min-w-0">
      <ol
        key={page}
        ref={box}
        // All pages have the same height.
        style={{
          maxHeight,
          minHeight: pages > 1 ? maxHeight : undefined,
          columnCount: columns > 1 ? columns : 'auto',
        }}
        className="group animate-[appear_600ms_ease-out_both] gap-x-[1.4rem] overflow-hidden border-t-2 border-dashed"
      >
        {shown.map((group) => (
          <BoardLine key={group.number ?? 0} group={group} />
        ))}
      </ol>
      <PageDots pages={pages} page={page} />
    </section>
  );
}

/** A prize and its winners; by their tickets, where their names leave no room for the prize's even on a page alone. */
function BoardLine({ group }: { group: PrizeGroup }) {
  const { number, prize, winners } = group;
  const names = listWinners(winners, ({ winner }) => winner.name);
  const tickets = listWinners(winners, ({ ticket }) => ticketName(ticket));

  return (
    <li className="flex min-w-0 break-inside-avoid gap-2 border-b-2 border-dashed leading-[1.3rem]">
      {number && (
        <span className="w-[1.3rem] shrink-0 font-display font-semibold text-accent-ink tabular-nums">
          {number}
        </span>
      )}
      <p data-part="won" className="min-w-0 flex-1 wrap-anywhere">
        {names && (
          <strong className="me-[0.4em] font-semibold">
            <bdi className="group-data-[full=cut]:hidden">{names}</bdi>
            <bdi className="hidden group-data-[full=cut]:inline">{tickets}</bdi>
          </strong>
        )}{' '}
        {prize && (
          <span className={classNames('me-[0.4em] inline-block max-w-full', names && 'text-ink-2')}>
            <PrizeName of={prize} />
          </span>
        )}{' '}
        {prize && winners.length < prize.quantity && (
          <DrawnOf prize={prize} className="inline-block text-ink-2" />
        )}
      </p>
      {winners.length > 0 && winners.every(({ handedOverAt }) => handedOverAt) && (
        <HandedOver small />
      )}
    </li>
  );
}
