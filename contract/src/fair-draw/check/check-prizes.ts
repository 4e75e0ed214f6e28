import type { Seal } from '../draws.ts';
import type { Words } from './comparison.ts';
import { type Findings, findingText } from './findings.ts';
import type { ProofRecord } from './proof.ts';

const keyOf = (number: number, index: number) => `${number}/${index}`;

/** Checks the prizes of an event's draws: their numbers of winners, their names, and the forfeited wins. */
export class PrizesChecker {
  /** The prizes of winners who have not forfeited, by draw and index of the winner. */
  readonly #standing = new Map<string, string | null>();
  /** The names of prizes since their first winners. */
  readonly #names = new Map<string, string | null>();

  check(findings: Findings, { prizeId, prizeName, quantity, count }: Seal): void {
    findings.compare('count', 'The draw has at least one winner', true, count >= 1);
    if (prizeId === null) {
      findings.compare('prizeName', 'A general draw names no prize', null, prizeName);
      findings.compare('quantity', 'A general draw has no quantity', 0, quantity);
      return;
    }
    // General draws are hashed with an all-zero prize id, so no prize may have that id.
    const one = findingText('an id');
    const actual = /^[0-]+$/.test(prizeId) ? findingText('only zeros') : one;
    findings.compare('prizeId', 'The prize has an id of its own', one, actual);
    const total = [...this.#standing.values()].filter((each) => each === prizeId).length + count;
    const rule = 'The prize has no more winners than its quantity';
    findings.compare('quantity', rule, Math.max(total, quantity), quantity);
    const nameRule = 'The prize keeps the name that its first winner saw';
    if (prizeName === null) {
      findings.compare('prizeName', nameRule, findingText('a name'), findingText('nothing'));
    }
    if (this.#names.has(prizeId)) {
      findings.compare('prizeName', nameRule, this.#names.get(prizeId), prizeName);
    }
  }

  addWinner(number: number, index: number, { prizeId, prizeName }: Seal): void {
    this.#standing.set(keyOf(number, index), prizeId);
    if (prizeId !== null && !this.#names.has(prizeId)) this.#names.set(prizeId, prizeName);
  }

  checkForfeit(
    findings: Findings,
    { forfeits, place: index }: { forfeits: number; place: number },
    kind: ProofRecord['kind'] | undefined,
  ): void {
    const winner = findingText('a draw with a winner');
    const isStanding = this.#standing.delete(keyOf(forfeits, index));
    const actual = isStanding ? winner : notStanding(kind);
    findings.compare('forfeits', 'The win that is forfeited was standing', winner, actual);
  }
}

function notStanding(kind: ProofRecord['kind'] | undefined): Words {
  if (kind === 'draw') return findingText('a draw that was forfeited before');
  if (kind === 'void') return findingText('a void draw');
  return findingText(kind === 'forfeit' ? 'another forfeit' : 'no earlier record');
}
