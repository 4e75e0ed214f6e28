import type { LoginAnswer } from '@drawbridge/contract/auth';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { Page } from '@playwright/test';
import { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addVerifiedLead } from './harness/draws.ts';
import { ADMIN } from './harness/launch-server.ts';
import { LOGO } from './harness/logo.ts';
import {
  arrangeRaffle,
  continueButton,
  drawButton,
  winnerHeading,
  withoutLive,
} from './harness/raffle-stage.ts';
import { loseAnswer } from './harness/routes.ts';
import { expect, test, toast } from './harness/test.ts';

/** A time at which a page's clock can be stopped: it only goes forward. */
const inAnHour = () => new Date(Date.now() + 3_600_000);

const presenterCount = (page: Page) =>
  page.getByRole('region', { name: 'Presenter' }).getByRole('status');

function countCalls(page: Page, end: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (end.test(request.url())) calls += 1;
  });
  return () => calls;
}

/** How often the drawing screen has come up, however briefly. */
async function countShows(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shows: 0 };
    Object.assign(window, { seen });
    let shown = false;
    new MutationObserver(() => {
      const now = document.body?.textContent?.includes('Drawing Winner...') ?? false;
      if (now && !shown) seen.shows += 1;
      shown = now;
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { shows: number } }).seen.shows);
}

test('an administrator draws the prizes one after the other', { tag: '@firefox' }, async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event, { email: 'amara.okafor@example.com' });
  await addPrize(api, event, 'City bicycle', { value: '$500', position: 0 });
  await addPrize(api, event, 'Book token', { position: 1 });
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Northwind', logo: LOGO });

  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(page.getByText('Dec 5, 2026 · Hall 7, Bristol')).toBeVisible();
  const prizes = page.getByRole('region', { name: 'Prizes' }).getByRole('listitem');
  await expect(prizes).toHaveText([/^1of 2Next prizeCity bicycle\$500/, /^2Book token/]);
  await expect(page.getByRole('region', { name: 'Winners' })).toContainText('No winners yet');
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
  const winners = page.getByRole('region', { name: 'Winners' }).getByRole('listitem');
  await expect(winners).toHaveText([
    /Amara Okafor.*amara\.okafor@example\.com.*1 City bicycle.*\$500/,
  ]);
  await expect(page.getByText('City bicycle')).toHaveCount(1);
  await expectNoAxeViolations(page);

  // A page opened later shows the same.
  await page.reload();
  await expect(prizes).toHaveText([/^2of 2Next prizeBook token/]);
  await expect(winners).toHaveCount(1);
});

test('an event without prizes draws a general winner', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event);
  await page.goto(`/event/${event.id}/raffle`);
  await expect(
    page.getByText('No prizes configured. Draw a general winner from all verified leads.'),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Draw General Winner' }).click();
  await expect(winnerHeading(page)).toBeVisible();
  await expect(page.locator('[aria-live=assertive]')).toHaveText('WINNER! Amara Okafor');
  await expectNoAxeViolations(page);
  await continueButton(page).click();
  await expect(page.getByRole('region', { name: 'Winners' })).toContainText('Amara Okafor');
  await expect(page.getByRole('region', { name: 'General draw' })).toBeFocused();
});

