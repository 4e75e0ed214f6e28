import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize, addVerifiedLead, seal } from '../harness/draws.ts';
import { ADMIN } from '../harness/launch-server.ts';
import { LOGO } from '../harness/logo.ts';
import {
  arrangeRaffle,
  continueButton,
  drawButton,
  winnerHeading,
  withoutLive,
} from '../harness/raffle-stage.ts';
import { expect, test, toast } from '../harness/test.ts';
import { endSession, logInAgain } from '../harness/volunteer-screen.ts';

/** A time at which a page's clock can be stopped: it only goes forward. */
const hourFromNow = () => new Date(Date.now() + 3_600_000);

const presenterCount = (page: Page) =>
  page.getByRole('region', { name: 'Presenter' }).getByRole('status');

function countCalls(page: Page, end: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (end.test(request.url())) calls += 1;
  });
  return () => calls;
}

const winners = (page: Page) => page.getByRole('region', { name: 'Winners' });

test('an administrator draws the prizes one after the other, by mouse and by keyboard', {
  tag: '@firefox',
}, async ({ adminPage: page, api }) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event, { email: 'amara.okafor@example.com' });
  await addPrize(api, event, 'City bicycle', { value: '$500', position: 0 });
  await addPrize(api, event, 'Book token', { position: 1 });
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Northwind', logo: LOGO });
  const prizes = page.getByRole('region', { name: 'Prizes' }).getByRole('listitem');
  const calls = countCalls(page, /\/draw-winner$/);
  await page.clock.install();
  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(page.getByText('Dec 5, 2026 · Hall 7, Bristol')).toBeVisible();
  await expect(prizes).toHaveText([/^1of 2Next prizeCity bicycle\$500/, /^2Book token/]);
  await expect(winners(page)).toContainText('No winners yet');
  await expect(page.getByRole('img', { name: 'Northwind' })).toBeVisible();
  await expect(
    page.getByText(
      'Winners are randomly selected from verified leads. Each person can only win once.',
    ),
  ).toBeVisible();
  await expectNoAxeViolations(page);

  await drawButton(page).first().click();
  await expect(page.getByRole('heading', { name: 'Drawing Winner...' })).toBeVisible();
  await expect(page.getByText("Hold tight! We're selecting a lucky winner")).toBeVisible();
  await expect(winnerHeading(page)).toBeVisible();
  await expect(page.getByText('Drawing Winner...')).toHaveCount(0);
  await expect(page.getByText('Amara Okafor', { exact: true })).toBeVisible();
  await expect(page.getByText('amara.okafor@example.com')).toBeVisible();
  await expect(page.getByText('City bicycle', { exact: true })).toBeVisible();
  await expect(page.locator('[aria-live=assertive]')).toHaveText(
    'WINNER! Amara Okafor, City bicycle',
  );
  await expectNoAxeViolations(page);

  await continueButton(page).click();
  await expect(winnerHeading(page)).toHaveCount(0);
  // A drawn prize is with its winner and nowhere else.
  await expect(prizes).toHaveText([/^2of 2Next prizeBook token/]);
  await expect(drawButton(page)).toHaveCount(1);
  await expect(winners(page)).toContainText(
    /1City bicycle ?\$500Amara Okafor[A-Z][a-z]+ \d{4}amara\.okafor@example\.com/,
  );
  await expect(page.getByText('City bicycle')).toHaveCount(1);

  // A page opened later shows the same.
  await page.reload();
  await expect(prizes).toHaveText([/^2of 2Next prizeBook token/]);
  await expect(winners(page).getByText('Amara Okafor')).toHaveCount(1);
  await addVerifiedLead(api, event, { name: 'Jo Li' });
  await expect(presenterCount(page)).toHaveText('1 person in the draw');

  // The focus is moved past the presenter's tools.
  await page.getByRole('button', { name: 'Remote' }).focus();
  await page.keyboard.press('Tab');
  await expect(drawButton(page)).toBeFocused();
  await expect(drawButton(page)).toHaveAccessibleDescription('Book token');
  // The winner comes two seconds after the press.
  await page.clock.pauseAt(hourFromNow());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Drawing Winner...' })).toBeFocused();
  await page.clock.runFor(1999);
  expect(calls()).toBe(1);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(continueButton(page)).toBeFocused();
  expect(calls()).toBe(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
});

