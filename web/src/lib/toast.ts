import { useSyncExternalStore } from 'react';
import { sentenceOf } from './api/api-client.ts';
import { createListeners } from './listeners.ts';
import { refetch } from './queries/query-client.ts';
import { t } from './texts/texts.ts';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  destructive?: boolean;
  /** Keeps the toast when the screen changes, because it is about the screen that opens now. */
  stays?: boolean;
  /** The time for which it is shown, if it is not the usual one. */
  durationMs?: number;
  /** An optional button, such as 'Log in'. */
  action?: { label: string; onSelect: () => void };
}

export interface ShownToast extends ToastMessage {
  id: number;
}

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = createListeners();

/** Shows a toast and returns its id. Only one is visible at a time, so a new one replaces the old one. */
export function showToast(message: ToastMessage): number {
  lastId += 1;
  setShown({ ...message, id: lastId });
  return lastId;
}

export function dismissToast(id: number): void {
  if (shown?.id === id) setShown(null);
}

/** Removes an error once it is out of date: at the next attempt, or on another screen. */
export function dismissFailure(): void {
  if (shown?.destructive && !shown.stays) setShown(null);
}

/** Removes the toast of a success, unless it offers an undo. */
export function dismissNews(): void {
  if (!shown?.destructive && !shown?.action) setShown(null);
}

export function useShownToast(): ShownToast | null {
  return useSyncExternalStore(
    listeners.add,
    () => shown,
    () => null,
  );
}

function setShown(next: ShownToast | null): void {
  shown = next;
  listeners.call();
}

export interface Undo<Result> {
  /** Sends the request that undoes the change. */
  send: () => Promise<Result>;
  /** The toast's title after the undo. */
  done: string | ((response: Result) => string);
  /** The toast's title on failure, above the server's sentence. */
  failure: string;
  /** The URLs of the changed lists. */
  refetches: readonly string[];
}

/** The button of a toast that undoes the last change, on the server too. */
export function undoAction<Result>({
  send,
  done,
  failure,
  refetches,
}: Undo<Result>): NonNullable<ToastMessage['action']> {
  return {
    label: t('workspace.undo'),
    onSelect: () => {
      send()
        .then(
          (response) => showToast({ title: typeof done === 'function' ? done(response) : done }),
          (error: unknown) =>
            showToast({ title: failure, description: sentenceOf(error), destructive: true }),
        )
        .then(() => refetch(refetches));
    },
  };
}
