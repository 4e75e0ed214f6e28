import type { SealedDraw } from '@drawbridge/contract/draws';
import { type BeaconChain, QUICKNET, roundTime } from '@drawbridge/contract/fair-draw/beacon';
import { winnersOf } from '@drawbridge/contract/fair-draw/comparison';
import { computeWinners } from '@drawbridge/contract/fair-draw/watched';
import { verifyPath } from '@drawbridge/contract/pages';
import { roundOf } from '@drawbridge/contract/scene';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../../lib/api-client.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount, formatList } from '../../../lib/formats.ts';
import { publicShapes } from '../../../lib/public-shapes.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { t } from '../../../lib/texts.ts';
import { sealKey } from '../api.ts';
import { BeaconCountdown } from '../scenes/beacon-countdown.tsx';
import { useStage } from '../stage-context.tsx';

/** Phones that hear of a draw together must not ask together. */
const SPREAD_MS = 3000;
/** Without a network, it is tried again. */
const AGAIN_MS = 10_000;
/** Who sees a seal later than this before its round cannot say that it was public in time. */
const IN_TIME_MS = 10_000;

/** What this phone saw before anybody could know the winner, and when, by the server's clock. */
interface Watched {
  sealed: SealedDraw;
  seenAt: number;
}

type Outcome = 'changed' | 'different' | { lines: number[] };

function readWatched(eventId: string): Watched | undefined {
  return JSON.parse(readStored(sealKey(eventId)) ?? 'null') ?? undefined;
}

/** A draw that a beacon decides: how long until then, and what this phone computes by itself. */
export function WatchedDraw() {
  const { draws } = useStage();
  const round = draws?.sealed && roundOf(draws.sealed);
  return (
    <>
      {round && (
        <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2 text-lg">
          <BeaconCountdown round={round} />
          <p className="min-w-0 flex-[1_1_14rem]">
            <strong className="block">
              {t('watched.beaconDecides', { round: formatCount(round) })}
            </strong>
            {t('watched.beaconUnknown')}
          </p>
        </div>
      )}
      <Computed />
    </>
  );
}

/** Computes the winner of a draw that this phone saw sealed for a beacon, and says if that is another one. */
function Computed() {
  const { eventId, scene, draws, now } = useStage();
  const [watched, setWatched] = useState(() => readWatched(eventId));
  const [outcome, setOutcome] = useState<Outcome>();
  const open = draws?.sealed && roundOf(draws.sealed) ? draws.sealed : undefined;
  const isWatched = open?.seal?.hash === watched?.sealed.seal?.hash;

  const watch = useEffectEvent((sealed: SealedDraw) => {
    // Another seal with the number of one that is still open was put in its place.
    if (watched && !outcome && watched.sealed.number === sealed.number)
      return setOutcome('changed');
    const next = { sealed, seenAt: now() };
    setWatched(next);
    setOutcome(undefined);
    writeStored(sealKey(eventId), JSON.stringify(next));
  });
  useEffect(() => {
    if (open && !isWatched) watch(open);
  }, [open, isWatched]);

  const over = watched && draws && !open && scene.kind !== 'drawing' && !outcome;
  useEffect(() => {
    if (!over) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    const computeAfter = (delay: number) => {
      timer = setTimeout(async () => {
        const found = await compute(eventId, watched.sealed).catch(() => 'failed' as const);
        // A draw that is shown meanwhile takes this part away; the next one computes it again.
        if (!wanted || !found) return;
        if (found === 'failed') return computeAfter(AGAIN_MS);
        setOutcome(found);
        writeStored(sealKey(eventId), null);
      }, delay);
    };
    computeAfter(Math.random() * SPREAD_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [eventId, over, watched]);

  const round = watched && roundOf(watched.sealed);
  if (!round) return null;
  const late = roundTime(QUICKNET, round) - watched.seenAt < IN_TIME_MS;
  const wrong = typeof outcome === 'string';
  const Icon = wrong || late ? CircleAlert : CircleCheck;
  if (!outcome && !(late && open)) return null;
  return (
    <p
      role={wrong ? 'alert' : 'status'}
      className={classNames(
        'mt-6 flex items-start gap-2 rounded-m border bg-card px-4 py-3 text-sm',
        wrong ? 'text-danger' : late && 'text-wait',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {describeOutcome(watched.sealed, round, outcome)} {late && t('watched.sealSeenLate')}{' '}
        {outcome && (
          <Link href={verifyPath(eventId)} className="font-semibold underline">
            {t('workspace.checkDraws')}
          </Link>
        )}
      </span>
    </p>
  );
}

function describeOutcome(
  { number, rosterSize: total }: SealedDraw,
  round: number,
  outcome: Outcome | undefined,
): string {
  if (!outcome) return '';
  if (outcome === 'changed') return t('watched.sealChanged', { number });
  if (outcome === 'different') return t('watched.computedAnother', { number });
  const line = formatList(outcome.lines.map((place) => formatCount(place + 1)));
  return t('watched.computedHere', {
    round: formatCount(round),
    line,
    total: formatCount(total),
  });
}

/** What became of a sealed draw, by what this phone kept of it; undefined if it was voided in time. */
async function compute(eventId: string, sealed: SealedDraw): Promise<Outcome | undefined> {
  const { draws } = await api.get('/api/events/:eventId/draws', {
    params: { eventId },
    shape: publicShapes.draws,
  });
  const record = draws.find(({ number }) => number === sealed.number);
  if (!record || !('seal' in record) || record.seal.hash !== sealed.seal?.hash) return 'changed';
  if (record.kind !== 'draw' || !record.beacon) return undefined;
  const lines = await computeWinners(
    { eventId, version: 3 },
    sealed,
    record.beacon,
    // For tests: whoever has the device may follow a chain whose future its owner knows.
    (JSON.parse(readStored('test-chain') ?? 'null') as BeaconChain | null) ?? QUICKNET,
  );
  const published = winnersOf(record).map(({ index }) => index);
  return lines?.join() === published.join() ? { lines: published } : 'different';
}
