import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { sentenceOf } from '../api/api-client.ts';
import { dismissToast, showToast, type ToastMessage } from '../toast.ts';
import { refetch } from './query-client.ts';
import { forgetUnanswered } from './send-once.ts';

export interface ToastMutation<Input, Result> {
  /** Sends the request or requests. */
  send: (input: Input) => Promise<Result>;
  /** The toast on success; leave it out if the screen itself shows the result. */
  success?: ToastMessage | ((response: Result, input: Input) => ToastMessage);
  /** The toast's title on failure, above the server's sentence; leave it out to handle the error yourself. */
  failure?: string | ((error: Error, input: Input) => ToastMessage);
  /** The URLs of the changed lists; they and everything below them are refetched. */
  refetches?: readonly string[];
  /** Mutations with the same scope are sent one after the other. */
  scope?: string;
}

/** A mutation with its toasts and the lists to refetch. */
export function useToastMutation<Input = void, Result = unknown>({
  send,
  success,
  failure,
  refetches = [],
  scope,
}: ToastMutation<Input, Result>): UseMutationResult<Result, Error, Input> {
  const failureToast = useRef(0);
  return useMutation({
    mutationFn: send,
    ...(scope && { scope: { id: scope } }),
    // The toast of an earlier failure is outdated once the user tries again.
    onMutate: () => dismissToast(failureToast.current),
    onSuccess: (response, input) => {
      forgetUnanswered(refetches);
      if (success) showToast(typeof success === 'function' ? success(response, input) : success);
    },
    onError: (error, input) => {
      if (!failure) return;
      const message =
        typeof failure === 'function'
          ? failure(error, input)
          : { title: failure, description: sentenceOf(error) };
      failureToast.current = showToast({ destructive: true, ...message });
    },
    // Refetches without awaiting, so that a dialog closes when its change is saved, not when every list is loaded. It
    // also refetches after a failure, which often means that the list on screen is out of date.
    onSettled: () => {
      refetch(refetches);
    },
  });
}
