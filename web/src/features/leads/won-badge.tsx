import type { AdminLead } from '@drawbridge/contract/leads';
import { Trophy } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** Marks the lead of a winner, including one who has forfeited. */
export function WonBadge({ lead }: { lead: AdminLead }) {
  const label = wonLabel(lead);
  if (!label) return null;
  return lead.forfeited ? (
    <Badge>{label}</Badge>
  ) : (
    <Badge tone="accent" icon={Trophy}>
      {label}
    </Badge>
  );
}

/** The result of a lead in the draws, in a word. */
export function wonLabel({ won, forfeited }: Pick<AdminLead, 'won' | 'forfeited'>) {
  if (!won) return undefined;
  return forfeited ? 'Forfeited' : 'Won';
}
