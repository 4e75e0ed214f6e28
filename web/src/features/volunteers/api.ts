import type {
  AssignmentInput,
  eventVolunteerForm,
  LoginCodesInput,
  Volunteer,
  volunteerEditForm,
  volunteerForm,
} from '@drawbridge/contract/volunteers';
import type { z } from 'zod';
import { api, sentenceOf } from '../../lib/api-client.ts';
import { countOf, endSentence } from '../../lib/formats.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { reading, removeRow, replaceRow } from '../../lib/query-client.ts';
import type { ToastMessage } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

const VOLUNTEERS = '/api/users/volunteers';
const ASSIGNMENTS = '/api/volunteer-assignments';

// Other administrators change them, too.
export const volunteersQuery = { ...reading('/api/users/volunteers'), staleTime: 0 };
export const assignmentsQuery = { ...reading('/api/volunteer-assignments'), staleTime: 0 };

/** The page of volunteers and the dialog of an event say the same in other words. */
const words = {
  page: {
    created: {
      title: 'Volunteer created',
      description: 'New volunteer has been added successfully',
    },
    refused: (reason: string, failed: number, all: number) =>
      `${failed} of ${countOf(all, 'assignment')} failed: ${reason} Please use the Assignments button to assign them.`,
    assigned: {
      title: 'Assignment created',
      description: 'Volunteer has been assigned to the event',
    },
    revoked: {
      title: 'Assignment removed',
      description: 'Volunteer has been unassigned from the event',
    },
  },
  event: {
    created: { title: 'Volunteer created and assigned' },
    refused: (reason: string) =>
      `assignment failed: ${reason} Please use the "Assign Existing" tab to manually assign this volunteer.`,
    assigned: { title: 'Volunteer assigned' },
    revoked: { title: 'Access revoked' },
  },
};
export type Place = keyof typeof words;

/** Creates the account, then one assignment per event. If one fails, the account stays and a toast says so. */
export function useCreateVolunteer(place: Place, eventIds: readonly string[]) {
  return useChange({
    send: async (account: z.infer<typeof volunteerForm> | z.infer<typeof eventVolunteerForm>) => {
      const { user } = await sendOnce('/api/auth/register', {
        body: { ...account, role: 'volunteer' },
      });
      const assigned = await Promise.allSettled(
        eventIds.map((eventId) =>
          sendOnce('/api/volunteer-assignments', { body: { volunteerId: user.id, eventId } }),
        ),
      );
      const refusals = assigned.flatMap((result) =>
        result.status === 'rejected' ? [sentenceOf(result.reason)] : [],
      );
      return { volunteerId: user.id, refusals };
    },
    success: ({ refusals }) => creationToast(place, refusals, eventIds.length),
    failure: 'Creation failed',
    changes: [VOLUNTEERS],
  });
}

/** The toast for a new account; the refusals say why it was not assigned. */
export function creationToast(place: Place, refusals: string[], assignments: number): ToastMessage {
  const { created, refused } = words[place];
  const [reason] = refusals;
  if (reason === undefined) return created;
  return {
    title: 'Volunteer created but not assigned',
    description: `Account created successfully, but ${refused(endSentence(reason), refusals.length, assignments)}`,
    destructive: true,
  };
}

export function useAssignVolunteer(place: Place) {
  return useChange({
    send: (body: AssignmentInput) => sendOnce('/api/volunteer-assignments', { body }),
    success: words[place].assigned,
    failure: 'Assignment failed',
    changes: [ASSIGNMENTS],
  });
}

export function useRevokeAssignment(place: Place, assignmentId: string) {
  const params = { assignmentId };
  return useChange({
    send: () => api.patch('/api/volunteer-assignments/:assignmentId/revoke', { params }),
    // The list contains revoked assignments, too.
    show: (revoked) => replaceRow(ASSIGNMENTS, revoked),
    success: words[place].revoked,
    undo: () => ({
      send: () => api.post('/api/volunteer-assignments/:assignmentId/restore', { params }),
      done: 'Assignment restored',
      failure: 'Failed to restore assignment',
    }),
    failure: 'Revoke failed',
    changes: [ASSIGNMENTS],
  });
}

export function useUpdateVolunteer(volunteerId: string) {
  return useChange({
    send: (body: z.output<typeof volunteerEditForm>) =>
      api.patch('/api/users/:volunteerId', { params: { volunteerId }, body }),
    success: {
      title: 'Volunteer updated',
      description: 'Volunteer information has been updated successfully',
    },
    failure: 'Update failed',
    changes: [VOLUNTEERS],
  });
}

export function useDeleteVolunteer({ id }: Volunteer) {
  return useChange({
    send: () => api.delete('/api/users/:volunteerId', { params: { volunteerId: id } }),
    show: () => removeRow(VOLUNTEERS, id),
    success: { title: 'Volunteer deleted', description: 'Volunteer has been removed successfully' },
    failure: 'Deletion failed',
    changes: [VOLUNTEERS],
  });
}

/** Not sent by `sendOnce`: a code that was lost on its way is just not used. */
export function useMakeLoginCodes() {
  return useChange({
    send: (body: LoginCodesInput) => api.post('/api/users/login-codes', { body }),
    failure: 'No log-in code could be made',
  });
}

/** The volunteer's log-ins since then, read every two seconds. */
export const loginsQuery = (volunteerId: string, since: string) => ({
  ...reading('/api/audit', { query: { kind: 'log-in', actorId: volunteerId, from: since } }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: 2000,
});
