import { assignmentCalls } from '@drawbridge/contract/team/calls/volunteers';
import type { Assignment } from '@drawbridge/contract/team/volunteers';
import { labelOf } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { revokeOutOfScopeCredentials } from '../../login/auth/store.ts';
import {
  assignVolunteer,
  findAssignment,
  listAssignments,
  listOwnAssignments,
  restoreAssignment,
  revokeAssignment,
} from './store.ts';

export const assignments = feature(assignmentCalls, ({ db }) => ({
  getAssignments: ({ user }) => listAssignments(db, { only: user.events }),
  createAssignment: ({ body, change }) =>
    change(
      async (tx, user) => {
        const assigned = await assignVolunteer(tx, body);
        if (assigned.ok) await revokeOutOfScopeCredentials(tx, user);
        return assigned;
      },
      about,
      findAssignment,
    ),
  revokeAssignment: ({ params: { assignmentId }, change }) =>
    change((tx) => revokeAssignment(tx, assignmentId), about),
  restoreAssignment: ({ params: { assignmentId }, change }) =>
    change(
      async (tx, user) => {
        const restored = await restoreAssignment(tx, assignmentId);
        if (restored.ok) await revokeOutOfScopeCredentials(tx, user);
        return restored;
      },
      about,
      findAssignment,
    ),
  getOwnAssignments: ({ user }) => listOwnAssignments(db, user.id),
}));

const about = ({ eventId, volunteerId, volunteer }: Assignment) => ({
  eventId,
  subject: { id: volunteerId, name: labelOf(volunteer) },
});
