import type { AdminEvent } from '@drawbridge/contract/events';
import type { Assignment } from '@drawbridge/contract/volunteers';
import { Button } from '../../ui/button.tsx';
import { useRevokeAssignment } from './api.ts';

interface AssignmentRowProps {
  assignment: Assignment;
  event: AdminEvent | undefined;
}

export function AssignmentRow({ assignment, event }: AssignmentRowProps) {
  const revokeAssignment = useRevokeAssignment();
  const name = event?.name ?? 'Unknown Event';

  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {event && <p className="truncate text-ink-2 text-sm">{event.location}</p>}
      </div>
      <Button
        size="small"
        variant="danger"
        aria-label={`Remove ${name}`}
        pending={revokeAssignment.isPending}
        onClick={() => revokeAssignment.mutate(assignment.id)}
      >
        Remove
      </Button>
    </li>
  );
}
