import { executionAsyncResource } from 'node:async_hooks';

/**
 * Keeps one object of `process.nextTick` alive. V8 forgets the shape of an object when a collection of garbage finds
 * none, and from then on Node builds each of the five that a request needs by calls into V8: 5 to 7 µs of every
 * request, in about every second process (docs/decisions/019). This has to run before the first such collection.
 * A hook would find the object, too, but makes every later promise a third slower.
 */
// Exported, because nothing else would keep it.
export const alive: object[] = [];

process.nextTick(() => alive.push(executionAsyncResource()));
