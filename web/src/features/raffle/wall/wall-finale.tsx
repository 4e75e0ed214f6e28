import type { PublicEvent } from '@drawbridge/contract/events';
import { verifyPath } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import type { CSSProperties } from 'react';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { QrLink } from '../../../ui/qr-link.tsx';
import { usePublicOrigin } from '../../sharing/public-origin.ts';
import { Confetti } from '../draw/draw-screen.tsx';
import { useFit } from './use-fit.ts';
import { boardRows, HandedOver, PageDots, type Row, useRowPages } from './wall-board.tsx';
import { WallSponsors } from './wall-codes.tsx';
import './wall-finale.css';
import { t } from '../../../lib/texts.ts';
import { RichText } from '../../../ui/rich-text.tsx';

interface WallFinaleProps {
  event: PublicEvent;
  prizes: Prize[];
  results: RaffleResult[];
  sponsors: PublicSponsor[];
}

const THANKS_SIZES = [3.25, 2.75, 2.25, 1.9, 1.6, 1.3, 1];

/** Every prize has a winner. */
export function WallFinale({ event, prizes, results, sponsors }: WallFinaleProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  const origin = usePublicOrigin();
  const thanks = useFit<HTMLDivElement>(THANKS_SIZES, event.location, 1);
  const { pages, page, shown } = useRowPages(boardRows(prizes, results), 9);

  return (
    <div className="wall-scene wall-finale">
      {!still && <Confetti />}
      <header>
        <div ref={thanks} className="thanks">
          <h1>
            <RichText
              text={t('stage.thanks', { place: event.location })}
              tags={{ place: (part) => <bdi>{part}</bdi> }}
            />
          </h1>
          <p>
            {prizes.length === 0 ? t('stage.over') : t('stage.allDrawn', { count: prizes.length })}
          </p>
        </div>
        {origin && (
          <div className="wall-code small">
            <QrLink
              path={verifyPath(event.id)}
              origin={origin}
              label={t('stage.checkCode')}
              className="qr"
            />
            <p>{t('workspace.checkDraws')}</p>
          </div>
        )}
      </header>
      <Tickets key={page} rows={shown} />
      <footer>
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
    <ol ref={list} style={layout as CSSProperties} className="tickets">
      {rows.map(({ number, prize, result }) => (
        <li key={number} className="light">
          <p className={(result?.winner.name.length ?? 0) > LONG_NAME ? 'long name' : 'name'}>
            <bdi>{result?.winner.name}</bdi>
            {result?.handedOverAt && <HandedOver />}
          </p>
          <p className="prize">
            <span className="number">{number}</span> <bdi>{prize?.name}</bdi>
          </p>
        </li>
      ))}
    </ol>
  );
}
