import { useState } from 'react';
import { findHeading } from './find-heading.ts';

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * Radix gives the focus back to a dialog's trigger; ours are opened by state and have none, so what
 * had the focus when the dialog came gets it back when it goes. If it has gone itself, as the row does
 * that was deleted, the same control of the next row gets it, or of the one before. An element of
 * the page that took the focus when the dialog went keeps it.
 */
export function useReturnFocus(): (event: Event) => void {
  const [findHeir] = useState(() => rememberPlace(document.activeElement));
  return (event) => {
    event.preventDefault();
    if (!document.activeElement?.closest('main')) findHeir()?.focus();
  };
}

interface Step {
  element: Element;
  /** Those beside it; the elements know them no more when it has been taken away. */
  neighbours: (Element | null)[];
  /** Which of its controls had the focus, counted from its end: what deletes a row stands there. */
  fromEnd: number;
}

/** Where the control stands on the page, so that somebody near it can be found later. */
function rememberPlace(control: Element | null): () => HTMLElement | undefined {
  const steps: Step[] = [];
  for (let element = control; element?.parentElement; element = element.parentElement) {
    const controls = controlsOf(element);
    steps.push({
      element,
      neighbours: [element.nextElementSibling, element.previousElementSibling],
      fromEnd: control ? controls.length - controls.indexOf(control as HTMLElement) : 0,
    });
  }
  return () => {
    if (control instanceof HTMLElement && control.isConnected) return control;
    // What was taken away is the largest part of the page that is not on it any more.
    const gone = steps.findLast(({ element }) => !element.isConnected);
    // Where nothing is left of the list, the keyboard begins again.
    return (gone && findAmongNeighbours(gone)) ?? findHeading();
  };
}

function findAmongNeighbours({ element, neighbours, fromEnd }: Step): HTMLElement | undefined {
  for (const neighbour of neighbours) {
    // What is of another kind is no part of the same list.
    if (!neighbour?.isConnected || neighbour.tagName !== element.tagName) continue;
    const controls = controlsOf(neighbour);
    const heir = controls.at(-fromEnd) ?? controls.at(-1);
    if (heir) return heir;
  }
  return undefined;
}

function controlsOf(element: Element): HTMLElement[] {
  const inside = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  return element instanceof HTMLElement && element.matches(CONTROLS)
    ? [element, ...inside]
    : inside;
}
