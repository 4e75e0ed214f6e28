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

export interface ApiMutation<Input, Result, Undone = unknown>
  extends Omit<ToastMutation<Input, Result>, 'refetches'> {
  /** Changes the lists on screen at once, because a refetch takes a moment and may fail. */
  show?: (response: Result, input: Input) => void;
  /** The undo of the success toast, if the change can be undone. */
  undo?: (response: Result, input: Input) => Omit<Undo<Undone>, 'refetches'> | undefined;
  /** The URLs of the changed data. They, everything below them and their dependent URLs are refetched. */
  changes?: readonly string[];
}

/** A mutation of the administration, with its toasts, its undo and its refetches. */
export function useApiMutation<Input = void, Result = unknown, Undone = unknown>({
  send,
  show,
  success,
  undo,
  changes = [],
  ...others
}: ApiMutation<Input, Result, Undone>): UseMutationResult<Result, Error, Input> {
  const refetches = changes.flatMap((url) => [url, ...(dependentUrls[url] ?? [])]);
  const successToast = (response: Result, input: Input): ToastMessage => {
    const back = undo?.(response, input);
    return {
      ...((typeof success === 'function' ? success(response, input) : success) as ToastMessage),
      ...(back && { action: undoAction({ ...back, refetches }) }),
    };
  };
  return useToastMutation({
    ...others,
    send: async (input: Input) => {
      const response = await send(input);
      show?.(response, input);
      return response;
    },
    ...(success && { success: successToast }),
    refetches,
  });
}

/** Returns the mutation, or creates one from a declaration. */
export function useDeclaredMutation<Input, Result, Made extends object>(
  mutation: ApiMutation<Input, Result> | Made,
): UseMutationResult<Result, Error, Input> | Made {
  const declared = 'send' in mutation ? mutation : undefined;
  const own = useApiMutation<Input, Result>(declared ?? { send: () => Promise.reject() });
  return declared ? own : (mutation as Made);
}
