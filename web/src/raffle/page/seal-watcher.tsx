import { verifyPath } from '@drawbridge/contract/core/pages';
import { compareHashes } from '@drawbridge/contract/fair-draw/bytes';
import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import {
  lineAt,
  personHasher,
  type Roster,
  rosterFrom,
  rosterHasher,
} from '@drawbridge/contract/fair-draw/roster';
import {
  computeWinners,
  isSeenLate,
  needsChances,
} from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Check, CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../lib/api/api-client.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { classNames } from '../../lib/class-names.ts';
import {
  readWatched,
  type SavedSeal,
  type SealOutcome,
  sealKey,
} from '../../lib/device/saved-seal.ts';
import { writeStored } from '../../lib/device/storage.ts';
import { formatCount, formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { BeaconCountdown } from '../scenes/beacon-countdown.tsx';
import { useStage } from '../stage-context.tsx';

/** The maximum random delay, so that phones that get the same message do not send requests together. */
const SPREAD_MS = 3000;
/** The delay before a retry without a network. */
const RETRY_MS = 10_000;

/** The state of a draw that a beacon decides: the time until then, and the winner that this phone computes. */
export function SealWatcher() {
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

/**
 * Checks the outcome of a seal that this phone saw, computes the winner if a beacon decides, and reports what is wrong.
 */
function Computed() {
  const { eventId, scene, draws, results, now } = useStage();
  const [watched, setWatched] = useState(() => readWatched(eventId));
  const outcome = watched?.outcome;
  const wrong = typeof outcome === 'string';
  const hash = watched?.sealed.sealHash;
  /** The seal that was checked on this visit: a draw may be replaced after it was found to be right. */
  const [looked, setLooked] = useState<string | null>(null);
  const open = draws?.sealed ?? undefined;
  const unseen = open && open.sealHash !== hash ? open : undefined;

  const keep = useEffectEvent((next: SavedSeal) => {
    setWatched(next);
    writeStored(sealKey(eventId), JSON.stringify(next));
  });

  // A wrong outcome stays on this phone. Before the phone follows another seal, it checks the outcome of the previous
  // one.
  const unseenHash = wrong ? undefined : unseen?.sealHash;
  const seen = useEffectEvent(() => ({
    sealed: unseen as SealedDraw,
    seenAt: Math.max(now(), Date.now()),
  }));
  useEffect(() => {
    if (!unseenHash) return;
    const next = seen();
    if (!watched) return keep(next);
    if (watched.sealed.number === next.sealed.number)
      return keep({ ...watched, outcome: 'changed' });
    const timer = setTimeout(async () => {
      const found = await compute(eventId, watched).catch(() => undefined);
      keep(typeof found === 'string' ? { ...watched, outcome: found } : next);
    }, Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [eventId, unseenHash, watched]);

  const settled =
    watched && draws && !open && scene.kind !== 'drawing' && !wrong && looked !== hash;
  useEffect(() => {
    if (!settled) return;
    let timer: ReturnType<typeof setTimeout>;
    let active = true;
    const computeAfter = (delay: number) => {
      timer = setTimeout(async () => {
        const found = await compute(eventId, watched).catch(() => 'failed' as const);
        // A draw on screen unmounts this part; the next mount computes it again.
        if (!active) return;
        if (found === 'failed') return computeAfter(RETRY_MS);
        setLooked(hash ?? '');
        if (found) keep({ ...watched, outcome: found });
      }, delay);
    };
    computeAfter(Math.random() * SPREAD_MS);
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [eventId, settled, watched, hash]);

  if (!watched) return null;
  const late = isSeenLate(watched.sealed, watched.seenAt);
  const Icon = wrong || late ? CircleAlert : CircleCheck;
  const isLast = results.every(({ number }) => number <= watched.sealed.number);
  if (open && !outcome && !late && open.sealHash === hash) {
    if (scene.kind !== 'sealed') return null;
    return (
      <p role="status" className="mt-4 flex items-center gap-2 text-ok">
        <Check aria-hidden className="size-4 shrink-0" strokeWidth={3} />
        {t('watched.keptFingerprint')}
      </p>
    );
  }
  if (outcome ? !wrong && !isLast : !(late && open)) return null;
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
        {describeOutcome(watched.sealed, outcome)} {late && t('watched.sealSeenLate')}{' '}
        {outcome && (
          <Link href={verifyPath(eventId)} className="font-semibold underline">
            {t('workspace.checkDraws')}
          </Link>
        )}
      </span>
    </p>
  );
}

function describeOutcome(sealed: SealedDraw, outcome: SealOutcome | undefined): string {
  const { number, rosterSize: total } = sealed;
  if (!outcome) return '';
  if (outcome === 'changed') return t('watched.sealChanged', { number });
  if (outcome === 'different') return t('watched.computedAnother', { number });
  const line = formatList(outcome.lines.map((index) => formatCount(index + 1)));
  return t('watched.computedHere', {
    round: formatCount(roundOf(sealed) ?? 0),
    line,
    total: formatCount(total),
  });
}

/** The outcome of a sealed draw, compared with the saved seal; undefined if it is void, or a phrase decided it. */
async function compute(
  eventId: string,
  { sealed, outcome }: SavedSeal,
): Promise<SealOutcome | undefined> {
  const { draws } = await api.get('/api/events/:eventId/draws', {
    params: { eventId },
    shape: publicShapes.draws,
  });
  const record = draws.find(({ number }) => number === sealed.number);
  if (!record || !('sealHash' in record) || record.sealHash !== sealed.sealHash) return 'changed';
  if (record.kind !== 'draw' || record.beacon === null) return undefined;
  const lines =
    typeof outcome === 'object'
      ? outcome.lines
      : await computeWinners(eventId, sealed, record.beacon, await readChances(eventId, sealed));
  const published = record.winners.map(({ index }) => index);
  return lines?.join() === published.join() ? { lines: published } : 'different';
}

/** The chances of all people in a sealed draw; empty if they are the same for all. */
export async function readChances(
  eventId: string,
  sealed: SealedDraw,
): Promise<{ chances?: Uint32Array }> {
  if (!needsChances(sealed)) return {};
  const record = await api.get('/api/events/:eventId/draws/:number', {
    params: { eventId, number: sealed.number },
    shape: publicShapes.lists,
  });
  // Chances that do not match the seal give no winner.
  if (!('roster' in record)) return { chances: new Uint32Array() };
  const roster = rosterFrom(record.roster);
  return { chances: isSealedRoster(eventId, sealed, roster) ? roster.chances : new Uint32Array() };
}

function isSealedRoster(eventId: string, sealed: SealedDraw, roster: Roster): boolean {
  const hashPerson = personHasher(eventId);
  const hasher = rosterHasher(eventId, roster.ends.length, sealed.totalChances);
  for (const index of roster.ends.keys()) hasher.update(hashPerson(lineAt(roster, index)));
  return compareHashes(hasher.digest(), hexToBytes(sealed.rosterHash)) === 0;
}
