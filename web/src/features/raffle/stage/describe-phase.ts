import type { Prize } from '@drawbridge/contract/prizes';
import { endSentence } from '../../../lib/sentences.ts';
import type { StagePhase } from '../stage-phase.ts';

/** Describes what has just happened: a winner for screen readers, a forfeit for everybody. */
export function describePhase(phase: StagePhase, prizes: Prize[]): string {
  if (phase.kind === 'winner') {
    const { winner, prizeId } = phase.result;
    const prizeName = nameOf(prizes, prizeId);
    return `WINNER! ${winner.name}${prizeName ? `, ${prizeName}` : ''}`;
  }
  if (phase.kind !== 'idle' || !phase.forfeit) return '';
  const { forfeits, prizeId, reason, name = `The winner of draw ${forfeits}` } = phase.forfeit;
  const prizeName = nameOf(prizes, prizeId);
  if (!prizeName) return `${name} did not take the win: ${endSentence(reason)}`;
  return `${name} did not take the prize: ${endSentence(reason)} ${prizeName} can be drawn again.`;
}

function nameOf(prizes: Prize[], prizeId: string | null): string | undefined {
  return prizes.find(({ id }) => id === prizeId)?.name;
}
