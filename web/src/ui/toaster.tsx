import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { classNames } from '../lib/class-names.ts';
import { dismissToast, useShownToast } from '../lib/toast.ts';
import { closeTopDialog } from './open-dialogs.ts';

/**
 * Shows the toasts of `showToast` one at a time, for 5 seconds, or 10 if there is something to press; a swipe
 * to the right closes, F8 focuses.
 */
export function Toaster() {
  const toast = useShownToast();

  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          duration={toast.action ? 10_000 : 5000}
          // Radix closes it after its time; it is removed at once, without an exit animation.
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          onEscapeKeyDown={(event) => {
            // The toast is above a dialog, but the dialog is what somebody is working in.
            if (closeTopDialog()) event.preventDefault();
          }}
          className={classNames(
            'pointer-events-auto flex w-full animate-rise items-start gap-3 rounded-m border p-4 pr-2 shadow-float',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
            toast.destructive ? 'border-danger bg-danger-soft text-danger' : 'bg-card text-ink',
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description
                className={classNames(
                  'break-words text-sm',
                  toast.destructive ? 'text-ink' : 'text-ink-2',
                )}
              >
                {toast.description}
              </Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action
              altText={toast.action.label}
              onClick={toast.action.onSelect}
              className="h-9 shrink-0 self-center rounded-s border border-current px-3 font-semibold text-sm"
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="-my-2 flex size-11 shrink-0 items-center justify-center rounded-m md:size-9"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      {/* aria-live keeps an open dialog from hiding the toasts from screen readers; Radix announces them. */}
      <div aria-live="off" {...{ [TOAST_AREA]: '' }}>
        <Toast.Viewport className="pointer-events-none fixed inset-x-0 top-0 z-70 m-0 list-none p-4 md:inset-x-auto md:top-auto md:right-0 md:bottom-0 md:w-full md:max-w-[420px]" />
      </div>
    </Toast.Provider>
  );
}

/** Marks the corner of the screen where toasts appear. */
const TOAST_AREA = 'data-toast-area';

/** Whether somebody has pressed a toast, which is outside of any dialog. */
export function isInToastArea({ target }: Event): boolean {
  return target instanceof Element && target.closest(`[${TOAST_AREA}]`) !== null;
}
