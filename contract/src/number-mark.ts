import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Six hexadecimal digits that stand for a phone number at an event, by which a volunteer's phone recognises
 * a number that somebody else has entered. It cannot be turned back: about sixty British mobile numbers
 * share each mark. Whoever has a number in front of them learns the same by adding it.
 *
 * @param phoneKey the number as `readPhone` compares it
 */
export function numberMark(eventId: string, phoneKey: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${eventId} ${phoneKey}`))).slice(0, 6);
}
