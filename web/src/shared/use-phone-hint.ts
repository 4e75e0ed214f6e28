import { useState } from 'react';
import { phoneWarning } from './phone-warning.ts';

/** A hint about a typed number, shown when the field loses focus and hidden by the next key. */
export function usePhoneHint(typed: string, country: string | undefined) {
  const [left, setLeft] = useState('');
  return {
    hint: typed === left && country !== undefined ? phoneWarning(typed, country) : undefined,
    onBlur: () => afterPress(() => setLeft(typed)),
  };
}

const CHECK_MS = 100;

/** Waits until no pointer is down, because a new hint would move the button that is being pressed. */
function afterPress(then: () => void): void {
  setTimeout(() => (document.querySelector(':active') ? afterPress(then) : then()), CHECK_MS);
}