test('a raffle is drawn with the keyboard alone, and the winner two seconds after the press', {
  tag: '@firefox',
}, async ({ signedInAdmin: page, api }) => {
  const { path } = await arrangeRaffle(api);
  await page.clock.install();
  const calls = countCalls(page, /\/draw-winner$/);
  await page.goto(path);
  await expect(drawButton(page)).toBeVisible();
  // Past the presenter's tools.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Ready to draw?' })).toBeFocused();
  for (const name of ['Sealed draw', 'Full screen', 'Switch sounds on']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(drawButton(page)).toBeFocused();
  await expect(drawButton(page)).toHaveAccessibleDescription('City bicycle');
  await page.clock.pauseAt(inAnHour());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Drawing Winner...' })).toBeFocused();
  await page.clock.runFor(1999);
  expect(calls()).toBe(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(continueButton(page)).toBeFocused();
  expect(calls()).toBe(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
});

test('a visitor is told who can draw, can sign in, and comes back to the raffle', async ({
  page,
  api,
}) => {
  const { path } = await arrangeRaffle(api);
  const calls = countCalls(page, /\/(drawing|draw-winner)$/);
  await page.goto(path);
  await drawButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Only the organiser can draw' });
  await expect(dialog).toBeVisible();
  await expect(page.getByText('Drawing Winner...')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  expect(calls()).toBe(0);

  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(path);
  await drawButton(page).click();
  await expect(winnerHeading(page)).toBeVisible();
});

test('a volunteer may watch but not draw', async ({ page, api, signIn }) => {
  const event = await api.createEvent();
  const path = `/event/${event.id}/raffle`;
  await signIn(await api.createVolunteer());
  await page.goto(path);
  await page.getByRole('button', { name: 'Draw General Winner' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Only the organiser can draw' });
  await expect(dialog).toHaveAccessibleDescription(/only organisers can draw\.$/);
  await dialog.getByRole('button', { name: 'Sign in as an administrator' }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
});

test('the presenter who comes back to the page sees at once how many are in the draw now', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, path } = await arrangeRaffle(api);
  // Nothing is told live.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'));
  await page.goto(path);
  const count = presenterCount(page);
  await expect(count).toHaveText('1 person in the draw');
  await addVerifiedLead(api, event, { name: 'Jo Li' });
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(count).toHaveText('2 people in the draw');
});

test('the presenter sees how many are in the draw as leads are verified', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, path } = await arrangeRaffle(api);
  const reads = countCalls(page, /\/eligible$/);
  await page.goto(path);
  const count = presenterCount(page);
  await expect(count).toHaveText('1 person in the draw');
  await addVerifiedLead(api, event, { name: 'Jo Li' });
  await expect(count).toHaveText('2 people in the draw');
  await addVerifiedLead(api, event, { name: 'Kofi Mensah' });
  await expect(count).toHaveText('3 people in the draw');
  // Once at first, once with the stream's snapshot, and at most twice for each lead.
  expect(reads()).toBeLessThanOrEqual(6);
});

test('a draw is held for people who were verified after the count was read', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addPrize(api, event);
  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByText('Nobody is in the draw: there are no leads yet.')).toBeVisible();
  await addVerifiedLead(api, event);
  await drawButton(page).click();
  await expect(winnerHeading(page)).toBeVisible();
});

for (const width of [1280, 1920]) {
  test(`a long reason why nobody is in the draw leaves the stage as it is at ${width} pixels`, async ({
    signedInAdmin: page,
    api,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { event, path } = await arrangeRaffle(api);
    const eligible = { people: 3, leads: 9, pending: 1, promoted: 0, names: [] };
    await page.route('**/eligible', (route) => route.fulfill({ json: eligible }));
    await page.goto(path);
    const tools = page.getByRole('region', { name: 'Presenter' });
    const board = page.getByRole('region', { name: 'Prizes' });
    await expect(tools).toContainText('3 people in the draw');
    const sealing = tools.getByRole('switch');
    const button = drawButton(page).first();
    const before = [await button.boundingBox(), await sealing.boundingBox()];
    eligible.people = 0;
    await addVerifiedLead(api, event);
    await expect(board).toContainText('with a winner and 1 lead is waiting to be verified.');
    const after = [await button.boundingBox(), await sealing.boundingBox()];
    expect(after.map((box) => box && [box.x, box.y])).toEqual(
      before.map((box) => box && [box.x, box.y]),
    );
  });
}

test('a session that has died is noticed when drawing, and the toast offers to sign in', async ({
  page,
  api,
}) => {
  const { path } = await arrangeRaffle(api);
  const { session } = await new Api(api.url).logIn(ADMIN);
  await page.addInitScript(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session as LoginAnswer);
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'Presenter' })).toBeVisible();
  await new Api(api.url, session).call('POST', '/api/auth/logout');
  await drawButton(page).click();
  await expect(toast(page)).toContainText('Drawing failed');
  await expect(toast(page)).toContainText('Please sign in to continue');
  await expect(page.getByText('Drawing Winner...')).toHaveCount(0);
  await toast(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
});

