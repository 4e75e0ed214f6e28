import type { EligiblePeople } from '@drawbridge/contract/draws';
import { countOf } from '../../../lib/formats.ts';

/** '1 person in the draw', '1,284 people in the draw' */
export function peopleInDraw(people: number): string {
  return `${countOf(people, 'person', 'people')} in the draw`;
}

/** Why nobody is in the next draw; undefined if somebody is. */
export function describeObstacle(eligible: EligiblePeople): string | undefined {
  const { people, leads, pending, promoted } = eligible;
  if (people > 0) return undefined;
  const reasons: string[] = [];
  if (leads === 0) reasons.push('there are no leads yet');
  if (leads > pending + promoted) reasons.push(ALL_DRAWN);
  if (pending > 0) {
    reasons.push(
      `${countOf(pending, 'lead')} ${pending === 1 ? 'is' : 'are'} waiting to be verified`,
    );
  }
  // Promoted leads may include winners.
  if (promoted > 0) {
    reasons.push(`${countOf(promoted, 'promoted lead')} cannot be drawn any more`);
  }
  return `Nobody is in the draw: ${listFormat.format(reasons)}.`;
}

// Says 'drawn' instead of 'won', because a winner may have forfeited.
const ALL_DRAWN =
  'everyone who is verified has been drawn or shares a phone number or e-mail with a winner';

const listFormat = new Intl.ListFormat('en-GB');
