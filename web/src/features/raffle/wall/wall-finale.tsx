import { verifyPath } from '@drawbridge/contract/pages';
import { t } from '../../../lib/texts.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { boardRows, WonTickets } from '../scenes/board.tsx';
import { Confetti } from '../scenes/confetti.tsx';
import { PageDots, usePages } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';
import { SmallCode, WallSponsors } from './wall-idle.tsx';

/** Every prize has a winner: who they are, how many took part, and thanks. */
export function WallFinale() {
  const { event, prizes, results, sponsors, eligible } = useStage();
  const still = useMediaQuery(REDUCED_MOTION);
  const { pages, page, shown } = usePages(boardRows(prizes, results), 9);

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-[0.9rem]">
      {!still && <Confetti />}
      <header className="flex min-h-20 shrink-0 items-center justify-between gap-[1.5rem]">
        <div className="min-w-0 flex-1">
          <h1 className="font-bold text-[2.4rem] leading-[1.1] rtl:leading-[1.4]">
            {t('stage.thankEveryone')}
          </h1>
          <p className="text-[1.15rem] text-ink-2">
            {prizes.length === 0 ? t('stage.over') : t('stage.allDrawn', { count: prizes.length })}{' '}
            {eligible && t('stage.tookPart', { count: eligible.people + results.length })}
          </p>
        </div>
        <SmallCode path={verifyPath(event.id)} label={t('stage.checkCode')}>
          <span className="block w-min min-w-[5em]">{t('workspace.checkDraws')}</span>
        </SmallCode>
      </header>
      <WonTickets key={page} rows={shown} wall />
      <footer className="flex min-h-[0.4rem] shrink-0 items-center justify-between gap-[1.5rem]">
        <PageDots pages={pages} page={page} />
        {sponsors.length > 0 && (
          <p className="ms-auto shrink-0 text-ink-2 narrow:hidden">{t('stage.thankSponsors')}</p>
        )}
        <WallSponsors sponsors={sponsors} perPage={6} />
      </footer>
    </div>
  );
}
