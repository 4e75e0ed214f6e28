import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { DiscardDialog } from './confirm-dialog.tsx';
import { useOpenDialog } from './open-dialogs.ts';
import { setNavigationGuard, useWarningBeforeUnload } from './unsaved-changes.ts';

interface LeaveGuardProps {
  changed: boolean;
  /** The page to which Back leads from unsaved changes. */
  parent: string;
}

/**
 * Asks before a page with unsaved changes is left: by a link, by Back, or by closing it. Render it from the first
 * change on, because browsers let Back skip history entries that a page added by itself.
 */
export function LeaveGuard({ changed, parent }: LeaveGuardProps) {
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
