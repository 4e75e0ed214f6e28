import { INITIAL_DATA_ID, type InitialData } from '@drawbridge/contract/collecting/initial-data';
import { createContext, useSyncExternalStore } from 'react';

/** The responses embedded in the page, by URL; empty if the server embedded none. */
export const initialData: InitialData = readFirstView();

/** The embedded responses for components; the server sets it when it renders a page. */
export const InitialDataContext = createContext(initialData);

function readFirstView(): InitialData {
  // The server has no document when it renders a page.
  const text = globalThis.document?.getElementById(INITIAL_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as InitialData) : {};
}

const never = () => () => {};

/** False on the server and during hydration, for content that needs a browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
