import type {
  AssignmentInput,
  eventVolunteerForm,
  LoginCodesInput,
  volunteerForm,
} from '@drawbridge/contract/volunteers';
import type { z } from 'zod';
import { api, sentenceOf } from '../../lib/api-client.ts';
import { countOf, endSentence } from '../../lib/formats.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { reading, removeRow, replaceRow } from '../../lib/query-client.ts';
import type { ToastMessage } from '../../lib/toast.ts';
import { undoAction } from '../../lib/toast.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const VOLUNTEERS = '/api/users/volunteers';
const ASSIGNMENTS = '/api/volunteer-assignments';
/** Refetched because the event cards count their volunteers. */
const EVENTS = '/api/events';
/** Refetched because leads show who added them. */
const LEADS = '/api/leads';

// Other administrators change them, too.
export const volunteersQuery = { ...reading('/api/users/volunteers'), staleTime: 0 };
export const assignmentsQuery = { ...reading('/api/volunteer-assignments'), staleTime: 0 };

type VolunteerForm = z.infer<typeof volunteerForm>;

/** Creates the account, then one assignment per chosen event. */
export function useCreateVolunteer() {
  return useToastMutation({
    send: async ({ eventIds, ...account }: VolunteerForm & { eventIds: string[] }) => {
      const { user } = await sendOnce('/api/auth/register', {
        body: { ...account, role: 'volunteer' },
      });
      const assigned = await Promise.allSettled(
        eventIds.map((eventId) =>
          sendOnce('/api/volunteer-assignments', { body: { volunteerId: user.id, eventId } }),
        ),
      );
      return assigned.filter((result) => result.status === 'rejected');
    },
    success: ([refused, ...others], { eventIds }) =>
      refused
        ? {
            title: 'Volunteer created but not assigned',
            description: `Account created successfully, but ${others.length + 1} of ${countOf(eventIds.length, 'assignment')} failed: ${endSentence(sentenceOf(refused.reason))} Please use the Assignments button to assign them.`,
            destructive: true,
          }
        : { title: 'Volunteer created', description: 'New volunteer has been added successfully' },
    failure: 'Creation failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

/** Not sent by `sendOnce`: a code that was lost on its way is just not used. */
export function useMakeLoginCodes() {
  return useToastMutation({
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

export function useUpdateVolunteer(volunteerId: string) {
  return useToastMutation({
    send: (body: Partial<VolunteerForm> & { email?: string | null }) =>
      api.patch('/api/users/:volunteerId', { params: { volunteerId }, body }),
    success: {
      title: 'Volunteer updated',
      description: 'Volunteer information has been updated successfully',
    },
    failure: 'Update failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, LEADS],
  });
}

export function useDeleteVolunteer() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await api.delete('/api/users/:volunteerId', { params: { volunteerId: id } });
      removeRow(VOLUNTEERS, id);
      return answer;
    },
    success: { title: 'Volunteer deleted', description: 'Volunteer has been removed successfully' },
    failure: 'Deletion failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS, LEADS],
  });
}

export function useAssignVolunteer(volunteerId: string) {
  return useToastMutation({
    send: (eventId: string) =>
      sendOnce('/api/volunteer-assignments', { body: { volunteerId, eventId } }),
    success: {
      title: 'Assignment created',
      description: 'Volunteer has been assigned to the event',
    },
    failure: 'Assignment failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

export function useRevokeAssignment() {
  return useToastMutation({
    send: revoke,
    success: ({ id }) => ({
      title: 'Assignment removed',
      description: 'Volunteer has been unassigned from the event',
      action: undoRevocation(id),
    }),
    failure: 'Revoke failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

// The same three changes from an event's dialog, which has its own form and toasts.

/** Creates the account, then assigns it. If the assignment fails, the account stays and a toast says so. */
export function useCreateEventVolunteer(eventId: string) {
  return useToastMutation({
    send: async (account: z.infer<typeof eventVolunteerForm>) => {
      const { user } = await sendOnce('/api/auth/register', {
        body: { ...account, role: 'volunteer' },
      });
      const refused = await sendOnce('/api/volunteer-assignments', {
        body: { volunteerId: user.id, eventId },
      }).then(
        () => undefined,
        (reason: unknown) => sentenceOf(reason),
      );
      return { volunteerId: user.id, refused };
    },
    success: ({ refused }) => creationToast(refused),
    failure: 'Creation failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

export function useAssignToEvent() {
  return useToastMutation({
    send: (body: AssignmentInput) => sendOnce('/api/volunteer-assignments', { body }),
    success: { title: 'Volunteer assigned' },
    failure: 'Assignment failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

export function useRevokeAccess() {
  return useToastMutation({
    send: revoke,
    success: ({ id }) => ({ title: 'Access revoked', action: undoRevocation(id) }),
    failure: 'Revoke failed',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

function undoRevocation(id: string) {
  return undoAction({
    send: () =>
      api.post('/api/volunteer-assignments/:assignmentId/restore', {
        params: { assignmentId: id },
      }),
    done: 'Assignment restored',
    failure: 'Failed to restore assignment',
    refetches: [VOLUNTEERS, ASSIGNMENTS, EVENTS],
  });
}

/** The list contains revoked assignments too, so the row is replaced by the server's answer. */
async function revoke(id: string) {
  const revoked = await api.patch('/api/volunteer-assignments/:assignmentId/revoke', {
    params: { assignmentId: id },
  });
  replaceRow(ASSIGNMENTS, revoked);
  return revoked;
}

/** The toast for an account created in an event's dialog; `refused` is why it was not assigned. */
export function creationToast(refused: string | undefined): ToastMessage {
  if (refused === undefined) return { title: 'Volunteer created and assigned' };
  return {
    title: 'Volunteer created but not assigned',
    description: `Account created successfully, but assignment failed: ${endSentence(refused)} Please use the "Assign Existing" tab to manually assign this volunteer.`,
    destructive: true,
  };
}
