import { leadPhone } from '@drawbridge/contract/collecting/leads';
import { phoneProblemIn } from '@drawbridge/contract/phones/phone-key';
import { z } from 'zod';

/** The schema for a phone number at an event in that country, or anywhere if no event is chosen. */
export function leadPhoneIn(country: string | undefined): typeof leadPhone {
  if (country === undefined) return leadPhone;
  return z.string().superRefine((typed, context) => {
    const problem = phoneProblemIn(typed, country);
    if (problem) context.addIssue(problem);
  });
}
