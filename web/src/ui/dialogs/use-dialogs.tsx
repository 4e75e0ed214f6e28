import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type ApiMutation, useDeclaredMutation } from '../../lib/queries/use-api-mutation.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Dialogs<Row> = Record<string, (close: () => void, row: Row) => ReactNode>;

/** Opens a dialog; a dialog about a row takes the row's id. */
type Open<Offered extends Dialogs<never>> = <Name extends keyof Offered & string>(
  name: Name,
  ...about: Parameters<Offered[Name]>['length'] extends 2 ? [id: string] : []
) => void;

/**
 * The dialogs of a list, of which at most one is open. The open one is stored with the id of its row, so that it always
 * shows the latest data, and closes if somebody else deletes the row.
 */
export function useDialogs<Row extends { id: string }, Offered extends Dialogs<Row>>(
  rows: readonly Row[] | undefined,
  dialogs: Offered,
): [open: Open<Offered>, dialog: ReactNode] {
  const [shown, setShown] = useState<{ name: string; id: string | undefined }>();
  const open = (name: string, id?: string) => setShown({ name, id });
  const close = () => setShown(undefined);
  const row = rows?.find(({ id }) => id === shown?.id);
  const isThere = shown && (shown.id === undefined || row !== undefined);
  return [open as Open<Offered>, isThere && dialogs[shown.name]?.(close, row as Row)];
}

interface ConfirmChangeProps<Result>
  extends Pick<
    ComponentProps<typeof ConfirmDialog>,
    'title' | 'description' | 'details' | 'confirmLabel' | 'onClose'
  > {
  mutation:
    | ApiMutation<void, Result>
    | Pick<UseMutationResult<Result, Error, void>, 'isPending' | 'mutate'>;
}

/** Asks before a change that cannot be undone, and closes when the request has succeeded or failed. */
export function ConfirmMutationDialog<Result>({
  mutation: given,
  ...dialog
}: ConfirmChangeProps<Result>) {
  const mutation = useDeclaredMutation(given);
  return (
    <ConfirmDialog
      {...dialog}
      destructive
      pending={mutation.isPending}
      onConfirm={() => mutation.mutate(undefined, { onSettled: dialog.onClose })}
    />
  );
}
