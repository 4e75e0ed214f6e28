import { LockOpen, X } from 'lucide-react';
import { useState } from 'react';
import { readStored, writeStored } from '../lib/storage.ts';
import { IconButton } from '../ui/icon-button.tsx';

const DISMISSED = 'https-notice';

/**
 * Tells administrators what is missing without HTTPS, on the screen that follows the log-in: before it
 * nobody knows who they are, and volunteers can do nothing about it.
 */
export function HttpsNotice() {
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED) !== null);
  if (isSecureContext || dismissed) return null;
  const dismiss = () => {
    writeStored(DISMISSED, 'dismissed');
    setDismissed(true);
  };
  return (
    <aside
      aria-label="HTTPS"
      className="flex items-center gap-3 rounded-m border bg-card py-1 pr-1 pl-4 text-ink-2 text-sm"
    >
      <LockOpen aria-hidden className="size-4 shrink-0" />
      <p className="flex-1 py-2">
        This server has no HTTPS. Volunteers cannot open their page offline or scan badges by camera
        until the operator sets it up.
      </p>
      <IconButton icon={X} label="Dismiss" onClick={dismiss} />
    </aside>
  );
}
