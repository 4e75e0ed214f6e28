import type { Assignment } from '@drawbridge/contract/volunteers';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useRevokeAccess } from './api.ts';

interface AssignedVolunteerRowProps {
  assignment: Assignment;
}

export function AssignedVolunteerRow({ assignment }: AssignedVolunteerRowProps) {
  const revokeAccess = useRevokeAccess();
  const { username } = assignment.volunteer;
  const name = assignment.volunteer.name ?? username;

  return (
    <li className="flex items-center gap-3 py-2.5 pr-2.5 pl-3.5">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-ink-2 text-sm">{username}</p>
      </div>
      <Button
        size="small"
        variant="danger"
        aria-label={`Remove ${name}`}
        pending={revokeAccess.isPending}
        onClick={() => revokeAccess.mutate(assignment.id)}
      >
        Remove
      </Button>
    </li>
  );
}
