import { createHook } from 'node:async_hooks';

/**
 * Keeps one object of `process.nextTick` alive. V8 forgets the shape of an object when a collection of garbage finds
 * none, and from then on Node builds each of the five that a request needs by calls into V8: 5 to 7 µs of every
 * request, in about every second process (docs/decisions/019). This has to run before the first such collection.
 */
const alive: object[] = [];

const hook = createHook({
  init(_id, type, _trigger, resource) {
    if (type === 'TickObject') alive.push(resource);
  },
}).enable();
process.nextTick(() => {});
hook.disable();
