import type { RaffleResult, WinnerDisplay } from '@drawbridge/contract/raffle';
import { ERASED_NAME } from '@drawbridge/contract/stage';

/** Scripts in which a full name is written without a space. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]{2,}/u;

/** The short form of a name, for people who have not agreed to show more: `Amara O.` */
export function shortName(name: string): string {
  const parts = (separator: RegExp) => name.split(separator).filter(Boolean);
  const words = parts(/[\s\p{Cf}]+/u);
  // One word can contain two names: `Frank-Last`, `Dave_Last`.
  const [first = '', ...others] = words.length > 1 ? words : parts(/[\s\p{Cf}\p{P}]+/u);
  const initial = [...(others.at(-1) ?? '')][0];
  if (initial) return `${first} ${initial.toUpperCase()}.`;
  return unspaced.test(first) ? `${[...first][0]}…` : first;
}

/** `a***@e***.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const ending = domain.slice(domain.lastIndexOf('.'));
  const firstOf = (text: string) => [...text][0] ?? '';
  return `${firstOf(email)}***@${firstOf(domain)}***${ending}`;
}

/** A result as it is stored: the winner's details and how much of them the event shows. */
export interface StoredResult extends Omit<RaffleResult, 'winner'> {
  /** Null if the winner was erased. */
  name: string | null;
  email: string | null;
  display: WinnerDisplay;
}

/** Every winner that the server publishes passes through this function. */
export function publishWinner({
  name,
  email,
  display,
}: Pick<StoredResult, 'name' | 'email' | 'display'>): RaffleResult['winner'] {
  if (name === null) return { name: ERASED_NAME, email: null };
  if (display === 'full') return { name, email };
  return { name: shortName(name), email: email === null ? null : maskEmail(email) };
}

export function publishResult({ name, email, display, ...result }: StoredResult): RaffleResult {
  return { ...result, winner: publishWinner({ name, email, display }) };
}
