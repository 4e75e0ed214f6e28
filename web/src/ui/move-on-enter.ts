import type { KeyboardEvent } from 'react';

const TEXT_FIELDS = 'input:not([type=hidden], [type=checkbox])';

/** Lets Enter move on to the next text field of a form; in the last one it submits, as browsers do. */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  // Enter also ends the composition of a Japanese or Chinese word.
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)].filter(
    ({ tabIndex }) => tabIndex >= 0,
  );
  const place = fields.indexOf(target as HTMLInputElement);
  const next = place < 0 ? undefined : fields[place + 1];
  // Key repeats of a held Enter key would rush through the form and submit it.
  if (event.repeat || next) event.preventDefault();
  if (!event.repeat) next?.focus();
}
