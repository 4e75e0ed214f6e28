import type { ReactNode } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { replaceRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ASSIGNMENTS, type VolunteerScreen, words } from './api.ts';

interface AssignmentRowProps {
  screen: VolunteerScreen;
  assignmentId: string;
  /** The name of the assigned volunteer, or of the event. */
  name: string;
  note: string | undefined;
  icon?: ReactNode;
}

export function AssignmentRow({ screen, assignmentId, name, note, icon }: AssignmentRowProps) {
  const params = { assignmentId };
  const revoke = useApiMutation({
    send: () => api.patch('/api/volunteer-assignments/:assignmentId/revoke', { params }),
    // The list contains revoked assignments, too.
    show: (revoked) => replaceRow(ASSIGNMENTS, revoked),
    success: words[screen].revoked,
    undo: () => ({
      send: () => api.post('/api/volunteer-assignments/:assignmentId/restore', { params }),
      done: 'Assignment restored',
      failure: 'Failed to restore assignment',
    }),
    failure: 'Revoke failed',
    changes: [ASSIGNMENTS],
  });
  return (
    <li className="flex items-center gap-3 py-2.5 pe-2.5 ps-3.5">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {note && <p className="truncate text-ink-2 text-sm">{note}</p>}
      </div>
      <Button
        size="small"
        variant="danger"
        aria-label={`Remove ${name}`}
        pending={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        Remove
      </Button>
    </li>
  );
}
