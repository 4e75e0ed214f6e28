import { createContext, useContext, useEffect, useId } from 'react';

/** Tells a dialog whether something in it has been changed and not saved. */
export const UnsavedChangesContext = createContext<
  ((source: string, changed: boolean) => void) | undefined
>(undefined);

/** For forms and other input inside a dialog, which then asks before it closes. */
export function useUnsavedChanges(changed: boolean): void {
  const source = useId();
  const report = useContext(UnsavedChangesContext);

  useEffect(() => {
    report?.(source, changed);
    return () => report?.(source, false);
  }, [report, source, changed]);
}
