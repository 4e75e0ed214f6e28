import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { useOpenDialog } from './open-dialogs.ts';
import { useSidebar } from './sidebar-context.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface SidebarProps {
  header: ReactNode;
  footer: ReactNode;
  /** The `SidebarLink`s. */
  children: ReactNode;
}

/** 16rem wide, 3rem when collapsed; on phones an 18rem sheet. */
export function Sidebar({ header, footer, children }: SidebarProps) {
  const { phone, expanded, sheetOpen, setSheetOpen } = useSidebar();

  const content = (
    <>
      <div className="flex h-16 shrink-0 items-center px-3">{header}</div>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-1 overflow-y-auto p-1.5">
        {children}
      </nav>
      <div className="shrink-0 border-t p-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]">
        {footer}
      </div>
    </>
  );

  if (phone) {
    return sheetOpen && <Sheet onClose={() => setSheetOpen(false)}>{content}</Sheet>;
  }

  return (
    <aside
      data-state={expanded ? 'expanded' : 'collapsed'}
      className={classNames(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-hidden border-r bg-sunk transition-[width] duration-150',
        expanded ? 'w-64' : 'w-12',
      )}
    >
      {content}
    </aside>
  );
}

/** Escape, a press beside it and the browser's Back close the sheet. */
function Sheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const returnFocus = useReturnFocus();
  useOpenDialog(() => {
    onClose();
    return true;
  });
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstLink}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-30 flex w-72 max-w-[85vw] animate-slide-in flex-col border-r bg-sunk text-ink shadow-float"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Radix would pass over the links and focus the button below them. */
function focusFirstLink(event: Event): void {
  event.preventDefault();
  (event.currentTarget as Element).querySelector<HTMLElement>('nav a')?.focus();
}
