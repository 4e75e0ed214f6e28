import type { EligiblePeople } from '@drawbridge/contract/draws';
import { countOf } from '../../lib/formats.ts';

/** '1 person in the draw', '1,284 people in the draw' */
export function peopleInDraw(people: number): string {
  return `${countOf(people, 'person', 'people')} in the draw`;
}

/** How many are in the next draw, or in plain words why nobody is. */
export function describePeople({ people, leads, pending, promoted }: EligiblePeople): string {
  if (people > 0) return peopleInDraw(people);
  const reasons: string[] = [];
  if (leads === 0) reasons.push('there are no leads yet');
  if (leads > pending + promoted) reasons.push('everyone who is verified has won');
  if (pending > 0) reasons.push(`${countBe(pending, 'lead')} waiting to be verified`);
  if (promoted > 0) reasons.push(`${countBe(promoted, 'promoted lead')} no longer in the raffle`);
  return `Nobody is in the draw: ${listFormat.format(reasons)}.`;
}

const listFormat = new Intl.ListFormat('en-GB');

/** '1 lead is', '1,284 leads are' */
function countBe(count: number, noun: string): string {
  return `${countOf(count, noun)} ${count === 1 ? 'is' : 'are'}`;
}
