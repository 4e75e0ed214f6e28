import type { KeyboardEvent } from 'react';

/**
 * Ignores the key repeats of a held Enter key. They would press the button again as soon as its work is
 * done, when it may have another function, or submit the form of a dialog that has just opened.
 */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
