import { verifyPath } from '@drawbridge/contract/pages';
import { t } from '../../../lib/texts.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { boardRows, WonTickets } from '../scenes/board.tsx';
import { Confetti } from '../scenes/confetti.tsx';
import { useFit } from '../scenes/use-fit.ts';
import { useStage } from '../stage-context.tsx';
import { PageDots, SmallCode, useRowPages, WallSponsors } from './wall-idle.tsx';

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
      <WonTickets key={page} rows={shown} wall />
      <footer className="flex min-h-[0.4rem] shrink-0 items-center justify-between gap-[1.5rem]">
        <PageDots pages={pages} page={page} />
        <WallSponsors sponsors={sponsors} perPage={6} />
      </footer>
    </div>
  );
}
