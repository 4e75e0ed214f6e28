import type { AdminLead } from '@drawbridge/contract/leads';

/** What became of a lead in the draws, in a word. */
export function wonLabel({ won, forfeited }: Pick<AdminLead, 'won' | 'forfeited'>) {
  if (!won) return undefined;
  return forfeited ? 'Gave up' : 'Won';
}
