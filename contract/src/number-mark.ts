import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Four hexadecimal digits that stand for a phone number, by which a volunteer's phone recognises one that somebody
 * else may have entered. Every mark stands for many numbers of a country (45 in Iceland, 15,000 in Britain), and a
 * number has the same mark at each event, so that two lists together say no more than one.
 *
 * @param phoneKey the number as `readPhone` compares it
 */
export function numberMark(phoneKey: string): string {
  return bytesToHex(sha256(utf8ToBytes(phoneKey))).slice(0, 4);
}
