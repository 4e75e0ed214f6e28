import type { AdminLead } from '@drawbridge/contract/leads';

export type Selection = ReadonlySet<string>;

export const nothingSelected: Selection = new Set();

/** Keeps only pending leads; leads verified or deleted meanwhile are removed from the selection. */
export function stillPending(selected: Selection, leads: readonly AdminLead[]): Selection {
  if (selected.size === 0) return selected;
  const pending = new Set<string>();
  for (const lead of leads) {
    if (lead.status === 'pending' && selected.has(lead.id)) pending.add(lead.id);
  }
  return pending.size === selected.size ? selected : pending;
}

/** The number of selectable leads, and the number of selected ones. */
export function countPending(
  leads: readonly AdminLead[],
  selected: Selection,
): { pending: number; selected: number } {
  const count = { pending: 0, selected: 0 };
  for (const lead of leads) {
    if (lead.status !== 'pending') continue;
    count.pending += 1;
    if (selected.has(lead.id)) count.selected += 1;
  }
  return count;
}

export function selectOne(selected: Selection, id: string, wanted: boolean): Selection {
  const next = new Set(selected);
  if (wanted) next.add(id);
  else next.delete(id);
  return next;
}

/** Selects or deselects all pending leads of the list; other leads stay as they are. */
export function selectAll(
  selected: Selection,
  leads: readonly AdminLead[],
  wanted: boolean,
): Selection {
  const next = new Set(selected);
  for (const lead of leads) {
    if (wanted && lead.status === 'pending') next.add(lead.id);
    if (!wanted) next.delete(lead.id);
  }
  return next;
}
