import { verifyPath } from '@drawbridge/contract/core/pages';
import type { CSSProperties } from 'react';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Picture } from '../../ui/frame/brand.tsx';
import { type PrizeGroup, prizeGroups } from '../scenes/board.tsx';
import { Confetti } from '../scenes/confetti.tsx';
import { PageDots, usePageLimit, useTurningPage } from '../scenes/pages.tsx';
import { PrizeName } from '../scenes/prize-name.tsx';
import { useFit } from '../scenes/use-fit.ts';
import { HandedOver } from '../scenes/winner-texts.tsx';
import { useStage } from '../stage-context.tsx';
import { packPages } from './finale-pages.ts';
import { CornerQrCode, WallSponsors } from './wall-code.tsx';

/** The most winners on a page: more of them could not be read. */
const PAGE_MAX = 30;

/** The finale after the last prize: the winners, the number of people, and thanks. */
export function WallFinale() {
  const { event, prizes, results, sponsors, eligible } = useStage();
  const still = useMediaQuery(REDUCED_MOTION);
  const groups = prizeGroups(prizes, results).filter(({ winners }) => winners.length > 0);
  const content = JSON.stringify(groups);
  const { most, reduce } = usePageLimit(content, PAGE_MAX);
  const pages = packPages(groups, most);
  const page = useTurningPage(pages.length);
  const cards = pages[page] ?? [];
  // One or two cards have the whole width, and so have names of one line.
  const columns = cards.length <= 2 ? 1 : cards.length === 4 ? 2 : 3;
  const layout = { '--columns': columns, '--rows': Math.ceil(cards.length / columns) };
  // Cards with the same number of winners get the same size of names.
  const [{ winners } = { winners: [] }] = cards;
  const alike = cards.every((card) => card.winners.length === winners.length);
  const shownWinners = cards.reduce((sum, { winners }) => sum + winners.length, 0);

  const onFull = () => shownWinners > 1 && reduce(shownWinners);
  const list = useFit<HTMLOListElement>(
    sizesFor(cards.length),
    `${content} ${page} ${most}`,
    1,
    onFull,
  );

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-[0.9rem]">
      {!still && <Confetti sides />}
      <header className="relative flex min-h-20 shrink-0 items-center justify-between gap-[1.5rem]">
        <div className="min-w-0 flex-1">
          <h1 className="wrap-anywhere break-keep font-bold text-[2.4rem] leading-[1.1] narrow:text-[1.45rem] rtl:leading-[1.4]">
            {t('stage.thankEveryone')}
          </h1>
          <p className="text-[1.15rem] text-ink-2">
            {prizes.length === 0 ? t('stage.over') : t('stage.allDrawn', { count: prizes.length })}{' '}
            {eligible && t('stage.tookPart', { count: eligible.people + results.length })}
          </p>
        </div>
        <CornerQrCode path={verifyPath(event.id)} label={t('stage.checkCode')}>
          <span className="block w-min min-w-[5em]">{t('workspace.checkDraws')}</span>
        </CornerQrCode>
      </header>
      <ol
        key={`${page} ${most}`}
        ref={alike ? list : undefined}
        style={layout as CSSProperties}
        data-tickets
        className="group relative flex min-h-0 flex-1 flex-wrap content-center justify-center gap-[0.7rem]"
      >
        {cards.map((card) => (
          <PrizeCard
            key={`${card.number} ${card.winners[0]?.id}`}
            card={card}
            onPage={cards.length}
            {...(!alike && { onFull })}
          />
        ))}
      </ol>
      <footer className="relative flex min-h-[0.4rem] shrink-0 items-center justify-between gap-[1.5rem]">
        <PageDots pages={pages.length} page={page} />
        {sponsors.length > 0 && (
          <p className="shrink-0 text-ink-2 narrow:hidden">{t('stage.thankSponsors')}</p>
        )}
        <WallSponsors sponsors={sponsors} perPage={6} />
      </footer>
    </div>
  );
}

const NAME_SIZES = [5.5, 4.6, 4, 3.5, 3, 2.6, 2.3, 2, 1.8, 1.6, 1.4, 1.25, 1.1, 1];

const SMALL_SIZES = NAME_SIZES.filter((size) => size <= 2.6);
/** The sizes by the number of cards on the page: neighbours whose names are about as long get the same. */
const sizesFor = (cards: number) => (cards > 3 ? SMALL_SIZES : NAME_SIZES);

interface PrizeCardProps {
  card: PrizeGroup;
  /** The number of cards on the page. */
  onPage: number;
  /** Called if the names do not fit; undefined if the page fits its cards together. */
  onFull?: () => void;
}

/** A prize and its winners, whose names are as large as they fit. */
function PrizeCard({ card: { number, prize, winners }, onPage, onFull }: PrizeCardProps) {
  const content = JSON.stringify([prize?.name, winners.map(({ winner }) => winner.name)]);
  const names = useFit<HTMLUListElement>(sizesFor(onPage), content, 1, onFull);
  const wide = onPage <= 2;
  const columns = !wide || winners.length <= 4 / onPage ? 1 : winners.length <= 12 ? 2 : 3;
  const picture = wide && winners.length <= 4 && prize?.picture;
  const stacked = winners.length <= (onPage === 1 ? 2 : 1);

  return (
    // A border, unlike padding, is no room for text. It does not move: a moving box needs more room, and is measured.
    <li className="light flex h-[calc((100%-(var(--rows)-1)*0.7rem)/var(--rows))] min-w-0 w-[calc((100%-(var(--columns)-1)*0.7rem)/var(--columns))] animate-appear gap-[1rem] overflow-hidden rounded-l upright:flex-col border-transparent border-x-[1rem] border-y-[0.5rem] bg-clip-border bg-paper text-ink">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {prize && (
          <p
            data-part="prize"
            className="shrink-0 text-balance font-display font-semibold text-[1.15rem] text-ink-2 leading-[1.2] rtl:leading-[1.4]"
          >
            <span className="text-accent-ink">{number}</span> <PrizeName of={prize} />
          </p>
        )}
        <ul
          ref={onFull && names}
          style={
            { '--columns': columns, '--rows': Math.ceil(winners.length / columns) } as CSSProperties
          }
          className="wall-names group grid min-h-0 flex-1 gap-x-[1.2rem] overflow-hidden"
        >
          {winners.map(({ id, winner, ticket, handedOverAt }) => (
            <li
              key={id}
              className="flex min-w-0 flex-col justify-center-safe overflow-hidden leading-[1.1] rtl:leading-[1.4]"
            >
              <p
                data-part="name"
                className="flex items-center gap-[0.3em] font-bold font-display text-[length:var(--fit,1.5em)] group-data-[full=cut]:wrap-anywhere"
              >
                <bdi className="min-w-0">{winner.name}</bdi>
                {handedOverAt && (
                  <span className="text-[length:max(1rem,0.75em)]">
                    <HandedOver small />
                  </span>
                )}
              </p>
              {stacked && (
                <p className="font-display font-semibold text-[length:max(1rem,var(--fit,1.5em)*0.5)] text-accent-ink tabular-nums">
                  {ticketName(ticket)}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
      {picture && (
        <div className="relative w-[30%] shrink-0 upright:h-[38%] upright:w-full">
          <Picture src={picture} className="absolute size-full rounded-m object-cover" />
        </div>
      )}
    </li>
  );
}
