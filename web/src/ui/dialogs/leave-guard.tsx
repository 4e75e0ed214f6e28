import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { DiscardDialog } from './confirm-dialog.tsx';
import { useOpenDialog } from './open-dialogs.ts';
import {
  setNavigationGuard,
  UnsavedChangesContext,
  useWarningBeforeUnload,
} from './unsaved-changes.ts';

interface LeaveGuardProps {
  changed: boolean;
  /** The page to which Back leads from unsaved changes. */
  parent: string;
}

/**
 * Asks before a page with unsaved changes is left: by a link, by Back, or by closing it. Render it from the first
 * change on, because browsers let Back skip history entries that a page added by itself.
 */
function LeaveGuard({ changed, parent }: LeaveGuardProps) {
  const [leavingFor, setLeavingFor] = useState<string>();
  const [, navigate] = useLocation();
  useWarningBeforeUnload(changed);
  useEffect(() => {
    if (!changed) return;
    setNavigationGuard(setLeavingFor);
    return () => setNavigationGuard(undefined);
  }, [changed]);
  // The history entry stays when the changes are saved, because going back would scroll the page.
  useOpenDialog(() => {
    if (changed) setLeavingFor(parent);
    else history.back();
    return !changed;
  }, true);

  if (leavingFor === undefined) return null;
  return (
    <DiscardDialog
      onConfirm={() => {
        setNavigationGuard(undefined);
        navigate(leavingFor, { replace: true });
      }}
      onClose={() => setLeavingFor(undefined)}
    />
  );
}

interface UnsavedGuardProps extends Pick<LeaveGuardProps, 'parent'> {
  children: ReactNode;
}

/** Asks before the page is left while a form in it has unsaved changes. */
export function UnsavedGuard({ parent, children }: UnsavedGuardProps) {
  const sources = useRef(new Set<string>());
  const [changed, setChanged] = useState<boolean>();
  const reportChange = useCallback((source: string, isChanged: boolean) => {
    if (isChanged) sources.current.add(source);
    else sources.current.delete(source);
    setChanged((before) => (sources.current.size > 0 ? true : before && false));
  }, []);
  return (
    <UnsavedChangesContext value={reportChange}>
      {children}
      {changed !== undefined && <LeaveGuard changed={changed} parent={parent} />}
    </UnsavedChangesContext>
  );
}
