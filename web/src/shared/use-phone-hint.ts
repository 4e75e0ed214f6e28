import { useState } from 'react';
import { phoneWarning } from './phone-rule.ts';

/** A hint about a typed number, which comes when the field is left and goes with the next key. */
export function usePhoneHint(typed: string, country: string | undefined) {
  const [left, setLeft] = useState('');
  return {
    hint: typed === left && country !== undefined ? phoneWarning(typed, country) : undefined,
    onBlur: () => afterPress(() => setLeft(typed)),
  };
}

const CHECK_MS = 100;

/** Waits until nothing is pressed: a hint that comes would move a button away under the press. */
function afterPress(then: () => void): void {
  setTimeout(() => (document.querySelector(':active') ? afterPress(then) : then()), CHECK_MS);
}
