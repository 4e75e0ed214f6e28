import type { EligiblePeople } from '@drawbridge/contract/draws';

/** How many are in the next draw, or in plain words why nobody is. */
export function describePeople({ people, leads, verified }: EligiblePeople): string {
  if (people > 0) {
    const count = people.toLocaleString('en-GB');
    return people === 1 ? '1 person in the draw' : `${count} people in the draw`;
  }
  if (leads === 0) return 'Nobody is in the draw: there are no leads yet.';
  if (verified === 0) return `Nobody is in the draw: ${countLeads(leads)} not verified yet.`;
  return 'Nobody is in the draw: everyone who is verified has won.';
}

function countLeads(leads: number): string {
  return leads === 1 ? 'the only lead is' : `${leads.toLocaleString('en-GB')} leads are`;
}
