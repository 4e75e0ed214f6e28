import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { keepOpenForToasts } from './toast-area.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  title: string;
  description?: string;
  wide?: boolean;
  /**
   * For a dialog with a single field, which gets the focus. On phones it floats at the top, above the
   * keyboard, instead of being a sheet.
   */
  compact?: boolean;
  onClose: () => void;
  /** A `DialogForm`, or a `DialogBody` with or without a `DialogFooter`. */
  children: ReactNode;
}

/**
 * An open dialog; render it only while it should be open, so that its state is reset each time. The
 * heading stays in place and the body scrolls. On phones it is a bottom sheet.
 */
export function Dialog(props: DialogProps) {
  const { title, description, wide = false, compact = false, onClose, children } = props;
  const returnFocus = useReturnFocus();

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          {...(compact && { onOpenAutoFocus: focusField })}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepOpenForToasts}
          {...(!description && { 'aria-describedby': undefined })}
          className={classNames(
            'fixed z-40 flex animate-rise flex-col overflow-hidden bg-card text-ink shadow-float',
            compact
              ? 'inset-x-4 top-[8dvh] max-h-[84dvh] rounded-l border border-line'
              : 'inset-x-0 top-[max(1.5rem,env(safe-area-inset-top))] bottom-0 rounded-t-l',
            'md:inset-x-0 md:top-[8dvh] md:bottom-auto md:mx-auto md:max-h-[84dvh] md:w-[calc(100%-3rem)] md:rounded-l md:border md:border-line',
            wide ? 'md:max-w-3xl' : 'md:max-w-lg',
          )}
        >
          <header className="flex items-start gap-4 border-b px-5 py-4 md:px-6">
            <div className="min-w-0 flex-1">
              <Radix.Title className="break-words text-xl">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 break-words text-ink-2 text-sm">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-m text-ink-2 hover:bg-mute-soft hover:text-ink md:size-9"
            >
              <X aria-hidden className="size-4.5" />
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the field and selects its text, so that Enter accepts a suggestion and typing replaces it. */
function focusField(event: Event): void {
  const field = (event.currentTarget as Element).querySelector('input');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}
