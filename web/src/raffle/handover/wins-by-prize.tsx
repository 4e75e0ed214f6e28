import { ChevronDown, Search } from 'lucide-react';
import { Fragment, type ReactNode, useContext, useState } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Input } from '../../ui/fields/field.tsx';
import { OnStageContext, type Win } from './api.ts';

/** The number of winners from which a list has a search. */
const SEARCH_FROM = 8;

export interface ListedWin extends Win {
  prizeId: string | null;
  name: string;
  ticket: string;
  prizeName: string | null;
}

interface WinsByPrizeProps<Listed extends ListedWin> {
  wins: readonly Listed[];
  /** The wins that are folded up at the end, with the heading of that part. */
  folded?: { title: string; wins: readonly Listed[] };
  /** All prizes in their order with what is said of each; without them, only prizes with a win are listed. */
  prizes?: readonly { id: string; name: string; state: string }[];
  children: (win: Listed) => ReactNode;
}

/** Winners as the presenter needs them: those on stage first, the others by prize, with a search if they are many. */
export function WinsByPrize<Listed extends ListedWin>({
  wins,
  folded,
  prizes = [],
  children,
}: WinsByPrizeProps<Listed>) {
  const [sought, setSought] = useState('');
  const onStage = useContext(OnStageContext);
  const all = wins.length + (folded?.wins.length ?? 0);
  const found = (list: readonly Listed[]) => list.filter((win) => matches(win, sought));
  const shown = found(wins);
  const current = shown.filter(({ number }) => number === onStage);
  const others = shown.filter(({ number }) => number !== onStage);
  const done = found(folded?.wins ?? []);
  const rows = (list: readonly Listed[]) => (
    <ul className="mt-1">
      {list.map((win) => (
        <li key={`${win.number}/${win.place}`} className="border-t py-2">
          {children(win)}
        </li>
      ))}
    </ul>
  );

  return (
    <div className="flex flex-col gap-5">
      {all >= SEARCH_FROM && (
        <div className="relative">
          <Search aria-hidden className="absolute start-3 top-3.5 size-4 text-ink-2 md:top-3" />
          <Input
            type="search"
            aria-label={t('presenter.searchWinners')}
            placeholder={t('presenter.searchWinners')}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            className="ps-9"
          />
        </div>
      )}
      {sought && shown.length + done.length === 0 && (
        <p className="text-ink-2">{t('presenter.nobodyFound')}</p>
      )}
      {current.length > 0 && (
        <section aria-label={t('presenter.onStage')}>
          <h3 className="text-lg">{t('presenter.onStage')}</h3>
          {rows(current)}
        </section>
      )}
      {byPrize(others, sought ? [] : prizes).map(({ name, state, list }) => (
        <section key={name} aria-label={name}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h3 className="min-w-0 break-words text-lg">
              <bdi>{name}</bdi>
            </h3>
            {state && <p className="text-ink-2 text-sm tabular-nums">{state}</p>}
          </div>
          {list.length > 0 && rows(list)}
        </section>
      ))}
      {folded && done.length > 0 && (
        <details open={sought !== '' || undefined} className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 border-t pt-2 text-ink-2">
            {folded.title}
            <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
          </summary>
          {byPrize(done).map(({ name, list }) => (
            <Fragment key={name}>
              <h3 className="mt-3 break-words text-lg">
                <bdi>{name}</bdi>
              </h3>
              {rows(list)}
            </Fragment>
          ))}
        </details>
      )}
    </div>
  );
}

interface PrizeGroup<Listed> {
  name: string;
  state?: string;
  list: Listed[];
}

/** The wins of each prize: of the given prizes in their order, then of the others. */
function byPrize<Listed extends ListedWin>(
  wins: readonly Listed[],
  prizes: NonNullable<WinsByPrizeProps<Listed>['prizes']> = [],
): PrizeGroup<Listed>[] {
  const groups = new Map<string | null, PrizeGroup<Listed>>(
    prizes.map(({ id, ...prize }) => [id, { ...prize, list: [] }]),
  );
  for (const win of wins) {
    const group = groups.get(win.prizeId);
    if (group) group.list.push(win);
    else
      groups.set(win.prizeId, { name: win.prizeName ?? t('workspace.generalDraw'), list: [win] });
  }
  return [...groups.values()];
}

/** True if the name, the ticket or the prize contains every word that is sought. */
export function matches({ name, ticket, prizeName }: ListedWin, sought: string): boolean {
  const text = fold(`${name} ${ticketName(ticket)} ${prizeName ?? ''}`);
  return fold(sought)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** A winner's name and ticket. */
export function WinnerName({ win }: { win: ListedWin }) {
  return (
    <p className="min-w-0 break-words">
      <bdi className="font-semibold">{win.name}</bdi>
      {' · '}
      <span className="font-display text-ink-2">{ticketName(win.ticket)}</span>
    </p>
  );
}
