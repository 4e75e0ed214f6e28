import { sentenceOf } from './api-client.ts';
import { refetch } from './query-client.ts';
import { showToast, type ToastMessage } from './toast.ts';

interface Undo {
  /** Makes the request that takes the change back. */
  send: () => Promise<unknown>;
  /** The toast's title afterwards. */
  done: string;
  /** The toast's title on failure, above the server's sentence. */
  failure: string;
  /** The URLs of the changed lists. */
  refetches: readonly string[];
}

/** The button of a toast that takes back what has just been done, on the server too. */
export function undoAction({ send, done, failure, refetches }: Undo): ToastMessage['action'] {
  return {
    label: 'Undo',
    onSelect: () => {
      send()
        .then(
          () => showToast({ title: done }),
          (error: unknown) =>
            showToast({ title: failure, description: sentenceOf(error), destructive: true }),
        )
        .then(() => refetch(refetches));
    },
  };
}