test('a draw among nobody is refused with the reason, before any show', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addPrize(api, event);
  await api.addLead(event.id);
  const calls = countCalls(page, /\/draw-winner$/);
  const shows = await countShows(page);
  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByRole('region', { name: 'Prizes' })).toContainText(
    'Nobody is in the draw: 1 lead is waiting to be verified.',
  );
  await drawButton(page).click();
  await expect(toast(page)).toContainText('Drawing failed');
  await expect(toast(page)).toContainText('No eligible verified leads to draw from');
  await expect(toast(page).getByRole('button', { name: 'Sign in' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ has: drawButton(page) })).toBeFocused();
  expect(await shows()).toBe(0);
  expect(calls()).toBe(0);
});

test('a prize that somebody else has drawn meanwhile shows its winner', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, prize, path } = await arrangeRaffle(api);
  await addVerifiedLead(api, event, { name: 'Jo Li' });
  await withoutLive(page);
  await page.goto(path);
  await expect(drawButton(page)).toBeVisible();
  const { winner } = await api.call<RaffleResult>('POST', `/api/events/${event.id}/draw-winner`, {
    prizeId: prize.id,
  });
  await drawButton(page).click();
  await expect(toast(page)).toContainText('This prize has already been drawn');
  await expect(drawButton(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Winners' })).toContainText(winner.name);
});

test('a draw whose answer got lost asks to try again, and shows who won', async ({
  signedInAdmin: page,
  api,
}) => {
  const { path } = await arrangeRaffle(api);
  await loseAnswer(page, '**/draw-winner');
  await withoutLive(page);
  await page.goto(path);
  await drawButton(page).click();
  await expect(toast(page)).toContainText('Drawing failed');
  await expect(toast(page)).toContainText('Please try again.');
  await expect(page.getByRole('region', { name: 'Winners' })).toContainText('Amara Okafor');
  await expect(drawButton(page)).toHaveCount(0);
});

test('leaving within the two seconds draws nothing', async ({ signedInAdmin: page, api }) => {
  const { path } = await arrangeRaffle(api);
  const calls = countCalls(page, /\/draw-winner$/);
  await page.clock.install();
  await page.goto(path);
  await expect(drawButton(page)).toBeVisible();
  await page.clock.pauseAt(inAnHour());
  await drawButton(page).click();
  await expect(page.getByText('Drawing Winner...')).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await page.clock.runFor(5000);
  // A call that was made would have been seen before this one.
  await page.evaluate(() => fetch('/theme.js').then((answer) => answer.text()));
  expect(calls()).toBe(0);
});

test('a raffle that does not exist says so', async ({ page }) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing']) {
    await page.goto(`/event/${id}/raffle`);
    await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
    await expect(
      page.getByText("This raffle event doesn't exist or has been removed."),
    ).toBeVisible();
  }
  await expectNoAxeViolations(page);
});

test('the stream of a raffle that does not exist is asked for once', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/live')) asked += 1;
  });
  await page.clock.install();
  await page.goto('/event/00000000-0000-4000-8000-000000000000/raffle');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  // Far longer than the pauses after which it would come back.
  for (let second = 0; second < 60; second += 5) await page.clock.runFor(5000);
  expect(asked).toBe(1);
});

test('a page that slept while the event was deleted says so when the stream reconnects', async ({
  page,
  api,
}) => {
  const { event, path } = await arrangeRaffle(api);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await page.context().setOffline(true);
  await api.call('DELETE', `/api/events/${event.id}`);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
});
