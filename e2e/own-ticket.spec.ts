import type { AdminEvent } from '@drawbridge/contract/events';
import type { EnteredLead } from '@drawbridge/contract/leads';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { Page } from '@playwright/test';
import type { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addUnverifiedLead, addVerifiedLead, draw, forfeit } from './harness/draws.ts';
import { continueButton, drawButton, winnerHeading } from './harness/raffle-stage.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

test.use({ ...phone, viewport: { width: 360, height: 740 } });

/** What the form leaves on a visitor's phone. */
async function hold(page: Page, event: AdminEvent, ...leads: EnteredLead[]): Promise<void> {
  const saved = leads.map(({ entryCode, name, submittedAt }) => ({
    eventId: event.id,
    code: entryCode,
    name,
    submittedAt,
  }));
  await page.addInitScript(
    (tickets) => localStorage.setItem('tickets', tickets),
    JSON.stringify(saved),
  );
}

/** Waits until the page gets what happens: another prize, in this case. */
async function followLive(page: Page, api: Api, event: AdminEvent): Promise<void> {
  await addPrize(api, event, 'Umbrella', { position: 9 });
  await expect(page.getByText('Umbrella')).toBeVisible();
}

const results = (api: Api, event: AdminEvent) =>
  api.call<RaffleResult[]>('GET', `/api/events/${event.id}/raffles`);
const youWon = (page: Page) => page.getByRole('dialog', { name: 'You won.', exact: true });

test('a phone with the winning ticket says so with the reveal, and later too', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  const lead = await addVerifiedLead(api, event, { name: 'Marta Wright' });
  const prize = await addPrize(api, event, 'Noise-cancelling headphones', { value: '$280' });
  await hold(page, event, lead);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByText('Your ticket is on this device')).toBeVisible();
  await followLive(page, api, event);

  // The result is known to the page during the animation, and must not be given away.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await draw(api, event, { prizeId: prize.id });
  await expect(page.getByText('Drawing Winner...')).toBeVisible();
  await page.clock.runFor(1900);
  await expect(page.getByText('Your ticket is on this device')).toBeVisible();
  await expect(page.getByText('You won')).toHaveCount(0);
  await page.clock.resume();

  await expect(youWon(page)).toContainText('Noise-cancelling headphones');
  await expect(youWon(page)).toContainText(lead.entryCode);
  await expect(youWon(page)).toContainText('Draw 1 · checked on this device');
  await expect(page.locator('[aria-live=assertive]')).toHaveText(
    'WINNER! Marta Wright, Noise-cancelling headphones You won!',
  );
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);
  await youWon(page).getByRole('button', { name: 'Close' }).tap();
  await expect(youWon(page)).toHaveCount(0);
  await continueButton(page).tap();
  await page.getByRole('button', { name: 'You won: show your ticket' }).tap();
  await expect(youWon(page)).toBeVisible();

  await page.reload();
  await expect(youWon(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(youWon(page)).toHaveCount(0);

  // The page with the ticket says it too.
  await page.goto(`/event/${event.id}/submit`);
  await page.getByRole('button', { name: 'Your ticket' }).tap();
  const prizeWon = page.getByRole('status').filter({ hasText: 'You won.' });
  await expect(prizeWon).toContainText('Noise-cancelling headphones$280');
  await expect(page.getByText('Good luck!')).toHaveCount(0);
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);

  // Neither the code nor the ticket was sent anywhere.
  const [ticket = ''] = (await results(api, event))[0]?.tickets ?? [];
  expect(ticket).toHaveLength(64);
  expect(sent.filter((text) => text.includes(lead.entryCode) || text.includes(ticket))).toEqual([]);

  // A win that was forfeited is no win, and the page learns of it when it comes back into view.
  await forfeit(api, event, 1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('You won')).toHaveCount(0);
  await expect(page.getByText('Good luck!')).toBeVisible();
});

test('other phones are asked to enter, and say with the reveal whether their ticket is in the draw', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  const prize = await addPrize(api, event);
  for (let position = 1; position < 9; position += 1) {
    await addPrize(api, event, `Book token ${position}`, { position });
  }
  const inside = [
    await addVerifiedLead(api, event, { name: 'Jo Li' }),
    await addVerifiedLead(api, event, { name: 'Kofi Mensah' }),
  ];
  const outside = await addUnverifiedLead(api, event, { name: 'Marta Wright' });
  const status = page.getByRole('status').filter({ hasText: 'Your ticket' });
  await page.goto(`/event/${event.id}/raffle`);
  const link = page.getByRole('link', { name: 'Enter the raffle' });
  await expect(link).toBeVisible();
  await expect(status).toHaveCount(0);
  await api.call('PATCH', `/api/events/${event.id}`, { status: 'ended' });
  await expect(link).toHaveCount(0);
  await api.call('PATCH', `/api/events/${event.id}`, { status: 'active' });
  await link.tap();
  await expect(page).toHaveURL(`/event/${event.id}/submit`);

  await hold(page, event, outside);
  await page.goto(`/event/${event.id}/raffle`);
  await expect(status).toContainText('Your ticket is on this device');
  await followLive(page, api, event);
  const place = await page.evaluate(() => {
    scrollTo(0, 300);
    return scrollY;
  });
  expect(place).toBe(300);
  await expectNoSidewaysScrolling(page);
  expect((await drawButton(page).last().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await draw(api, event, { prizeId: prize.id });
  await expect(winnerHeading(page)).toBeInViewport();
  await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
  const missing = 'Your ticket is not in this draw yet: it has not been verified';
  await expect(status.getByText(missing, { exact: true })).toBeVisible();
  await expect(status).toContainText('Draw 1, City bicycle. Checked on this device.');
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);
  await continueButton(page).tap();
  await expect(status).toContainText(
    'Your ticket was not in draw 1: it had not been verifiedCity bicycle. Checked on this device.',
  );
  // The board is where it was, and nothing that was not touched is marked.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  const focused = page.locator(':focus');
  await expect(focused).toHaveRole('listitem');
  await expect(focused).toHaveCSS('outline-style', 'none');

  const [result] = await results(api, event);
  const loser = inside.find(({ name }) => name !== result?.winner.name);
  if (!loser) throw new Error('Nobody lost');
  await hold(page, event, loser);
  await page.reload();
  await expect(status.getByText('Your ticket was in draw 1', { exact: true })).toBeVisible();
});
