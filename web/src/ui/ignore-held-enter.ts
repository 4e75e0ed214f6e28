import type { KeyboardEvent } from 'react';

/**
 * A key that is held down would press again as soon as the work is done, when the button may do another;
 * or submit the form of a dialog that it has just opened.
 */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
