import type { LeadStatus } from '@drawbridge/contract/lead-values';
import { t } from '../../lib/texts.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const tones: Record<LeadStatus, BadgeTone> = { pending: 'wait', verified: 'ok', promoted: 'done' };

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  return (
    <Badge dot tone={tones[status]}>
      {t(`workspace.${status}`)}
    </Badge>
  );
}
