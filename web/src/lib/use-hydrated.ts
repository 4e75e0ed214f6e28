import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in what the server renders and while it is taken over, for content that needs a browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
