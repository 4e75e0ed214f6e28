import type { Assignment } from '@drawbridge/contract/volunteers';
import { UsersRound } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AssignedVolunteerRow } from './assigned-volunteer-row.tsx';

interface AssignedVolunteersProps {
  /** The event's active assignments. */
  assignments: Assignment[];
}

export function AssignedVolunteers({ assignments }: AssignedVolunteersProps) {
  if (assignments.length === 0) {
    return (
      <EmptyState
        icon={UsersRound}
        title="No volunteers assigned"
        help="Assign somebody who has an account, or create a new one."
      />
    );
  }
  return (
    <ul aria-label="Assigned volunteers" className="divide-y divide-line rounded-m border">
      {assignments.map((assignment) => (
        <AssignedVolunteerRow key={assignment.id} assignment={assignment} />
      ))}
    </ul>
  );
}
