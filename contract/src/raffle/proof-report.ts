// The result of checking a proof as lines of English text, for the command `verify` and the page 'Check a draw'.
import type { ProofVerdict } from '../fair-draw/check/check.ts';
import { type Comparison, mismatchesIn } from '../fair-draw/check/comparison.ts';
import type { Proof, ProofRecord } from '../fair-draw/check/proof.ts';
import {
  earlierPrizeName,
  isRepeated,
  missedRound,
  raisedQuantity,
} from '../fair-draw/check/remarks.ts';
import type { DrawnWinner, DrawRecord, SealedDraw, VoidRecord } from '../fair-draw/draws.ts';
import { ticketName } from './ticket-names.ts';

export interface ReportedRecord {
  ok: boolean;
  number: number;
  outcome: string;
  mismatches: Comparison[];
}

export interface ProofReport {
  records: ReportedRecord[];
  sealed: { number: number; outcome: string } | undefined;
  /** The mismatches of the list as a whole. */
  mismatches: Comparison[];
  summary: string;
}

export function reportProof(proof: Proof, verdict: ProofVerdict): ProofReport {
  const { sealed } = proof;
  return {
    records: proof.draws.map((record, index) => {
      const { ok, comparisons } = verdict.draws[index] ?? { ok: false, comparisons: [] };
      const mismatches = mismatchesIn({ comparisons });
      return { ok, number: record.number, outcome: outcomeOf(proof, record), mismatches };
    }),
    sealed: sealed ? { number: sealed.number, outcome: sealedOutcome(proof, sealed) } : undefined,
    mismatches: mismatchesIn(verdict),
    summary: summaryOf(verdict),
  };
}

function outcomeOf(proof: Proof, record: ProofRecord): string {
  if (record.kind === 'forfeit') {
    const winnerText = record.place > 0 ? `, winner ${record.place + 1}` : '';
    return `Draw ${record.forfeits}${winnerText} forfeited: ${record.reason}`;
  }
  if (record.kind === 'restored') return `Restored from a backup: ${record.reason}`;
  if (record.kind === 'void') {
    const lost = record.wouldHaveWon.map(({ index, tickets }) => {
      const names = tickets.map((ticket) => ticketName(ticket)).join(', ');
      return `line ${index + 1} (${names}) would have won`;
    });
    const missed = missedRound(record) && 'its beacon is missing';
    const reason = `void: ${record.reason}`;
    return joined(prizeOf(proof, record), sourceOf(record), reason, ...lost, missed);
  }
  const { number, rosterSize, totalChances, phrase } = record;
  const winners = record.winners.map((winner, index) => {
    const line = `line ${winner.index + 1} of ${rosterSize}`;
    const chances = totalChances > rosterSize && `${winner.chances} of ${totalChances} chances`;
    const forfeit = proof.draws.find(
      (each) => each.kind === 'forfeit' && each.forfeits === number && each.place === index,
    );
    const lost = forfeit?.kind === 'forfeit' && `forfeited: ${forfeit.reason}`;
    return joined(winnerOf(winner), line, chances, lost);
  });
  return joined(
    prizeOf(proof, record),
    ...winners,
    sourceOf(record),
    ...remarksOn(proof, record),
    isRepeated(proof.draws, record) && 'repeated',
    phrase !== null && `phrase “${phrase}”`,
  );
}

function sealedOutcome(proof: Proof, sealed: SealedDraw): string {
  const remarks = remarksOn(proof, sealed);
  return joined(prizeOf(proof, sealed), sourceOf(sealed), ...remarks, 'not drawn yet');
}

function joined(...parts: (string | number | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

function prizeOf({ draws }: Proof, draw: DrawRecord | VoidRecord | SealedDraw): string {
  const { prizeName, prizeId } = draw;
  const name = prizeName ?? (prizeId === null ? 'General draw' : `Prize ${prizeId}`);
  const earlier = 'kind' in draw ? earlierPrizeName(draws, draw) : undefined;
  return earlier ? `${name} (before: ${earlier})` : name;
}

function sourceOf({ source }: DrawRecord | VoidRecord | SealedDraw): string | undefined {
  if (source.kind === 'none') return undefined;
  return source.kind === 'phrase' ? 'sealed' : `sealed for round ${source.round} of the beacon`;
}

/** Notable facts that are within the rules. */
function remarksOn({ draws }: Proof, draw: DrawRecord | SealedDraw) {
  const raised = raisedQuantity(draws, draw);
  return [
    draw.rollCall > 0 && 'only people who answered the roll call',
    raised && `quantity raised from ${raised.from} to ${raised.to} after draw ${raised.after}`,
  ];
}

function winnerOf({ winner, salt, erased }: DrawnWinner): string {
  if (erased) {
    const why = erased.because === 'request' ? "at the person's request " : '';
    return `Erased (the name was erased ${why}on ${erased.at.slice(0, 10)})`;
  }
  if (winner === null) return 'winner not named';
  const name = winner.email === null ? winner.name : `${winner.name} (${winner.email})`;
  return salt === null ? `${name} (name not checked)` : name;
}

function summaryOf({ ok, draws }: ProofVerdict): string {
  const all = draws.length;
  if (!ok) {
    const wrong = draws.filter((each) => !each.ok).length;
    return wrong === 0
      ? 'This is not the proof that was saved.'
      : `${wrong} of ${all} ${all === 1 ? 'record' : 'records'} ${wrong === 1 ? 'does' : 'do'} not check out.`;
  }
  if (all === 0) return 'Nothing has been drawn yet.';
  if (all === 1) return 'The draw checks out.';
  return `${all === 2 ? 'Both' : `All ${all}`} records check out.`;
}
