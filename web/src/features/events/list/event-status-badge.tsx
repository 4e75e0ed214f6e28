import type { EventStatus } from '@drawbridge/contract/events';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const tones: Record<EventStatus, BadgeTone> = { active: 'ok', upcoming: 'info', ended: 'mute' };

export function EventStatusBadge({ status }: { status: EventStatus }) {
  return (
    <Badge dot tone={tones[status]}>
      {status}
    </Badge>
  );
}
