// What an event's raffle can be set to. This module does not import zod, so that a phone on bad Wi-Fi does not have to load it.

/** For how many seconds names roll before a winner is shown. */
export const SUSPENSE_SECONDS = [2, 5, 8] as const;

/** How much of its winners an event shows: everything, or a first name, an initial and a masked e-mail. */
export const winnerDisplays = ['full', 'short'] as const;
export type WinnerDisplay = (typeof winnerDisplays)[number];
