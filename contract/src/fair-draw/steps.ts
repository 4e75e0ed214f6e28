/**
 * Long work that pauses now and then, at each `yield`. A server lets others have their turn in the
 * pauses, a page draws its progress, and a test takes no notice of them.
 */
export type Steps<Result> = Generator<void, Result>;

export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
