import { phoneProblemIn, readPhone } from '@drawbridge/contract/phone-key';
import { countryName } from '../lib/country-names.ts';

/** A warning for a number that is accepted but not valid in the country. */
export function phoneWarning(typed: string, country: string): string | undefined {
  const taken = phoneProblemIn(typed, country) === undefined;
  return taken && !readPhone(typed, country).valid
    ? `Not a valid number in the event's country (${countryName(country)}).`
    : undefined;
}
