import { phoneProblemIn, readPhone } from '@drawbridge/contract/phones/phone-key';
import { useState } from 'react';
import { countryName } from '../lib/country-names.ts';
import { t } from '../lib/texts.ts';

/** A warning for a number that is accepted but not valid in the country. */
export function phoneWarning(typed: string, country: string): string | undefined {
  const taken = phoneProblemIn(typed, country) === undefined;
  return taken && !readPhone(typed, country).valid
    ? t('workspace.phoneInvalid', { country: countryName(country) })
    : undefined;
}

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
