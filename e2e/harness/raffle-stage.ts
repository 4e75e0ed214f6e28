import type { Page } from '@playwright/test';
import type { Api } from './api.ts';
import { addPrize, addVerifiedLead } from './draws.ts';

/** An event with one eligible person and one prize. */
export async function arrangeRaffle(api: Api) {
  const event = await api.createEvent();
  await addVerifiedLead(api, event);
  const prize = await addPrize(api, event);
  return { event, prize, path: `/event/${event.id}/raffle` };
}

/** An event with two people and two prizes. */
export async function arrangeTwoPrizes(api: Api) {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jo Li']) await addVerifiedLead(api, event, { name });
  const prizes = [
    await addPrize(api, event, 'City bicycle'),
    await addPrize(api, event, 'Book token'),
  ];
  return { event, prizes, path: `/event/${event.id}/raffle` };
}

/** Lets the live stream hang, as some networks do. */
export async function withoutLive(page: Page): Promise<void> {
  await page.route(/\/live(\?|$)/, () => {});
}

export const drawButton = (page: Page) => page.getByRole('button', { name: 'Draw Winner' });
export const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue Raffle' });
export const winnerHeading = (page: Page) => page.getByRole('heading', { name: 'WINNER!' });
