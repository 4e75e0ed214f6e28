import { createContext, useContext, useEffect, useId } from 'react';
import type { AroundNavHandler } from 'wouter';
import { listen } from '../../lib/queries/listen.ts';

/** Reports to a dialog whether something in it has been changed and not saved. */
export const UnsavedChangesContext = createContext<
  ((source: string, changed: boolean) => void) | undefined
>(undefined);

/** Reports unsaved input inside a dialog, which then asks before it closes. */
export function useUnsavedChanges(changed: boolean): void {
  const source = useId();
  const report = useContext(UnsavedChangesContext);

  useEffect(() => {
    report?.(source, changed);
    return () => report?.(source, false);
  }, [report, source, changed]);
}

/** Lets the browser ask before it closes or reloads the page. */
export function useWarningBeforeUnload(needed = true): void {
  useEffect(() => {
    if (!needed) return;
    return listen(window, { beforeunload: (event) => event.preventDefault() });
  }, [needed]);
}

let askBefore: ((to: string) => void) | undefined;

/** Sets the function that is called instead of navigating while a page has unsaved changes. */
export function setNavigationGuard(ask: typeof askBefore): void {
  askBefore = ask;
}

/** Navigates through the guard; for the router around such pages. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (askBefore) askBefore(to);
  else navigate(to, options);
};
