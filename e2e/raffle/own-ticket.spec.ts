import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Page } from '@playwright/test';
import type { Api } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import {
  addPrize,
  addUnverifiedLead,
  addVerifiedLead,
  draw,
  forfeit,
  seal,
} from '../harness/draws.ts';
import { findMisfits } from '../harness/layout-issues.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { continueButton, winnerHeading } from '../harness/raffle-stage.ts';
import { expect, phone, test } from '../harness/test.ts';
import { holdTickets } from '../harness/viewer.ts';

test.use({ ...phone, viewport: { width: 360, height: 740 } });

/** Waits until the page gets live messages: another prize, in this case. */
async function followLive(page: Page, api: Api, event: AdminEvent): Promise<void> {
  await addPrize(api, event, 'Umbrella', { position: 9 });
  await expect(page.getByText('Umbrella')).toBeVisible();
}

const youWon = (page: Page) => page.getByRole('dialog', { name: 'You won', exact: true });
const digits = (page: Page) => page.locator('[data-handover]');
const ownTicket = (page: Page) => page.getByRole('status').filter({ hasText: /[A-Z][a-z]+ \d{4}/ });

test('a phone with the winning ticket says so with the reveal, and later too', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  const lead = await addVerifiedLead(api, event, { name: 'Marta Wright' });
  const prize = await addPrize(api, event, 'Noise-cancelling headphones', { value: '$280' });
  await holdTickets(page, event, lead);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  await page.goto(`/event/${event.id}/raffle`);
  await expect(ownTicket(page)).toContainText('Draw 1 is nextNoise-cancelling headphones');
  await followLive(page, api, event);

  // The page knows the result during the animation, and must not reveal it.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await draw(api, event, { prizeId: prize.id });
  await expect(page.getByText('Drawing Winner...')).toBeVisible();
  await expect(
    page.getByText(/^You are [A-Z][a-z]+ \d{4}, and you are in this draw\.$/),
  ).toBeVisible();
  // The clock runs half of the time, because each message sets the page's clock to the server's, which does not stand
  // still.
  await page.clock.runFor(1000);
  await expect(page.getByText('You won')).toHaveCount(0);
  await page.clock.resume();

  await expect(youWon(page)).toContainText('Noise-cancelling headphones');
  await expect(youWon(page)).toContainText('Marta Wright');
  await expect(youWon(page)).toContainText('Go to the stage and show this.');
  await expect(page.locator('[aria-live=assertive]')).toHaveText(
    'WINNER! Marta Wright, Noise-cancelling headphones You won!',
  );
  // A photo of the screen proves nothing: it has no entry code, and its handover code changes.
  await expect(youWon(page)).not.toContainText(lead.entryCode);
  await expect(digits(page)).toHaveText(/^\d{3} \d{3}$/);
  const first = await digits(page).textContent();
  await page.clock.fastForward(10_000);
  await expect(digits(page)).not.toHaveText(first ?? '');
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);
  const name = (await youWon(page).textContent())?.match(/[A-Z][a-z]+ \d{4}/)?.[0] ?? '';
  await youWon(page).getByRole('button', { name: 'Close' }).tap();
  await expect(youWon(page)).toHaveCount(0);
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await continueButton(page).tap();
  await page.getByRole('button', { name: 'You won: show your code' }).tap();
  await expect(youWon(page)).toBeVisible();

  await page.reload();
  await expect(youWon(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(youWon(page)).toHaveCount(0);

  // The page with the ticket says it too.
  await continueButton(page).tap();
  await page.getByRole('link', { name: 'Your ticket' }).tap();
  await expect(youWon(page)).toContainText(name);
  await youWon(page).getByRole('button', { name: 'Close' }).tap();
  const steps = page.getByRole('listitem');
  await expect(steps.last()).toHaveText('You won draw 1Noise-cancelling headphones');
  await expect(page.getByText('Good luck!')).toHaveCount(0);
  await expectNoSidewaysScrolling(page);

  // The code was sent nowhere.
  expect(sent.filter((text) => text.includes(lead.entryCode))).toEqual([]);

  // A forfeited win no longer counts, and the winner is told on this screen.
  await page.getByRole('button', { name: 'You won: show your code' }).tap();
  await forfeit(api, event, 1, 'Not present');
  const released = page.getByRole('dialog', { name: 'Released' });
  await expect(released).toContainText('Not present. The prize goes to someone else.');
  await released.getByRole('button', { name: 'Close' }).tap();
  await expect(steps.last()).toHaveText('ReleasedNot present. The prize goes to someone else.');
  await page.reload();
  await expect(steps.last()).toContainText('Released');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('other phones are asked to enter, and follow their ticket through the draws @thorough', async ({
  page,
  api,
}) => {
  const shown: string[] = [];
  await page.exposeFunction('notificationShown', (title: string) => shown.push(title));
  // Headless browsers have nowhere to show notifications, and some never permit them.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    ServiceWorkerRegistration.prototype.showNotification = (title) =>
      (window as unknown as { notificationShown(title: string): Promise<void> }).notificationShown(
        title,
      );
  });
  const event = await api.createEvent();
  const prize = await addPrize(api, event);
  await addPrize(api, event, 'Book token', { position: 1 });
  await addVerifiedLead(api, event, { name: 'Jo Li' });
  await page.goto(`/event/${event.id}/raffle`);
  const link = page.getByRole('link', { name: 'Enter the raffle' });
  await expect(link).toBeVisible();
  await expect(ownTicket(page)).toHaveCount(0);
  const late = await addUnverifiedLead(api, event, { name: 'Marta Wright' });
  await holdTickets(page, event, late);
  await page.goto(`/event/${event.id}/raffle`);
  await expect(ownTicket(page)).toContainText(
    'Not confirmed yetWe have your entry. The team will confirm it soon.',
  );
  await followLive(page, api, event);
  await draw(api, event, { prizeId: prize.id });
  await expect(winnerHeading(page)).toBeInViewport();
  await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScrolling(page);
  await continueButton(page).tap();
  // A draw without the ticket is not mentioned.
  await expect(ownTicket(page)).toContainText('Not confirmed yet');
  // The page shows at once that the ticket is verified, and after a draw that it was not drawn.
  await api.call('PATCH', `/api/leads/${late.id}`, { status: 'verified' });
  await expect(ownTicket(page)).toContainText('Draw 2 is nextBook token');
  await page.goto(`/event/${event.id}/ticket`);
  const steps = page.getByRole('listitem');
  await expect(steps).toContainText(['Received', 'In the draw', 'Draw 2 is next', 'Result']);

  // The phone notifies its owner while another page is in front.
  await expect(page.getByText('This device notifies you about your ticket')).toBeVisible();
  await expect
    .poll(async () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration('/event/'))?.active?.state,
      ),
    )
    .toBe('activated');
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await draw(api, event);
  // The notification replaces the one about the draw's beginning.
  await expect.poll(() => shown.at(-1)).toBe('You won draw 2');
});

