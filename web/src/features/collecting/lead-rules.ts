import {
  emailProblem,
  LEAD_NAME,
  lineProblem,
  tidyEmail,
  tidyLine,
} from '@drawbridge/contract/form-rules';
import type { LeadContact } from '@drawbridge/contract/leads';
import { PHONE_SHORTEST, phoneProblem } from '@drawbridge/contract/phone';
import { phoneProblemIn } from '@drawbridge/contract/phone-key';
import type { FieldErrors, Resolver } from 'react-hook-form';

type Field = keyof LeadContact;
/** What is typed into the form, before it is checked; the box for marketing may say anything. */
export type TypedLead = Record<Field, string> & { marketing?: boolean };

const problems: Record<Field, (typed: string, country: string | undefined) => string | undefined> =
  {
    name: (typed) => lineProblem(typed, LEAD_NAME),
    phone: (typed, country) =>
      country === undefined ? phoneProblem(typed, PHONE_SHORTEST) : phoneProblemIn(typed, country),
    email: emailProblem,
  };

const values: { [Name in Field]: (typed: string) => LeadContact[Name] } = {
  name: tidyLine,
  phone: (typed) => typed,
  email: (typed) => tidyEmail(typed) || null,
};

/**
 * Checks leads by the same rules as the contract's schema, which would bring 28 KB of zod to a page that has
 * to open quickly and work offline. Only the fields that `pick` leaves are checked and sent.
 */
export function checkLead<Output extends Partial<LeadContact>>(
  country: string | undefined,
  pick: (typed: TypedLead) => Partial<TypedLead> = (typed) => typed,
): Resolver<TypedLead, unknown, Output> {
  return (typed) => {
    const { marketing: _, ...contact } = pick(typed);
    const picked = Object.entries(contact) as [Field, string][];
    const wrong = picked.flatMap(([field, text]) => {
      const message = problems[field](text, country);
      return message ? [[field, { type: 'rule', message }]] : [];
    });
    if (wrong.length > 0) {
      return { values: {}, errors: Object.fromEntries(wrong) as FieldErrors<TypedLead> };
    }
    const sent = picked.map(([field, text]) => [field, values[field](text)]);
    return { values: Object.fromEntries(sent) as Output, errors: {} };
  };
}
