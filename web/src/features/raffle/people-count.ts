import type { EligiblePeople } from '@drawbridge/contract/draws';
import { countOf, formatCount } from '../../lib/formats.ts';

/** '1 person in the draw', '1,284 people in the draw' */
export function peopleInDraw(people: number): string {
  return `${countOf(people, 'person', 'people')} in the draw`;
}

/** How many are in the next draw, or in plain words why nobody is. */
export function describePeople({ people, leads, verified }: EligiblePeople): string {
  if (people > 0) return peopleInDraw(people);
  if (leads === 0) return 'Nobody is in the draw: there are no leads yet.';
  if (verified === 0) return `Nobody is in the draw: ${countLeads(leads)} not verified yet.`;
  return 'Nobody is in the draw: everyone who is verified has won.';
}

function countLeads(leads: number): string {
  return leads === 1 ? 'the only lead is' : `${formatCount(leads)} leads are`;
}
