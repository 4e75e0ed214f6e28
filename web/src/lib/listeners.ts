/** A set of listeners for one event. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Calls the listener until the returned function is called. */
    add: (listener: (...args: Args) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    call: (...args: Args) => {
      for (const listener of listeners) listener(...args);
    },
  };
}
