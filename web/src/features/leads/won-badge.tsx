import type { AdminLead } from '@drawbridge/contract/leads';
import { Trophy } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { wonLabel } from './won-label.ts';

/** Marks a winner's lead, also of one who has given up the win. */
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
