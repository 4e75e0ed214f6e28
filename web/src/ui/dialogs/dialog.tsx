import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { PHONE } from '../../lib/device/use-media-query.ts';
import { listen } from '../../lib/queries/listen.ts';
import { t } from '../../lib/texts/texts.ts';
import { dismissNews } from '../../lib/toast.ts';
import { useReturnFocus } from '../fields/focus.ts';
import { DiscardDialog } from './confirm-dialog.tsx';
import { useOpenDialog } from './open-dialogs.ts';
import { isInToastArea } from './toaster.tsx';
import { UnsavedChangesContext } from './unsaved-changes.ts';

export interface DialogProps {
  title: string;
  description?: string;
  wide?: boolean;
  /**
   * A dialog with a single field, which gets the focus. On phones it floats at the top, above the keyboard, instead of
   * being a sheet.
   */
  compact?: boolean;
  /** A dialog with few controls: on phones the sheet is only as high as they are, within reach of a thumb. */
  low?: boolean;
  /** A dialog whose content is shown only once: it has no ×, and only a button of its own closes it. */
  staysOpen?: boolean;
  /** The name of the field that gets the focus, instead of the first one. */
  focusOn?: string | undefined;
  onClose: () => void;
  /** A `DialogBody` with or without a `DialogFooter`. */
  children: ReactNode;
}

/**
 * An open dialog; render it only while it should be open, so that its state is reset each time. The
 * heading stays in place and the body scrolls. On phones it is a bottom sheet. If something in it has been
 * changed, it asks before it closes; only Cancel and a successful submit close it at once.
 */
export function Dialog(props: DialogProps) {
  const { title, description, wide = false, compact = false, low = false } = props;
  const { staysOpen = false, focusOn, onClose, children } = props;
  const returnFocus = useReturnFocus();
  const changed = useRef(new Set<string>());
  const [asking, setAsking] = useState(false);
  const reportChange = useCallback((source: string, isChanged: boolean) => {
    if (isChanged) changed.current.add(source);
    else changed.current.delete(source);
  }, []);

  /** Closes the dialog, or asks first. */
  function requestClose(): boolean {
    if (staysOpen) return false;
    if (changed.current.size > 0) setAsking(true);
    else onClose();
    return changed.current.size === 0;
  }
  useOpenDialog(requestClose);

  useEffect(() => {
    // The focus may move to a toast. Radix would take it back: it watches the focus on the document.
    const admit = (event: FocusEvent, target: EventTarget | null) =>
      isInToastArea({ target }) && event.stopPropagation();
    return listen(document.documentElement, {
      focusin: (event) => admit(event, event.target),
      focusout: (event) => admit(event, event.relatedTarget),
    });
  }, []);

  // On phones a toast would cover the title.
  useEffect(() => {
    if (matchMedia(PHONE).matches) dismissNews();
  }, []);

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          onOpenAutoFocus={(event) => focusField(event, focusOn)}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            requestClose();
          }}
          onInteractOutside={(event) => {
            event.preventDefault();
            if (!isInToastArea(event)) requestClose();
          }}
          {...(!description && { 'aria-describedby': undefined })}
          className={classNames(
            'fixed z-40 flex animate-rise flex-col overflow-clip bg-card text-ink shadow-float',
            compact
              ? 'inset-x-4 top-[8dvh] max-h-[84dvh] rounded-l border border-line'
              : 'inset-x-0 bottom-0 rounded-t-l',
            low ? 'max-md:max-h-[84dvh]' : !compact && 'top-[max(1.5rem,env(safe-area-inset-top))]',
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
            {!staysOpen && (
              <button
                type="button"
                aria-label={t('workspace.close')}
                onClick={requestClose}
                className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-m text-ink-2 hover:bg-mute-soft hover:text-ink md:size-9"
              >
                <X aria-hidden className="size-4.5" />
              </button>
            )}
          </header>
          <UnsavedChangesContext value={reportChange}>{children}</UnsavedChangesContext>
          {asking && <DiscardDialog onConfirm={onClose} onClose={() => setAsking(false)} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELDS = ['input', 'textarea', '[role="combobox"]']
  .map((field) => `form ${field}:not([disabled], [type="hidden"])`)
  .join();

/** Focuses a field and selects its text, so that Enter accepts a suggestion and typing replaces it. */
function focusField(event: Event, name: string | undefined): void {
  const dialog = event.currentTarget as Element;
  const field =
    (name && dialog.querySelector<HTMLElement>(`[name="${name}"]`)) ||
    dialog.querySelector<HTMLElement>(FIELDS);
  if (!field) return;
  event.preventDefault();
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

interface DialogBodyProps {
  /** The ref of a long list that needs the scroll position; it also makes the body scroll with the keyboard. */
  ref?: React.Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The part of a dialog that scrolls. */
export function DialogBody({ ref, children }: DialogBodyProps) {
  return (
    <div
      ref={ref}
      {...(ref && { tabIndex: 0 })}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-5 -outline-offset-2 md:px-6"
    >
      {children}
    </div>
  );
}

/** The buttons of a dialog, always visible; full width on phones. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap gap-3 border-t bg-card px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] *:flex-1 md:justify-end md:px-6 md:*:flex-none">
      {children}
    </footer>
  );
}
