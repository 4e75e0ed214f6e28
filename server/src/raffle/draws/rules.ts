import type { WinnerDisplay } from '@drawbridge/contract/events/raffle-options';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { ERASED_NAME, shortName } from '@drawbridge/contract/raffle/stage';

/** `a***@e***.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const ending = domain.slice(domain.lastIndexOf('.'));
  const firstOf = (text: string) => [...text][0] ?? '';
  return `${firstOf(email)}***@${firstOf(domain)}***${ending}`;
}

/** A result as stored: the winner's details, and how much of them the event shows. */
export interface StoredResult extends Omit<RaffleResult, 'winner'> {
  /** The winner's name; null if the winner was erased. */
  name: string | null;
  email: string | null;
  display: WinnerDisplay;
}

/** Limits a winner's details to those the event shows. Every published winner passes through this function. */
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
