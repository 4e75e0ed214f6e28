import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../button.tsx';
import { useReturnFocus } from '../fields/focus.ts';
import { useOpenDialog } from './open-dialogs.ts';

interface ConfirmDialogProps {
  title: string;
  description: string;
  /** The exact consequences, below the description. */
  details?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Marks an action that cannot be undone: the confirm button is filled in the danger colour. */
  destructive?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation; render it only while it should be open. */
export function ConfirmDialog({
  title,
  description,
  details,
  confirmLabel,
  cancelLabel = t('workspace.cancel'),
  destructive = false,
  pending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Alert title={title} description={description} details={details} onClose={onClose}>
      <CancelButton>{cancelLabel}</CancelButton>
      {/* A Dialog.Close would close the dialog before the server responds. */}
      <Button
        variant={destructive ? 'danger-filled' : 'primary'}
        pending={pending}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </Alert>
  );
}

/** Asks before input is lost. */
export function DiscardDialog(props: Pick<ConfirmDialogProps, 'onConfirm' | 'onClose'>) {
  return (
    <ConfirmDialog
      destructive
      title={t('workspace.discard')}
      description={t('workspace.discardHelp')}
      confirmLabel={t('workspace.discardThem')}
      cancelLabel={t('workspace.keepEditing')}
      {...props}
    />
  );
}

interface NoticeDialogProps {
  title: string;
  text: string;
  /** The alternative action, beside the Close button. */
  action?: ReactNode;
  onClose: () => void;
}

/** Explains why an action is not possible; render it only while it should be open. */
export function NoticeDialog({ title, text, action, onClose }: NoticeDialogProps) {
  return (
    <Alert title={title} description={text} onClose={onClose}>
      {action}
      <CancelButton>{t('workspace.close')}</CancelButton>
    </Alert>
  );
}

interface AlertProps {
  title: string;
  description: string;
  details?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

function Alert({ title, description, details, onClose, children }: AlertProps) {
  const returnFocus = useReturnFocus();
  useOpenDialog(() => {
    onClose();
    return true;
  });

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Content
          role="alertdialog"
          onOpenAutoFocus={focusCancel}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-1/2 z-40 mx-auto flex max-h-[84dvh] max-w-md -translate-y-1/2 animate-appear flex-col overflow-y-auto rounded-l border bg-card p-6 text-ink shadow-float"
        >
          <Dialog.Title className="break-words text-xl">{title}</Dialog.Title>
          <Dialog.Description className="mt-2 text-ink-2">{description}</Dialog.Description>
          {details}
          <div className="mt-6 flex flex-wrap gap-3 *:flex-1 md:justify-end md:*:flex-none">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const CANCEL = 'data-cancel';

const CancelButton = ({ children }: { children: string }) => (
  <Dialog.Close asChild>
    <Button {...{ [CANCEL]: '' }}>{children}</Button>
  </Dialog.Close>
);

/** The button that changes nothing has the focus at first. */
function focusCancel(event: Event): void {
  event.preventDefault();
  (event.currentTarget as Element).querySelector<HTMLElement>(`[${CANCEL}]`)?.focus();
}
