import { useEffect, useEffectEvent } from 'react';

/** Closes a dialog; returns false if it stays open, for example to ask about unsaved changes. */
type RequestClose = () => boolean;

/** An entry in the browser's history for an open dialog. */
interface DialogEntry {
  id: number;
  /** The function that closes it; undefined once the dialog has closed. */
  requestClose: RequestClose | undefined;
  /** True for a page that asks before it is left; Escape does not close it. */
  isPage: boolean;
}

/** The dialogs with an entry in the history, the topmost one last. */
const entries: DialogEntry[] = [];
/** Dialogs that opened while the history was going back. */
let waiting: DialogEntry[] = [];
let goingBack = false;
/** Continues from before a reload, after which the entry of an open dialog is still the current one. */
let lastId: number = globalThis.history?.state?.dialog ?? 0;

/**
 * Makes the browser's Back close an open dialog or sheet before it leaves the page. Each has a history entry of its
 * own, which is removed when it closes in another way.
 */
export function useOpenDialog(requestClose: RequestClose, isPage = false): void {
  const close = useEffectEvent(requestClose);

  useEffect(() => {
    lastId += 1;
    const entry: DialogEntry = { id: lastId, requestClose: () => close(), isPage };
    if (goingBack) waiting.push(entry);
    else add(entry);
    return () => {
      entry.requestClose = undefined;
      waiting = waiting.filter((other) => other !== entry);
      // Runs later, because another dialog may open at the same time and take over the entry.
      setTimeout(tidy);
    };
  }, [isPage]);
}

// The server has no such event when it renders a page.
globalThis.addEventListener?.('popstate', () => {
  if (goingBack) {
    goingBack = false;
    for (const entry of waiting.splice(0)) add(entry);
    tidy();
    return;
  }
  // The user went back: the dialogs above the current entry close, unless one of them has to ask.
  while (entries.length > 0 && entries.at(-1)?.id !== currentId()) {
    const left = entries.pop();
    if (left?.requestClose?.() === false) {
      add(left);
      return;
    }
  }
});

function add(entry: DialogEntry): void {
  const top = entries.at(-1);
  const state = { ...history.state, dialog: entry.id };
  if (top && !top.requestClose && top.id === currentId()) {
    entries.splice(-1, 1, entry);
    History.prototype.replaceState.call(history, state, '');
  } else {
    entries.push(entry);
    // The router watches `history.pushState` for new pages, so it is bypassed.
    History.prototype.pushState.call(history, state, '');
  }
}

/** Removes the entries of closed dialogs from the history. */
function tidy(): void {
  if (goingBack) return;
  // After a change of the page, the entries are behind it and do no harm.
  if (entries.at(-1)?.id !== currentId()) entries.length = 0;
  let closed = 0;
  while (entries.length > 0 && !entries.at(-1)?.requestClose) {
    entries.pop();
    closed += 1;
  }
  if (closed === 0) return;
  goingBack = true;
  history.go(-closed);
}

function currentId(): number | undefined {
  return (history.state as { dialog?: number } | null)?.dialog;
}
