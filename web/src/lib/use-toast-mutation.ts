import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { sentenceOf } from './api-client.ts';
import { forgetUnanswered } from './post-once.ts';
import { refetch } from './query-client.ts';
import { dismissToast, showToast, type ToastMessage, type Undo, undoAction } from './toast.ts';

interface ToastMutation<Input, Answer> {
  /** Makes the request or requests. */
  send: (input: Input) => Promise<Answer>;
  /** Changes the lists on screen at once, because reading them again takes a moment and may fail. */
  show?: (answer: Answer, input: Input) => void;
  /** The toast on success; leave it out if the screen itself shows the result. */
  success?: ToastMessage | ((answer: Answer, input: Input) => ToastMessage);
  /** The toast's title on failure, above the server's sentence; leave it out to handle the error yourself. */
  failure?: string | ((error: Error, input: Input) => ToastMessage);
  /** How the toast on success takes the change back. */
  undo?: (answer: Answer, input: Input) => Omit<Undo<unknown>, 'refetches'>;
  /** The URLs of what was changed; they, everything below them and what shows them are refetched. */
  refetches?: readonly string[];
  /** Mutations with the same scope are sent one after the other. */
  scope?: string;
}

/** What else shows what is read from a URL: it counts it, or has its name. */
const shownIn: Record<string, readonly string[]> = {
  '/api/accounts': ['/api/leads', '/api/tokens', '/api/webhooks'],
  '/api/events': [
    '/api/analytics',
    '/api/leads',
    '/api/users/volunteers',
    '/api/volunteer-assignments',
  ],
  '/api/people': [
    '/api/analytics',
    '/api/audit',
    '/api/events',
    '/api/leads',
    '/api/users/volunteers',
    '/api/volunteer',
  ],
  '/api/prizes': ['/api/events'],
  '/api/sponsors': ['/api/events'],
  '/api/sponsors/sharing': ['/api/events'],
  '/api/status': ['/api/audit'],
  '/api/users/volunteers': ['/api/events', '/api/leads', '/api/volunteer-assignments'],
  '/api/volunteer-assignments': ['/api/events', '/api/users/volunteers'],
};

/** A mutation with its toasts and the lists to refetch. */
export function useToastMutation<Input = void, Answer = unknown>({
  send,
  show,
  success,
  undo,
  failure,
  refetches: changed = [],
  scope,
}: ToastMutation<Input, Answer>): UseMutationResult<Answer, Error, Input> {
  const failureToast = useRef(0);
  const refetches = changed.flatMap((url) => [url, ...(shownIn[url] ?? [])]);
  return useMutation({
    mutationFn: send,
    ...(scope && { scope: { id: scope } }),
    // What went wrong before no longer holds once the user tries again.
    onMutate: () => dismissToast(failureToast.current),
    onSuccess: (answer, input) => {
      forgetUnanswered();
      show?.(answer, input);
      if (!success) return;
      const message = typeof success === 'function' ? success(answer, input) : success;
      const action = undo && undoAction({ ...undo(answer, input), refetches });
      showToast({ ...message, ...(action && { action }) });
    },
    onError: (error, input) => {
      if (!failure) return;
      const message =
        typeof failure === 'function'
          ? failure(error, input)
          : { title: failure, description: sentenceOf(error) };
      failureToast.current = showToast({ destructive: true, ...message });
    },
    // Not awaited, so that a dialog closes when its change is saved, not when every list is loaded. Also
    // after a failure, which often means that the list on screen is out of date.
    onSettled: () => {
      refetch(refetches);
    },
  });
}