test('an event without prizes draws a general winner, the presenter sees who is in the draw, and a lost connection heals', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/raffle`);
  await expect(
    page.getByText('No prizes configured. Draw a general winner from all verified leads.'),
  ).toBeVisible();
  await expect(page.getByText('Nobody is in the draw: there are no leads yet.')).toBeVisible();
  await addVerifiedLead(api, event);
  await expect(presenterCount(page)).toHaveText('1 person in the draw');
  await addVerifiedLead(api, event);
  await expect(presenterCount(page)).toHaveText('2 people in the draw');
  const lost = page.getByText('Connection lost. Reconnecting…');
  await page.context().setOffline(true);
  await expect(lost).toBeInViewport({ ratio: 1 });
  await addVerifiedLead(api, event);
  await page.context().setOffline(false);
  await expect(lost).toHaveCount(0);
  await expect(presenterCount(page)).toHaveText('3 people in the draw');
  await page.getByRole('button', { name: 'Draw General Winner' }).click();
  await expect(winnerHeading(page)).toBeVisible();
  await expect(page.locator('[aria-live=assertive]')).toHaveText('WINNER! Amara Okafor');
  // Nothing flies with reduced motion.
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  await expect(page.locator('.plain-fade')).toHaveCSS('animation-name', 'appear');
  await expect(page.locator('[data-ticket]')).toHaveCSS('transition-property', 'none');
  await continueButton(page).click();
  await expect(winners(page)).toContainText('Amara Okafor');
  await expect(page.getByRole('region', { name: 'General draw' })).toBeFocused();
});

test('only an administrator whose session lives can draw, and everybody else can log in', async ({
  page,
  api,
}) => {
  const { path } = await arrangeRaffle(api);
  const volunteer = await api.createVolunteer();
  const calls = countCalls(page, /\/(drawing|draw-winner)$/);
  // The live stream would find out that the session has ended before the draw does.
  await withoutLive(page);
  await page.goto(path);
  await drawButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Only an organiser can draw' });
  await expect(dialog).toBeVisible();
  await expect(page.getByText('Drawing Winner...')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  expect(calls()).toBe(0);
  await logInAgain(page, ADMIN);
  await expect(page).toHaveURL(path);
  await expect(presenterCount(page)).toHaveText('1 person in the draw');
  await endSession(page, api);
  await drawButton(page).click();
  await expect(toast(page)).toContainText('Drawing failed');
  await expect(toast(page)).toContainText('Please log in to continue');
  await expect(page.getByText('Drawing Winner...')).toHaveCount(0);
  await toast(page).getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);

  await logInAgain(page, volunteer);
  await expect(page).toHaveURL(path);
  await drawButton(page).click();
  await expect(dialog).toHaveAccessibleDescription(/only organisers can draw\.$/);
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Log in']);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
});

test.describe('with answers that are lost', () => {
  test.use({ provoked: /ERR_FAILED/ });

  test('a draw is not called failed before the server says so, and a sealed one comes first', async ({
    adminPage: page,
    api,
  }) => {
    const { event, path } = await arrangeRaffle(api);
    await addPrize(api, event, 'Book token');
    await withoutLive(page);
    await page.goto(path);
    await expect(presenterCount(page)).toHaveText('1 person in the draw');
    await page.route(
      '**/draw-winner',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await drawButton(page).first().click();
    await expect(winnerHeading(page)).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    await continueButton(page).click();

    await addVerifiedLead(api, event, { name: 'Jo Li' });
    await seal(api, event);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Draw 2 is sealed' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Void…' })).toBeVisible();
    await drawButton(page).first().click();
    await expect(toast(page)).toContainText('Draw 2 is sealed');
  });
});

test('a draw whose presenter leaves is held all the same, and a raffle that is gone says so', {
  tag: '@thorough',
}, async ({ adminPage: page, api }) => {
  const { event, path } = await arrangeRaffle(api);
  const notFound = page.getByRole('heading', { name: 'Event Not Found' });
  const calls = countCalls(page, /\/draw-winner$/);
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'Presenter' })).toBeVisible();
  await expect(drawButton(page)).toBeVisible();
  await page.clock.pauseAt(hourFromNow());
  await drawButton(page).click();
  await expect(page.getByText('Drawing Winner...')).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  const url = `/api/events/${event.id}/raffles`;
  await expect.poll(() => api.call<RaffleResult[]>('GET', url)).toHaveLength(1);
  expect(calls()).toBe(0);
  await page.clock.resume();

  await test.step('a page that slept while the event was deleted says so when it reconnects', async () => {
    const live = page.waitForResponse((response) => response.url().includes('/live'));
    await page.goBack();
    await live;
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
    await page.context().setOffline(true);
    await api.call('DELETE', `/api/events/${event.id}`);
    await page.context().setOffline(false);
    await expect(notFound).toBeVisible();
  });

  await test.step('a raffle that never was says so, and its stream is not asked for', async () => {
    const requests = countCalls(page, /\/live$/);
    await page.goto('/event/00000000-0000-4000-8000-000000000000/raffle');
    await expect(notFound).toBeVisible();
    // The time is far longer than the delays after which it would come back.
    for (let second = 0; second < 60; second += 5) await page.clock.runFor(5000);
    expect(requests()).toBe(0);
    await expect(
      page.getByText("This raffle event doesn't exist or has been removed."),
    ).toBeVisible();
  });
});
