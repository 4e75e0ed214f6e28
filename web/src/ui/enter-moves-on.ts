import type { KeyboardEvent } from 'react';

/** Enter goes from one field of the form to the next, and submits from the last one only. */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  // While an input method composes a word, Enter belongs to it.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const place = fields.indexOf(event.target as HTMLInputElement);
  const next = place < 0 ? undefined : fields[place + 1];
  if (next || event.repeat) event.preventDefault();
  // A held key must not run through the fields.
  if (!event.repeat) next?.focus();
}
