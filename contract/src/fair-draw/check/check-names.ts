import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { DrawnWinner } from '../draws.ts';
import { nameHashOf } from '../tickets.ts';
import { type Findings, findingText } from './findings.ts';
import { isMaskedEmail, isShortName } from './short-form.ts';

/** Checks the published name of a winner. A salt is published if and only if the full name and e-mail are. */
export function checkName(
  findings: Findings,
  eventId: string,
  drawn: DrawnWinner,
  { index, nameHash }: { index: number; nameHash: Uint8Array },
): void {
  const field = (name: string) => `winners[${index}].${name}`;
  const { winner, salt, erased, tickets, ticket } = drawn;
  const belongs = 'The name belongs to a ticket of the line';
  findings.compare(field('ticket'), belongs, true, tickets.includes(ticket));
  if (erased) {
    const isStored = winner !== null || salt !== null;
    const rule = 'Nothing is left of the name that was erased';
    const nothing = findingText('nothing');
    const actual = isStored ? findingText('a name or a salt') : nothing;
    findings.compare(field('winner'), rule, nothing, actual);
    return;
  }
  if (winner === null) {
    if (salt === null) return;
    const rule = 'A salt comes with the name that it is for';
    findings.compare(field('winner'), rule, findingText('a name'), findingText('nothing'));
    return;
  }
  const { name, email } = winner;
  findings.compare(field('winner.name'), 'The name is composed text', name.normalize('NFC'), name);
  if (salt === null) {
    // Pages say that a short name cannot be checked, so a full name must not pass as a short one.
    const rule = 'Without its salt, the winner is shown in a short form';
    const short = findingText('a short form');
    findings.compare(field('winner.name'), rule, isShortName(name) ? name : short, name);
    const isMasked = email === null || isMaskedEmail(email);
    findings.compare(field('winner.email'), rule, isMasked ? email : short, email);
    return;
  }
  const rule = 'The name and the email are those that were drawn';
  const lead = { ticket: hexToBytes(ticket), salt: hexToBytes(salt), name, email };
  const expected = bytesToHex(nameHashOf(eventId, lead));
  findings.compare(field('winner'), rule, expected, bytesToHex(nameHash));
  // An empty e-mail and a missing one have the same hash.
  if (email === '') {
    findings.compare(field('winner.email'), 'An email that is missing is null', null, email);
  }
}
