import type {
  AssignmentInput,
  eventVolunteerForm,
  volunteerForm,
} from '@drawbridge/contract/team/volunteers';
import type { z } from 'zod';
import { api, sentenceOf } from '../../lib/api/api-client.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { useToastMutation } from '../../lib/queries/use-toast-mutation.ts';
import { endSentence } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import type { ToastMessage } from '../../lib/toast.ts';
import { type Invited, inviteTo, inviteVolunteer } from '../accounts/api.ts';

export const VOLUNTEERS = '/api/users/volunteers';
export const ASSIGNMENTS = '/api/volunteer-assignments';

// Always refetched, because other administrators change them too.
export const volunteersQuery = { ...apiQuery(VOLUNTEERS), staleTime: 0 };
export const assignmentsQuery = { ...apiQuery(ASSIGNMENTS), staleTime: 0 };

/** The texts for the page of volunteers and for the dialog of an event. */
export const words = {
  page: {
    created: () => ({
      title: say('Volunteer created'),
      description: say('New volunteer has been added successfully'),
    }),
    refused: (reason: string, failed: number, all: number) =>
      say(
        'Account created successfully, but {failed} of {count} assignment failed: {reason} Please use the Assignments button to assign them.',
        'Account created successfully, but {failed} of {count} assignments failed: {reason} Please use the Assignments button to assign them.',
        { count: all, failed, reason },
      ),
    assigned: () => ({
      title: say('Assignment created'),
      description: say('Volunteer has been assigned to the event'),
    }),
    revoked: () => ({
      title: say('Assignment removed'),
      description: say('Volunteer has been unassigned from the event'),
    }),
  },
  event: {
    created: () => ({ title: say('Volunteer created and assigned') }),
    refused: (reason: string) =>
      say(
        'Account created successfully, but assignment failed: {reason} Please use the "Assign Existing" tab to manually assign this volunteer.',
        { reason },
      ),
    assigned: () => ({ title: say('Volunteer assigned') }),
    revoked: () => ({ title: say('Access revoked') }),
  },
};
export type VolunteerScreen = keyof typeof words;

type NewVolunteer = { eventIds: readonly string[]; invite: boolean; email: string | null } & (
  | z.infer<typeof volunteerForm>
  | z.infer<typeof eventVolunteerForm>
);

/**
 * Creates the account, then one assignment per event, and invites the volunteer if they choose the password. If one of
 * these fails, the account stays and a toast says so.
 */
export function useCreateVolunteer(screen: VolunteerScreen) {
  return useApiMutation({
    send: async ({ eventIds, invite, email, ...account }: NewVolunteer) => {
      const { user } = await sendOnce('/api/auth/register', {
        body: { ...account, role: 'volunteer' },
      });
      const assigned = await Promise.allSettled(
        eventIds.map((eventId) =>
          sendOnce(ASSIGNMENTS, { body: { volunteerId: user.id, eventId } }),
        ),
      );
      const refusals = assigned.flatMap((result) =>
        result.status === 'rejected' ? [sentenceOf(result.reason)] : [],
      );
      const sent = invite && (await inviteTo(say('Edit'), inviteVolunteer(user.id, email)));
      const { username, name } = user;
      const invited: Invited | undefined = sent
        ? { ...sent, username, name: name ?? username, who: 'volunteer' }
        : undefined;
      return { volunteerId: user.id, refusals, invited };
    },
    success: ({ refusals }, { eventIds }) => creationToast(screen, refusals, eventIds.length),
    failure: say('Creation failed'),
    changes: [VOLUNTEERS],
  });
}

/** The toast for a new account; the refusals are the reasons for missing assignments. */
export function creationToast(
  screen: VolunteerScreen,
  refusals: string[],
  assignments: number,
): ToastMessage {
  const { created, refused } = words[screen];
  const [reason] = refusals;
  if (reason === undefined) return created();
  return {
    title: say('Volunteer created but not assigned'),
    description: refused(endSentence(reason), refusals.length, assignments),
    destructive: true,
  };
}

export function useAssignVolunteer(screen: VolunteerScreen) {
  return useApiMutation({
    send: (body: AssignmentInput) => sendOnce(ASSIGNMENTS, { body }),
    success: words[screen].assigned,
    failure: say('Assignment failed'),
    changes: [ASSIGNMENTS],
  });
}

export function useMailLogInLink() {
  return useToastMutation({
    send: (volunteerId: string) =>
      api.post('/api/mail/login-links/:volunteerId', { params: { volunteerId } }),
    success: ({ to }) => ({
      title: say('Login link sent'),
      description: say('Sent to {to}. It works once, within a day.', { to }),
    }),
    failure: say('Could not send the login link'),
  });
}
