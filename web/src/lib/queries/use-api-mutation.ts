import type { UseMutationResult } from '@tanstack/react-query';
import { type ToastMessage, type Undo, undoAction } from '../toast.ts';
import { type ToastMutation, useToastMutation } from './use-toast-mutation.ts';

/** What else shows what is read from a URL: it counts it, or has its name. */
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
  /** Changes the lists on screen at once, because reading them again takes a moment and may fail. */
  show?: (answer: Answer, input: Input) => void;
  /** How the toast on success takes the change back, if there is something to take back. */
  undo?: (answer: Answer, input: Input) => Omit<Undo<Undone>, 'refetches'> | undefined;
  /** The URLs of what is changed. They, everything below them and what shows them are read again. */
  changes?: readonly string[];
}

/** A mutation of the administration, with its toasts, its undo, and what is read again. */
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

/** The mutation that a declaration makes; one that is made already stays as it is. */
export function useDeclaredMutation<Input, Answer, Made extends object>(
  given: ApiMutation<Input, Answer> | Made,
): UseMutationResult<Answer, Error, Input> | Made {
  const declared = 'send' in given ? given : undefined;
  const own = useApiMutation<Input, Answer>(declared ?? { send: () => Promise.reject() });
  return declared ? own : (given as Made);
}