/** Phones of the hall, upright and on their side. */
const PHONES: [number, number][] = [
  [360, 640],
  [360, 740],
  [390, 844],
  [740, 360],
];

test('a draw fits every phone: sealed, drawing, won, and not won', { tag: '@thorough' }, async ({
  page,
  api,
}) => {
  const event = await api.createEvent({ maxChances: 3 });
  const url = `/api/events/${event.id}`;
  await api.call('PATCH', `${url}/stage`, { suspense: 8, claimMinutes: 3 });
  const name = 'Maximiliana Konstantinopolitanskaya-Wolfeschlegel';
  const lead = await addVerifiedLead(api, event, { name });
  const prize = await addPrize(api, event, 'Weekend for two in the Lake District with breakfast', {
    value: 'worth a lot of money',
  });
  await addPrize(api, event, 'Book token', { position: 1 });
  await holdTickets(page, event, lead);
  const phrase = 'seven purple walruses and a harbour full of elephants';
  const ticket = page.locator('[data-ticket]');
  const expectToFit = async (what: string, within = 'main', whole?: string) => {
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => findMisfits(page, whole, { within, scrolls: true }), {
          message: `${what}, ${width} x ${height}`,
          timeout: 10_000,
        })
        .toEqual([]);
    }
  };
  /** The ticket in the middle, whole and in sight on an upright phone. */
  const expectTicketToFit = async (what: string) => {
    await expectToFit(what, 'main', '[data-part]');
    for (const [width, height] of PHONES.filter(([width, height]) => height > width)) {
      await page.setViewportSize({ width, height });
      await expect(ticket, `${what}, ${width} x ${height}`).toBeInViewport({ ratio: 1 });
    }
  };

  await page.goto(`/event/${event.id}/raffle`);
  await expect(ownTicket(page)).toContainText('Draw 1 is next');
  await expectToFit('the board');
  await seal(api, event, prize.id);
  await api.call('PATCH', `${url}/stage`, { phrase });
  await expect(page.getByText(`“${phrase}”`)).toBeVisible();
  await expectToFit('a sealed draw', 'main', '[data-part]');
  const id = crypto.randomUUID();
  await api.call('POST', `${url}/drawing`, { id, prizeId: prize.id, phrase });
  const inThisDraw = page.getByText(/^You are [A-Z][a-z]+ \d{4}/);
  await expect(inThisDraw).toBeVisible();
  await expectTicketToFit('drawing');
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(inThisDraw).toBeInViewport({ ratio: 1 });
  await api.call('POST', `${url}/draw-winner`, { id, prizeId: prize.id, phrase });
  await expect(digits(page)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^\d:\d\d$/);
  await expectToFit('you won', 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(winnerHeading(page)).toBeVisible();
  await expectTicketToFit('the winner');
  await page.context().setOffline(true);
  const lost = page.getByText('Connection lost. Reconnecting…');
  await expect(lost).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
  await expect(lost).toHaveCount(0);
});

