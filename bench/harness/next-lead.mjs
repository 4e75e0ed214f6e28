import { randomFillSync, randomUUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new person every time, with a random British mobile number. */
export function nextLead(eventId, more = '') {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return `{"id":"${randomUUID()}","eventId":"${eventId}","name":"Visitor ${digits}","phone":"074${digits}","email":"visitor${digits}@example.com","entryCode":"${newCode()}"${more}}`;
}

/** Random bytes for many codes: fetching them one code at a time took a third of the generator's time. */
const random = Buffer.alloc(25 * 512);
let taken = random.length;

/** An entry code in the form that a visitor's device generates. */
function newCode() {
  if (taken === random.length) {
    randomFillSync(random);
    taken = 0;
  }
  let code = '';
  for (const end = taken + 25; taken < end; taken++) code += ALPHABET[random[taken] & 31];
  // The last character of a code carries three bits.
  return `${code}${ALPHABET[4 * Math.floor(Math.random() * 8)]}`;
}
