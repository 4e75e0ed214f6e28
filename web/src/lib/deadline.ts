export interface Deadline {
  /** Aborts when the time is over, or when the given signal does. */
  signal: AbortSignal;
  /** Everything has come: the time no longer counts. */
  clear: () => void;
}

/**
 * Both reasons to give up in one signal. By hand, because `AbortSignal.any` is younger than the phones
 * that visitors have in their hands.
 */
export function startDeadline(milliseconds: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  const giveUp = () => controller.abort(given?.reason);
  // A TypeError is what fetch itself throws when there is no answer, and this is the same to everybody.
  const timer = setTimeout(
    () => controller.abort(new TypeError('No answer in time')),
    milliseconds,
  );
  if (given?.aborted) giveUp();
  given?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      given?.removeEventListener('abort', giveUp);
    },
  };
}
