import {
  type ContactField,
  contactProblem,
  contactValue,
  type LeadContact,
} from '@drawbridge/contract/collecting/contact';
import type { CollectedLead } from '@drawbridge/contract/collecting/leads';
import { type ShownSource, shownSource } from '@drawbridge/contract/events/lead-sources';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import { phoneProblemIn } from '@drawbridge/contract/phones/phone-key';
import type { OwnAssignment } from '@drawbridge/contract/team/volunteers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { formatTime, formatTimestamp } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import type { TypedLead } from '../lead-form/volunteer-form.tsx';

/**
 * Checks leads by the same rules as the contract's schema, which would bring 28 KB of zod to a page that has
 * to open quickly and work offline. Only the fields that `pick` leaves are checked and sent.
 */
export function checkLead<Output extends Partial<LeadContact>>(
  country: string | undefined,
  pick: (typed: TypedLead) => Partial<TypedLead> = (typed) => typed,
): Resolver<TypedLead, unknown, Output> {
  const checkPhone =
    country === undefined ? undefined : (typed: string) => phoneProblemIn(typed, country);
  return (typed) => {
    const { marketing: _, ...contact } = pick(typed);
    const picked = Object.entries(contact) as [ContactField, string][];
    const wrong = picked.flatMap(([field, text]) => {
      const message = contactProblem(field, text, checkPhone);
      return message ? [[field, { type: 'rule', message }]] : [];
    });
    if (wrong.length > 0) {
      return { values: {}, errors: Object.fromEntries(wrong) as FieldErrors<TypedLead> };
    }
    const sent = picked.map(([field, text]) => [field, contactValue(field, text)]);
    return { values: Object.fromEntries(sent) as Output, errors: {} };
  };
}

interface Collected {
  eventId: string;
  submittedAt: string;
}

/** The number of leads of an event that the user collected on the event's current day, and the team's total. */
export function countCollected(
  own: readonly Collected[],
  {
    eventId,
    utcOffset,
    leadsOfOthers,
  }: Pick<OwnAssignment, 'eventId' | 'utcOffset' | 'leadsOfOthers'>,
  now = Date.now(),
) {
  const dayOf = (moment: number) =>
    new Date(moment + utcOffset * 60_000).toISOString().slice(0, 10);
  const here = own.filter((lead) => lead.eventId === eventId);
  const day = dayOf(now);
  return {
    today: here.filter(({ submittedAt }) => dayOf(Date.parse(submittedAt)) === day).length,
    team: leadsOfOthers + here.length,
  };
}

const ways = {
  qr: 'volunteer.alsoByQr',
  volunteer: 'volunteer.alsoByVolunteer',
  import: 'volunteer.alsoByImport',
} as const satisfies Record<ShownSource, TextKey>;

/** 'Also entered 14:02 by QR'; with the day if it was not today. */
export function alsoEnteredText(
  earlier: NonNullable<CollectedLead['alsoEntered']>,
  now = new Date(),
): string {
  const { submittedAt } = earlier;
  const today = new Date(submittedAt).toDateString() === now.toDateString();
  const when = today ? formatTime(submittedAt) : formatTimestamp(submittedAt);
  return t(ways[shownSource(earlier)], { when });
}
