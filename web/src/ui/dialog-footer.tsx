import type { ReactNode } from 'react';

/** The buttons of a dialog, always visible; full width on phones. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex gap-3 border-t bg-card px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] *:flex-1 md:justify-end md:px-6 md:*:flex-none">
      {children}
    </footer>
  );
}
