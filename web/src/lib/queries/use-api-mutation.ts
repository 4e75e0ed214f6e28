import type { UseMutationResult } from '@tanstack/react-query';
import { type ToastMessage, type Undo, undoAction } from '../toast.ts';
import { type ToastMutation, useToastMutation } from './use-toast-mutation.ts';

/** Other URLs whose data contains counts or names from each URL, and that must be refetched with it. */
const dependentUrls: Record<string, readonly string[]> = {
  '/api/accounts': ['/api/leads', '/api/tokens', '/api/webhooks'],
  '/api/events': [
    '/api/analytics',
    '/api/leads',
    '/api/users/volunteers',
    '/api/volunteer-assignments',
  ],
  '/api/leads': ['/api/analytics', '/api/events', '/api/users/volunteers', '/api/volunteer'],
  '/api/people': [
    '/api/analytics',
    '/api/audit',
    '/api/events',
    '/api/leads',
    '/api/users/volunteers',
    '/api/volunteer',
  ],
  '/api/prizes': ['/api/events', '/api/sponsors/sharing'],
  '/api/sponsors': ['/api/prizes'],
  '/api/sponsors/sharing': ['/api/events', '/api/prizes'],
  '/api/status': ['/api/audit'],
  '/api/users/volunteers': ['/api/events', '/api/leads', '/api/volunteer-assignments'],
  '/api/volunteer-assignments': ['/api/events', '/api/users/volunteers'],
};

export interface ApiMutation<Input, Answer, Undone = unknown>
  extends Omit<ToastMutation<Input, Answer>, 'refetches'> {
  /** Changes the lists on screen at once, because a refetch takes a moment and may fail. */
  show?: (answer: Answer, input: Input) => void;
  /** The undo of the success toast, if the change can be undone. */
  undo?: (answer: Answer, input: Input) => Omit<Undo<Undone>, 'refetches'> | undefined;
  /** The URLs of the changed data. They, everything below them and their dependent URLs are refetched. */
  changes?: readonly string[];
}

/** A mutation of the administration, with its toasts, its undo and its refetches. */
export function useApiMutation<Input = void, Answer = unknown, Undone = unknown>({
  send,
  show,
  success,
  undo,
  changes = [],
  ...others
}: ApiMutation<Input, Answer, Undone>): UseMutationResult<Answer, Error, Input> {
  const refetches = changes.flatMap((url) => [url, ...(dependentUrls[url] ?? [])]);
  const successToast = (answer: Answer, input: Input): ToastMessage => {
    const back = undo?.(answer, input);
    return {
      ...((typeof success === 'function' ? success(answer, input) : success) as ToastMessage),
      ...(back && { action: undoAction({ ...back, refetches }) }),
    };
  };
  return useToastMutation({
    ...others,
    send: async (input: Input) => {
      const answer = await send(input);
      show?.(answer, input);
      return answer;
    },
    ...(success && { success: successToast }),
    refetches,
  });
}

/** Returns the mutation, or creates one from a declaration. */
export function useDeclaredMutation<Input, Answer, Made extends object>(
  given: ApiMutation<Input, Answer> | Made,
): UseMutationResult<Answer, Error, Input> | Made {
  const declared = 'send' in given ? given : undefined;
  const own = useApiMutation<Input, Answer>(declared ?? { send: () => Promise.reject() });
  return declared ? own : (given as Made);
}
