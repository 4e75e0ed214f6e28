import type { Steps } from '@drawbridge/contract/fair-draw/steps';

const SLICE_MS = 8;

/** Does long work in slices, between which the page is drawn and takes what is typed and pressed. */
export async function inSlices<Result>(
  steps: Steps<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let began = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < SLICE_MS) continue;
    await nextTask();
    began = performance.now();
  }
}

/** A message and no timer: browsers let timers wait, and in a tab in the background for a second each. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
