import { INITIAL_DATA_ID, type InitialData } from '@drawbridge/contract/collecting/initial-data';
import { createContext, startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/** The responses embedded in the page, by URL; empty if the server embedded none. */
export const initialData: InitialData = readFirstView();

/** The embedded responses for components; the server sets it when it renders a page. */
export const InitialDataContext = createContext(initialData);

function readFirstView(): InitialData {
  // The server has no document when it renders a page.
  const text = globalThis.document?.getElementById(INITIAL_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as InitialData) : {};
}

/** True until the page that the server has rendered is hydrated. */
let hydrating = !globalThis.document || document.getElementById('root')?.hasChildNodes() === true;

/**
 * False on the server and during hydration, for content that needs a browser. It changes in a transition, which a phone
 * renders in short tasks: a change of the whole page at once would block it for a quarter of a second.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(!hydrating);
  useEffect(() => {
    hydrating = false;
    startTransition(() => setHydrated(true));
  }, []);
  return hydrated;
}

const never = () => () => {};

/** The same for a part that is hydrated later than the page around it, and is small. */
export function usePartHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
