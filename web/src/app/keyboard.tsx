import { adminPages } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { listen } from '../lib/queries/listen.ts';
import { say } from '../lib/texts/say.ts';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';
import { findRows, LIST_ROW } from '../ui/fields/focus.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { ListedKey } from './keys-dialog.tsx';

const Palette = lazyDialog(() => import('./palette.tsx'), 'Palette');
const KeysDialog = lazyDialog(() => import('./keys-dialog.tsx'), 'KeysDialog');

/** The second key after `g`, and the page to which it leads. */
const places: Record<string, [does: string, path: string]> = {
  e: [english('Go to Events'), adminPages.events],
  l: [english('Go to Leads'), adminPages.leads],
  v: [english('Go to Volunteers'), adminPages.volunteers],
  a: [english('Go to Analytics'), adminPages.analytics],
  s: [english('Go to Settings'), adminPages.settings],
  t: [english('Go to Privacy & log'), adminPages.privacy],
};

/** All keys, in the order in which they are listed; keys without an action are handled elsewhere. */
const keys: (ListedKey & { act?: () => void })[] = [
  { press: '/', does: english('Search'), act: focusSearch },
  { press: 'Ctrl K', does: english('Go to an event, a person or a screen') },
  { press: 'j', does: english('Next row'), act: () => moveBy(1) },
  { press: 'k', does: english('Previous row'), act: () => moveBy(-1) },
  { press: 'Enter', does: english('Open the lead of this row'), act: () => pressInRow('Enter') },
  { press: 'v', does: english('Verify the lead of this row'), act: () => pressInRow('v') },
  { press: 'x', does: english('Select the lead of this row'), act: () => pressInRow('x') },
  { press: 'Escape', does: english('Close the lead beside the list'), act: closeBeside },
  ...Object.entries(places).map(([key, [does]]) => ({ press: `g ${key}`, does })),
  { press: 'Ctrl B', does: english('Open or close the sidebar') },
  { press: 'F8', does: english('Go to the message in the corner') },
  { press: '?', does: english('This list') },
];

/** The time that `g` waits for the second key. */
const SEQUENCE_MS = 1500;
/** Controls in which letters are typed or choose an option. */
const TYPING = 'input, textarea, select, [contenteditable], [role=combobox]';
const OPEN = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** The keys of the administration with the dialog that lists them, and the button of the palette. */
export function Keyboard() {
  const [open, setOpen] = useState<'keys' | 'palette'>();
  const [path, navigate] = useLocation();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, timeStamp } = event;
    if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      // The browser's own search field would open instead.
      event.preventDefault();
      if (!document.querySelector(OPEN)) setOpen('palette');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.defaultPrevented || document.querySelector(OPEN)) return;
    if (target instanceof Element && target.closest(TYPING)) return;
    // On a control inside a row, Enter presses that control.
    if (key === 'Enter' && !(target as Element).hasAttribute?.(LIST_ROW)) return;
    const destination = timeStamp - startedAt.current < SEQUENCE_MS ? places[key] : undefined;
    startedAt.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
    const act = destination
      ? () => navigate(destination[1])
      : key === '?'
        ? () => setOpen('keys')
        : keys.find(({ press }) => press === key)?.act;
    if (!act) return;
    // The key must not also be typed into the field that gets the focus.
    event.preventDefault();
    act();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another list.
  useEffect(() => {
    lastPlace = -1;
  }, [path]);
  useEffect(() => listen(window, { keydown: (event) => handleKey(event) }), []);

  const close = () => setOpen(undefined);
  return (
    <>
      <IconButton icon={Search} label={say('Go to')} onClick={() => setOpen('palette')} />
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <KeysDialog keys={keys} onClose={close} />}
    </>
  );
}

/** The index of the last focused row, which the next row takes if that row has left the list. */
let lastPlace = -1;

function moveBy(step: 1 | -1): void {
  const rows = findRows();
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const isOpen = rows.some((row) => row.ariaCurrent);
  const from = current >= 0 ? current : step === 1 ? lastPlace - 1 : lastPlace;
  const index = Math.min(Math.max(from + step, 0), rows.length - 1);
  rows[index]?.focus();
  lastPlace = index;
  // The detail view beside the list follows the focus.
  if (isOpen) pressInRow('Enter');
}

/** Presses the control of the current row that has this key. */
function pressInRow(key: string): void {
  const row = document.activeElement?.closest(`[${LIST_ROW}]`);
  row?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
}

function closeBeside(): void {
  document.querySelector<HTMLElement>(':is(main, aside) [aria-keyshortcuts="Escape"]')?.click();
}

function focusSearch(): void {
  const search = document.querySelector<HTMLElement>('main [aria-keyshortcuts="/"]');
  const closed = search?.closest('[hidden]');
  if (closed) document.querySelector<HTMLElement>(`[aria-controls="${closed.id}"]`)?.click();
  // A field that has just been opened is on the page with the next frame.
  requestAnimationFrame(() => search?.focus());
}