test('the description of a prize is on the raffle page, the ticket and the remote, and on the wall where the name stays large', async ({
  adminPage: page,
  browser,
  baseURL,
  api,
}) => {
  const event = await api.createEvent();
  const description = 'Seven gears, a basket and a bell.\nCollect it at the booth.';
  const token = await addPrize(api, event, 'Book token', {
    description: 'For the shop on the quay',
    position: 1,
  });
  const bicycle = await addPrize(api, event, 'City bicycle', { description, position: 0 });
  const lead = await addVerifiedLead(api, event, { name: 'Marta Wright' });
  const shown = (on: Page) => on.locator('[data-part=description]:visible');

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await holdTickets(phone, event, lead);
  await phone.goto(`${baseURL}/event/${event.id}/raffle`);
  await expect(shown(phone)).toHaveText([description, 'For the shop on the quay']);
  await expectNoSidewaysScrolling(phone);
  await phone.goto(`${baseURL}/event/${event.id}/ticket`);
  await expect(shown(phone)).toHaveText([description]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/event/${event.id}/remote`);
  await expect(
    page.getByRole('region', { name: 'On the wall' }).locator('[data-part=description]'),
  ).toHaveText(description);

  const wall = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await wall.goto(`${baseURL}/event/${event.id}/stage`);
  await api.call('PATCH', `/api/events/${event.id}/stage`, { prizeId: bicycle.id });
  await expect(shown(wall)).toHaveText([description]);
  // A description that would make the name small is left out.
  const name = 'A weekend for two in a lighthouse, with breakfast, a boat and a guide';
  await api.call('PATCH', `/api/prizes/${token.id}`, { name, description: 'Long. '.repeat(80) });
  await api.call('PATCH', `/api/events/${event.id}/stage`, { prizeId: token.id });
  await expect(wall.getByRole('region', { name })).toBeVisible();
  await expect(shown(wall)).toHaveCount(0);
  await expectNoAxeViolations(wall);

  await draw(api, event, { prizeId: bicycle.id });
  const step = phone.locator('[aria-current=step]');
  await expect(step).toContainText('City bicycle');
  await expect(step.locator('[data-part=description]')).toHaveText(description);
  await Promise.all([phone.close(), wall.close()]);
});
