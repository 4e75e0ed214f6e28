interface Deadline {
  /** Aborts at the timeout or when the given signal aborts. */
  signal: AbortSignal;
  /** Stops the timer once everything has arrived. */
  clear: () => void;
}

/**
 * Combines a timeout and a signal. `AbortSignal.any` is missing on older phones.
 */
export function startDeadline(milliseconds: number, callerSignal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const giveUp = () => controller.abort(callerSignal?.reason);
  // A TypeError, as fetch throws when there is no response, so that callers handle both alike.
  const timer = setTimeout(
    () => controller.abort(new TypeError('No response in time')),
    milliseconds,
  );
  if (callerSignal?.aborted) giveUp();
  callerSignal?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', giveUp);
    },
  };
}
