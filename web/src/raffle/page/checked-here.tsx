import { verifyPath } from '@drawbridge/contract/core/pages';
import type { DrawRecord } from '@drawbridge/contract/fair-draw/draws';
import { commitmentOf } from '@drawbridge/contract/fair-draw/records';
import { inputOf } from '@drawbridge/contract/fair-draw/sealed/seal';
import {
  computeWinners,
  needsChances,
  openSealHash,
} from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { drawWinners, equalChances, keyOf } from '@drawbridge/contract/fair-draw/winners';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../lib/api/api-client.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { t } from '../../lib/texts/texts.ts';
import { useStage } from '../stage-context.tsx';
import { readChances } from './seal-watcher.tsx';

/** The maximum random delay, so that phones do not send requests together. */
const SPREAD_MS = 3000;
/** The largest roster with unequal chances that a phone loads for this: a whole hall shares one network. */
const ROSTER_MAX = 500;

/** The link to the evidence of the draw on screen, which this phone computes again by itself. */
export function CheckedHere({ number }: { number: number }) {
  const { eventId } = useStage();
  const [checked, setChecked] = useState<{ number: number; isRight: boolean | undefined }>();
  useEffect(() => {
    const timer = setTimeout(async () => {
      const isRight = await checkDraw(eventId, number).catch(() => undefined);
      setChecked({ number, isRight });
    }, Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [eventId, number]);

  const isRight = checked?.number === number ? checked.isRight : undefined;
  if (isRight === false) {
    return (
      <p role="alert" className="max-w-xl text-balance text-center font-semibold text-danger">
        {t('watched.computedAnother', { number })}
      </p>
    );
  }
  return (
    <Link
      href={verifyPath(eventId)}
      className="inline-flex min-h-11 items-center gap-2 text-ink-2 underline underline-offset-2"
    >
      {isRight && <Check aria-hidden className="size-4 shrink-0 text-ok" strokeWidth={3} />}
      {t(isRight ? 'watched.checkedHere' : 'workspace.checkDraws')}
    </Link>
  );
}

/** True if the published facts of a draw give its winners; undefined if this device does not compute them. */
async function checkDraw(eventId: string, number: number): Promise<boolean | undefined> {
  const { draws } = await api.get('/api/events/:eventId/draws', {
    params: { eventId },
    shape: publicShapes.draws,
  });
  const draw = draws.find((each) => each.number === number);
  if (draw?.kind !== 'draw') return undefined;
  if (needsChances(draw) && draw.rosterSize > ROSTER_MAX) return undefined;
  const lines = await linesOf(eventId, draw);
  return lines?.join() === draw.winners.map(({ index }) => index).join();
}

/** The winning lines; undefined if the published facts do not hash to the seal. */
async function linesOf(eventId: string, draw: DrawRecord): Promise<number[] | undefined> {
  const { number, commitment, sealHash, source, phrase, beacon } = draw;
  const { chances = equalChances(draw.rosterSize) } = await readChances(eventId, draw);
  if (source.kind === 'beacon') return computeWinners(eventId, draw, beacon ?? '', { chances });
  const seed = hexToBytes(draw.seed);
  const isSound =
    openSealHash(eventId, draw) === sealHash &&
    bytesToHex(commitmentOf(eventId, number, seed)) === commitment &&
    chances.reduce((sum, each) => sum + each, 0) === draw.totalChances;
  if (!isSound) return undefined;
  const added =
    source.kind === 'none'
      ? ({ kind: 'none' } as const)
      : ({ kind: 'phrase', phrase: phrase ?? '' } as const);
  return drawWinners(keyOf(seed, inputOf(hexToBytes(sealHash), added)), chances, draw.count);
}
