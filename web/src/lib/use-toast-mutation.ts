import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { sentenceOf } from './api-client.ts';
import { refetch } from './query-client.ts';
import { showToast, type ToastMessage } from './toast.ts';

interface ToastMutation<Input, Answer> {
  /** The call, or the calls, to make. */
  send: (input: Input) => Promise<Answer>;
  /** The toast when it worked; leave it out where the screen itself tells. */
  success?: ToastMessage | ((answer: Answer, input: Input) => ToastMessage);
  /** The title when it did not; the server's sentence stands below it. Leave it out to handle it there. */
  failure?: string | ((error: Error, input: Input) => ToastMessage);
  /** The lists that changed, as URLs: they and everything below them are read again. */
  refetches?: readonly string[];
}

/** A change on the server with its two toasts and the lists to read again, declared in one place. */
export function useToastMutation<Input = void, Answer = unknown>({
  send,
  success,
  failure,
  refetches = [],
}: ToastMutation<Input, Answer>): UseMutationResult<Answer, Error, Input> {
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => {
      if (success) showToast(typeof success === 'function' ? success(answer, input) : success);
    },
    onError: (error, input) => {
      if (!failure) return;
      const message =
        typeof failure === 'function'
          ? failure(error, input)
          : { title: failure, description: sentenceOf(error) };
      showToast({ destructive: true, ...message });
    },
    // Not awaited: a dialog closes when its change is saved, not when every list is back. After a
    // failure too, because a refusal often means that the list on screen is out of date.
    onSettled: () => {
      refetch(refetches);
    },
  });
}
