import { shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { Badge } from '../../../ui/badge.tsx';
import { sourceIcons, sourceLabels } from '../lead-sources.ts';

export function LeadSourceBadge({ lead }: { lead: AdminLead }) {
  const source = shownSource(lead);
  return <Badge icon={sourceIcons[source]}>{sourceLabels[source]}</Badge>;
}
