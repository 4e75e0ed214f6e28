import { verifyPath } from '@drawbridge/contract/pages';
import type { CSSProperties } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/texts.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { Confetti } from '../scenes/confetti.tsx';
import { HandedOver } from '../scenes/handed-over.tsx';
import { useFit } from '../scenes/use-fit.ts';
import { useStage } from '../stage-context.tsx';
import {
  boardRows,
  PageDots,
  type Row,
  SmallCode,
  useRowPages,
  WallSponsors,
} from './wall-idle.tsx';

const THANKS_SIZES = [3.25, 2.75, 2.25, 1.9, 1.6, 1.3, 1];

/** Every prize has a winner. */
export function WallFinale() {
  const { event, prizes, results, sponsors } = useStage();
  const still = useMediaQuery(REDUCED_MOTION);
  const thanks = useFit<HTMLDivElement>(THANKS_SIZES, event.location, 1);
  const { pages, page, shown } = useRowPages(boardRows(prizes, results), 9);

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-[0.9rem]">
      {!still && <Confetti />}
      <header className="flex h-20 shrink-0 items-center justify-between gap-[1.5rem]">
        <div ref={thanks} className="group max-h-full min-w-0 flex-1 overflow-hidden">
          <h1 className="text-balance pb-[0.08em] font-bold text-[length:var(--fit,2.25em)] leading-[1.1] group-data-[full=cut]:line-clamp-3 group-data-[full=cut]:wrap-anywhere rtl:leading-[1.4]">
            <RichText
              text={t('stage.thanks', { place: event.location })}
              tags={{ place: (part) => <bdi>{part}</bdi> }}
            />
          </h1>
          <p className="text-[1.15rem] text-ink-2">
            {prizes.length === 0 ? t('stage.over') : t('stage.allDrawn', { count: prizes.length })}
          </p>
        </div>
        <SmallCode path={verifyPath(event.id)} label={t('stage.checkCode')}>
          <span className="block w-min min-w-[5em]">{t('workspace.checkDraws')}</span>
        </SmallCode>
      </header>
      <Tickets key={page} rows={shown} />
      <footer className="flex min-h-[0.4rem] shrink-0 items-center justify-between gap-[1.5rem]">
        <PageDots pages={pages} page={page} />
        <WallSponsors sponsors={sponsors} perPage={6} />
      </footer>
    </div>
  );
}

const NAME_SIZES = [3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.3, 1.15, 1];
/** Before the names get smaller than this, the prizes are shortened. */
const LEGIBLE = 1.5;
/** A name with more letters is smaller than the others, which would have to be as small as it otherwise. */
const LONG_NAME = 32;

function Tickets({ rows }: { rows: Row[] }) {
  const list = useFit<HTMLOListElement>(NAME_SIZES, JSON.stringify(rows), LEGIBLE);
  const columns = rows.length <= 3 ? rows.length : rows.length === 4 ? 2 : 3;
  const layout = { '--columns': columns, '--rows': Math.ceil(rows.length / columns) };

  return (
    <ol
      ref={list}
      style={layout as CSSProperties}
      data-tickets
      className="group flex min-h-0 flex-1 flex-wrap content-center justify-center gap-[0.7rem]"
    >
      {rows.map(({ number, prize, result }) => (
        // Unlike padding, a border is no room for text. It does not move: what moves needs more room, and is measured.
        <li
          key={number}
          className="wall-appear light flex h-[calc((100%-(var(--rows)-1)*0.7rem)/var(--rows))] w-[calc((100%-(var(--columns)-1)*0.7rem)/var(--columns))] min-w-0 flex-col justify-center-safe overflow-hidden rounded-l border-transparent border-x-[1rem] border-y-[0.3rem] bg-paper bg-clip-border text-ink"
        >
          <p
            data-part="name"
            className={classNames(
              'flex shrink-0 items-center gap-[0.3em] font-bold font-display leading-[1.1] group-data-[full=cut]:line-clamp-2 group-data-[full=cut]:wrap-anywhere rtl:leading-[1.4]',
              (result?.winner.name.length ?? 0) > LONG_NAME
                ? 'text-[length:max(1rem,var(--fit,1.5em)*0.6)] group-data-full:line-clamp-2 group-data-full:wrap-anywhere'
                : 'text-[length:var(--fit,1.5em)]',
            )}
          >
            <bdi>{result?.winner.name}</bdi>
            {result?.handedOverAt && (
              <span className="text-[length:max(1rem,0.75em)]">
                <HandedOver small />
              </span>
            )}
          </p>
          <p
            data-part="prize"
            className="shrink-0 text-balance text-[length:max(1rem,var(--fit,1.5em)*0.55)] text-ink-2 group-data-full:truncate"
          >
            <span className="font-semibold text-accent-ink">{number}</span> <bdi>{prize?.name}</bdi>
          </p>
        </li>
      ))}
    </ol>
  );
}
