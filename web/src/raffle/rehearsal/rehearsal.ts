import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { QUICKNET } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult, Rehearsal, StageState } from '@drawbridge/contract/raffle/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/raffle/scene';

const FIRST_NAMES = [
  ...['Amara', 'Jonas', 'Mei', 'Carla', 'Tomasz', 'Elif', 'Mateo', 'Ingrid', 'Kofi', 'Sofia'],
  ...['Yusuf', 'Anneliese', 'Haruka', 'Priya', 'Luca', 'Noor', 'Freya', 'Diego', 'Zanele', 'Oskar'],
];
const LAST_NAMES = [
  ...['Okafor', 'Lindqvist', 'Chen', 'Rasmussen', 'Nowak', 'Yilmaz', 'Herrera', 'Dahl', 'Mensah'],
  ...[
    'Marino',
    'Haddad',
    'Schneider-Kowalski',
    'Tanaka',
    'Sharma',
    'Rossi',
    'van den Berg',
    'Moyo',
  ],
];

/** Digits that only depend on the run and a place in it, so that every screen invents the same. */
function digitsOf(run: number, ...indexes: number[]): string {
  let state = 2166136261;
  let digits = '';
  for (let index = 0; index < 8; index += 1) {
    for (const part of [run, ...indexes, index]) state = Math.imul(state ^ (part + 1), 16777619);
    state ^= state >>> 13;
    digits += (state >>> 0).toString(16).padStart(8, '0');
  }
  return digits;
}

function nameOf(digits: string): string {
  const pick = (names: readonly string[], at: number) =>
    names[Number.parseInt(digits.slice(at, at + 6), 16) % names.length];
  return `${pick(FIRST_NAMES, 8)} ${pick(LAST_NAMES, 16)}`;
}

interface RealStage {
  eventId: string;
  prizes: readonly Prize[];
  stage: StageState;
}

export interface RehearsedStage {
  stage: StageState;
  results: RaffleResult[];
  sealed: SealedDraw | null;
}

/** What the screens show of a rehearsal: the event's own prizes, with invented winners. */
export function showRehearsal(rehearsal: Rehearsal, real: RealStage): RehearsedStage {
  const { run, drawn, began, phrase, round } = rehearsal;
  const { eventId, prizes } = real;
  const lasts = real.stage.suspense * 1000;
  const results = Array.from({ length: drawn }, (_, index) =>
    winnersOf(run, index + 1, eventId, prizes[index]),
  ).flat();
  const isSealed = phrase !== null || round !== null;
  return {
    results,
    stage: {
      ...{ ...real.stage, forfeit: null, phrase: phrase ?? '', onlyHere: false },
      prizeId: prizes[began === null ? drawn : drawn - 1]?.id ?? null,
      revealed: began === null ? null : drawn,
      drawing:
        began === null
          ? null
          : {
              prizeId: prizes[drawn - 1]?.id ?? null,
              ...{ phrase: '', since: began, lasts, revealsAt: began + lasts + REVEAL_AFTER_MS },
              tickets: Array.from({ length: 24 }, (_, index) =>
                digitsOf(run, 0, index).slice(0, 8),
              ),
            },
    },
    sealed: isSealed && began === null ? sealOf(rehearsal, prizes[drawn]) : null,
  };
}

/** The number of the prizes that can be rehearsed; a general draw without prizes. */
export const rehearsedPrizes = (prizes: readonly Prize[]): number => Math.max(1, prizes.length);

function winnersOf(run: number, number: number, eventId: string, prize: Prize | undefined) {
  return Array.from({ length: prize?.quantity ?? 1 }, (_, index): RaffleResult => {
    const ticket = digitsOf(run, number, index);
    return {
      id: `${number}/${index}`,
      ...{ eventId, number, place: index, prizeId: prize?.id ?? null, ticket },
      winner: { name: nameOf(ticket), email: null },
      conductedAt: new Date(0).toISOString(),
      ...{ phrase: '', handedOverAt: null, tickets: [] },
    };
  });
}

function sealOf({ run, drawn, round }: Rehearsal, prize: Prize | undefined): SealedDraw {
  const number = drawn + 1;
  const hash = (index: number) => digitsOf(run, number, index, 7);
  const counts = { inDraw: 100, removed: 0, won: 0, unverified: 0, promoted: 0, related: 0 };
  return {
    number,
    ...{ commitment: hash(1), seed: null, previousRecord: hash(2) },
    ...{ prizeId: prize?.id ?? null, prizeName: prize?.name ?? null },
    ...{ quantity: prize?.quantity ?? 0, count: prize?.quantity ?? 1, rollCall: 0, maxChances: 1 },
    ...{ rosterHash: hash(3), rosterSize: 100, totalChances: 100, mostChances: 1 },
    ...{ withMostChances: 100, registerHash: hash(4), sealHash: hash(5) },
    registerCounts: { ...counts, absent: 0 },
    sealedAt: new Date(0).toISOString(),
    source: round === null ? { kind: 'phrase' } : { kind: 'beacon', chain: QUICKNET.chain, round },
  };
}
