import { executionAsyncResource } from 'node:async_hooks';

/**
 * Keeps one object of `process.nextTick` alive, so that V8 does not lose the shape of such objects. Without it, building
 * them took 5 to 7 µs of every request in about every third process (docs/decisions/019). Imported first, because the
 * shape is lost early. A hook would find the object, too, but makes every later promise slower.
 */
// Exported, because nothing else would keep it.
export const alive: object[] = [];

process.nextTick(() => alive.push(executionAsyncResource()));
