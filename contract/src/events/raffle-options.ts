// The options of an event's raffle. This module does not import zod, so that a phone on bad Wi-Fi does not have to load
// it.

/** The seconds for which names roll before a winner is shown. */
import { english } from '../languages/english.ts';

export const SUSPENSE_SECONDS = [2, 5, 8] as const;

/** The form in which winners are published: in full, or with a first name, an initial and a masked e-mail. */
export const winnerDisplays = ['full', 'short'] as const;
export type WinnerDisplay = (typeof winnerDisplays)[number];
export const winnerDisplayNames: Record<WinnerDisplay, string> = english({
  full: 'Full name and email',
  short: 'First name, initial and masked email',
});
