import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listen } from '../../lib/queries/listen.ts';

export function findHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1, h1');
  if (heading) heading.tabIndex = -1;
  return heading ?? undefined;
}

/** The attribute of list rows, among which keys move the focus. */
export const LIST_ROW = 'data-row';
export const listRow = { tabIndex: -1, [LIST_ROW]: '' };

/**
 * Handles a press on a skip link: moves the focus to the first row with a keyboard action, or else to the first row.
 */
export function skipToList(event: MouseEvent): void {
  const rows = findRows();
  const first =
    rows.find((row) => row.querySelector('[aria-keyshortcuts]:not([aria-keyshortcuts="Enter"])')) ??
    rows[0];
  if (!first) return;
  event.preventDefault();
  first.focus();
}

export function findRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main [${LIST_ROW}]`)].filter((row) =>
    row.checkVisibility(),
  );
}

/**
 * Moves the focus into a form that opens inside a page, and returns it to the previous element when the form closes.
 */
export function useFocusWhileOpen(take: (() => void) | undefined): void {
  const [opener] = useState(() => document.activeElement);
  const takeAtFirst = useRef(take);

  useEffect(() => {
    if (!takeAtFirst.current) return;
    takeAtFirst.current();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);
}

/**
 * Keeps the keyboard position in a part of the page: when the focused control in it disappears or is disabled, the
 * first element with `tabIndex={-1}` in it gets the focus, such as its heading.
 */
export function useKeepFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const focused = useRef<HTMLElement>(null);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const control = target as HTMLElement;
      focused.current = part.current?.contains(control) ? control : null;
    };
    return listen(window, { focusin: note });
  }, []);

  // Runs after every rendering, because any may remove the control.
  useLayoutEffect(() => {
    const control = focused.current;
    if (!control || (control.isConnected && !control.matches(':disabled'))) return;
    if (![document.body, control].includes(document.activeElement as HTMLElement)) return;
    part.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  });

  return part;
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * Returns the focus to the element that had it when the dialog opened, because Radix returns it to a dialog's trigger,
 * and our dialogs are opened by state and have none. If that element was removed, like a deleted row, the same control
 * of the next or previous row gets the focus. An element that took the focus when the dialog closed keeps it.
 */
export function useReturnFocus(): (event: Event) => void {
  const [findTarget] = useState(() => rememberPlace(document.activeElement));
  return (event) => {
    event.preventDefault();
    if (!document.activeElement?.closest('main')) findTarget()?.focus();
  };
}

interface Ancestor {
  element: Element;
  /** The element's siblings, remembered because a removed element no longer knows them. */
  neighbours: (Element | null)[];
  /** The index of the focused control, counted from the end, where a row's delete button is. */
  fromEnd: number;
}

/** Remembers the position of a control on the page, so that a neighbour can be found later. */
function rememberPlace(control: Element | null): () => HTMLElement | undefined {
  const ancestors: Ancestor[] = [];
  for (let element = control; element?.parentElement; element = element.parentElement) {
    const controls = controlsOf(element);
    ancestors.push({
      element,
      neighbours: [element.nextElementSibling, element.previousElementSibling],
      fromEnd: control ? controls.length - controls.indexOf(control as HTMLElement) : 0,
    });
  }
  return () => {
    if (control instanceof HTMLElement && control.isConnected) return control;
    // The removed element is the outermost one that is no longer on the page.
    const removed = ancestors.findLast(({ element }) => !element.isConnected);
    // If the list is empty, the focus goes to the page's heading.
    return (removed && findAmongNeighbours(removed)) ?? findHeading();
  };
}

function findAmongNeighbours({ element, neighbours, fromEnd }: Ancestor): HTMLElement | undefined {
  for (const neighbour of neighbours) {
    // An element of another kind is not part of the same list.
    if (!neighbour?.isConnected || neighbour.tagName !== element.tagName) continue;
    const controls = controlsOf(neighbour);
    const replacement = controls.at(-fromEnd) ?? controls.at(-1);
    if (replacement) return replacement;
  }
  return undefined;
}

function controlsOf(element: Element): HTMLElement[] {
  const inside = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  return element instanceof HTMLElement && element.matches(CONTROLS)
    ? [element, ...inside]
    : inside;
}
