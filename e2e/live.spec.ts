import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { makeDataDirectory } from '../scripts/lib/server-process.mjs';
import { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addVerifiedLead, draw, readDraws, seal } from './harness/draws.ts';
import { ADMIN, launchServer } from './harness/launch-server.ts';
import { loseAnswer } from './harness/routes.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test, toast } from './harness/test.ts';
import { openViewer } from './harness/viewer.ts';

/** An event with two people and two prizes. */
async function arrange(api: Api) {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jo Li']) await addVerifiedLead(api, event, { name });
  const prizes = [
    await addPrize(api, event, 'City bicycle'),
    await addPrize(api, event, 'Book token'),
  ];
  return { event, prizes, path: `/event/${event.id}/raffle` };
}

const drawButton = (page: Page) => page.getByRole('button', { name: 'Draw Winner' });
const drawing = (page: Page) => page.getByRole('heading', { name: 'Drawing Winner...' });
const winner = (page: Page) => page.getByRole('heading', { name: 'WINNER!' });
const prizes = (page: Page) => page.getByRole('region', { name: 'Prizes' });
const winners = (page: Page) => page.getByRole('region', { name: 'Winners' }).getByRole('listitem');

test('everybody sees the draw when it happens, and offline pages catch up', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { event, path } = await arrange(api);
  const [hall, phoneAway] = [
    await openViewer(browser, baseURL + path),
    await openViewer(browser, baseURL + path),
  ];
  await presenter.goto(path);
  await drawButton(presenter).first().click();
  for (const page of [presenter, hall, phoneAway]) await expect(drawing(page)).toBeVisible();
  for (const page of [presenter, hall, phoneAway]) await expect(winner(page)).toBeVisible();
  const name = await presenter.getByText(/^(Amara Okafor|Jo Li)$/).innerText();
  for (const page of [hall, phoneAway]) {
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.locator('[aria-live=assertive]')).toHaveText(`WINNER! ${name}, City bicycle`);
    await page.getByRole('button', { name: 'Continue Raffle' }).click();
    await expect(winners(page)).toHaveText([new RegExp(name)]);
  }

  await phoneAway.context().setOffline(true);
  await presenter.getByRole('button', { name: 'Continue Raffle' }).click();
  await drawButton(presenter).click();
  await expect(winner(hall)).toBeVisible();
  await expect(prizes(phoneAway).getByRole('button')).toHaveCount(1);
  await phoneAway.context().setOffline(false);
  // With the show or without, depending on how long ago it was; and then in the list.
  const closing = phoneAway.getByRole('button', { name: 'Continue Raffle' });
  await phoneAway.addLocatorHandler(closing, () => closing.click());
  await expect(winners(phoneAway)).toHaveCount(2);
  await expect(prizes(phoneAway).getByRole('button')).toHaveCount(0);

  // What an administrator changes elsewhere is there at once as well.
  await addPrize(api, event, 'Umbrella');
  await hall.getByRole('button', { name: 'Continue Raffle' }).click();
  for (const page of [hall, phoneAway]) await expect(page.getByText('Umbrella')).toBeVisible();
  for (const page of [hall, phoneAway]) await page.context().close();
});

test('a draw that fails lets everybody go on waiting for the next', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  // Between the announcement and the draw somebody else seals another prize.
  await presenter.route('**/draw-winner', async (route) => {
    await seal(api, event, given[1]?.id);
    await route.continue();
  });
  await drawButton(presenter).first().click();
  await expect(drawing(viewer)).toBeVisible();
  await expect(toast(presenter)).toContainText('Drawing failed');
  await expect(toast(presenter)).toContainText('A sealed draw is waiting');
  for (const page of [presenter, viewer]) {
    await expect(page.getByRole('region', { name: 'Draw 1 is sealed' })).toBeVisible();
  }
  await viewer.context().close();
});

test('a draw that is refused shows nothing to anybody', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const event = await api.createEvent();
  await addPrize(api, event, 'City bicycle');
  const path = `/event/${event.id}/raffle`;
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  await expect(prizes(presenter)).toContainText('Nobody is in the draw: there are no leads yet.');
  await drawButton(presenter).click();
  await expect(toast(presenter)).toContainText('No eligible verified leads to draw from');
  // Messages arrive in order: an animation would have come before the new prize.
  await addPrize(api, event, 'Umbrella');
  await expect(viewer.getByText('Umbrella')).toBeVisible();
  for (const page of [presenter, viewer]) await expect(drawing(page)).toHaveCount(0);
  await viewer.context().close();
});

test('a draw whose answer got lost is shown by what is told live', async ({
  signedInAdmin: page,
  api,
}) => {
  const { path } = await arrange(api);
  await loseAnswer(page, '**/draw-winner');
  await page.goto(path);
  await drawButton(page).first().click();
  await expect(winner(page)).toBeVisible();
});

test('a sealed draw is shown to everybody, and the hall decides with a phrase', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { event, prizes: given, path } = await arrange(api);
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  await expect(presenter.getByRole('region', { name: 'Presenter' })).toContainText(
    '2 people in the draw',
  );
  await presenter.getByRole('switch', { name: 'Sealed draw' }).click();
  await drawButton(presenter).first().click();

  const ticket = (page: Page) => page.getByRole('region', { name: 'Draw 1 is sealed' });
  for (const page of [presenter, viewer]) {
    await expect(ticket(page)).toContainText('City bicycle · 2 people in the draw');
    await expect(prizes(page).getByRole('button')).toHaveCount(0);
    await expectNoAxeViolations(page);
  }
  await expect(presenter.getByLabel('What does the audience call out?')).toBeFocused();
  await expect(ticket(viewer)).toContainText('Call out a phrase');
  await expect(ticket(viewer).getByRole('button')).toHaveCount(0);
  const { sealed } = await readDraws(api, event);
  const groups = sealed?.commitment.match(/.{4}/g)?.join(' ') ?? 'none';
  await expect(ticket(viewer)).toContainText(groups);

  const phrase = presenter.getByLabel('What does the audience call out?');
  await phrase.fill('x'.repeat(201));
  await expect(presenter.getByText('The phrase is too long')).toBeVisible();
  const middles = await ticket(presenter)
    .locator('form')
    .locator('input, button')
    .evaluateAll((controls) =>
      controls.map((control) => {
        const { top, bottom } = control.getBoundingClientRect();
        return Math.round(top + bottom);
      }),
    );
  expect(new Set(middles).size).toBe(1);
  await phrase.fill(' three loud cheers ');
  await ticket(presenter).getByRole('button', { name: 'Draw Winner' }).click();
  for (const page of [presenter, viewer]) await expect(winner(page)).toBeVisible();
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([
    {
      kind: 'draw',
      number: 1,
      sealed: true,
      phrase: 'three loud cheers',
      prizeId: given[0]?.id,
    },
  ]);
  await viewer.getByRole('button', { name: 'Continue Raffle' }).click();
  await expect(ticket(viewer)).toHaveCount(0);
  await viewer.context().close();
});

test('a refused draw keeps the phrase of the hall, and the next draw begins without one', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  await seal(api, event, given[0]?.id);
  await page.route('**/draw-winner', (route) => route.fulfill({ status: 429, body: 'Not now.' }), {
    times: 1,
  });
  await page.goto(path);
  const phrase = page.getByLabel('What does the audience call out?');
  await phrase.fill('three loud cheers');
  await page.getByRole('button', { name: 'Draw Winner' }).click();
  await expect(drawing(page)).toBeVisible();
  await expect(toast(page)).toContainText('Not now.');
  await expect(phrase).toHaveValue('three loud cheers');

  await page.getByRole('button', { name: 'Draw Winner' }).click();
  await expect(winner(page)).toBeVisible();
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([{ number: 1, phrase: 'three loud cheers' }]);
  await seal(api, event, given[1]?.id);
  await page.getByRole('button', { name: 'Continue Raffle' }).click();
  await expect(page.getByRole('region', { name: 'Draw 2 is sealed' })).toBeVisible();
  await expect(phrase).toHaveValue('');
});

test('a sealed draw without a phrase is held only after a question', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  await page.goto(path);
  await page.getByRole('switch', { name: 'Sealed draw' }).focus();
  await page.keyboard.press('Space');
  await drawButton(page).first().focus();
  await page.keyboard.press('Enter');
  const phrase = page.getByLabel('What does the audience call out?');
  await expect(phrase).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Draw without a phrase?' });
  await expect(question).toHaveAccessibleDescription(
    'The phrase is what makes a sealed draw safe.',
  );
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: 'Type a phrase' }).click();
  await expect(question).toHaveCount(0);
  await expect(phrase).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Draw without a phrase' }).click();
  await expect(winner(page)).toBeVisible();
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([{ sealed: true, phrase: '', prizeId: given[0]?.id }]);
});

test('a sealed draw and giving it up explain themselves', async ({ signedInAdmin: page, api }) => {
  const { event, path, prizes: given } = await arrange(api);
  await page.goto(path);
  const sealing = page.getByRole('switch', { name: 'Sealed draw' });
  const whatItDoes = /^Fixes who is in the draw before the audience calls out a phrase/;
  await expect(sealing).toHaveAccessibleDescription(whatItDoes);
  await sealing.hover();
  await expect(page.getByRole('tooltip')).toHaveText(whatItDoes);
  await seal(api, event, given[0]?.id);
  await expect(page.getByRole('button', { name: 'Void…' })).toHaveAccessibleDescription(
    /^Gives up this sealed draw without a winner/,
  );
});

test('the explanation why a visitor cannot draw makes way for a draw that starts', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { path } = await arrange(api);
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  await drawButton(viewer).first().click();
  const dialog = viewer.getByRole('alertdialog', { name: 'Only the organiser can draw' });
  await expect(dialog).toBeVisible();
  await drawButton(presenter).first().click();
  await expect(winner(viewer)).toBeVisible();
  await viewer.getByRole('button', { name: 'Continue Raffle' }).click();
  await expect(drawButton(viewer)).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  await viewer.context().close();
});

test('a sealed draw can be forfeited for a reason that stays', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  await seal(api, event, given[1]?.id);
  await page.goto(path);
  const ticket = page.getByRole('region', { name: 'Draw 1 is sealed' });
  await ticket.getByRole('button', { name: 'Void…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Void this draw' });
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Void Draw' }).click();
  await expect(dialog).toContainText('Reason is required');
  await dialog.getByLabel('Reason').fill('The projector failed');
  await dialog.getByRole('button', { name: 'Void Draw' }).click();
  await expect(toast(page)).toContainText('Draw voided');
  await expect(ticket).toHaveCount(0);
  await expect(drawButton(page)).toHaveCount(2);
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([{ kind: 'void', number: 1, reason: 'The projector failed' }]);
});

test('the next draw is locked in, which is explained and leads to the check', async ({
  page,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  const { nextCommitment } = await readDraws(api, event);
  await page.goto(path);
  const mark = page.getByRole('button', { name: /is locked in/ });
  await expect(mark).toHaveText(`Draw 1 is locked in: ${nextCommitment.slice(0, 4)}…`);
  await mark.click();
  const dialog = page.getByRole('dialog', { name: 'Draw 1 is locked in' });
  await expect(dialog).toContainText(nextCommitment.match(/.{4}/g)?.join(' ') ?? 'none');
  await expectNoAxeViolations(page);
  await expect(page.getByText('is sealed')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await seal(api, event, given[0]?.id);
  await expect(page.getByRole('heading', { name: 'Draw 1 is sealed' })).toBeVisible();
  await expect(mark).toHaveText(/^Draw 1 is locked in/);
  await mark.click();
  await dialog.getByRole('link', { name: 'Check the draws' }).click();
  await expect(page).toHaveURL(`${path}/verify`);
});

test('sounds are off until they are switched on, which is remembered', async ({
  signedInAdmin: page,
  api,
}) => {
  const { path } = await arrange(api);
  await page.addInitScript(() => {
    const heard = { tones: 0 };
    Object.assign(window, { heard });
    const { createOscillator } = BaseAudioContext.prototype;
    BaseAudioContext.prototype.createOscillator = function create() {
      heard.tones += 1;
      return createOscillator.call(this);
    };
  });
  const tones = () =>
    page.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones);
  await page.goto(path);
  await drawButton(page).first().click();
  await expect(winner(page)).toBeVisible();
  expect(await tones()).toBe(0);
  await page.getByRole('button', { name: 'Continue Raffle' }).click();
  await page.getByRole('button', { name: 'Switch sounds on' }).click();
  await expect(page.getByRole('button', { name: 'Switch sounds off' })).toBeVisible();
  await drawButton(page).click();
  await expect(winner(page)).toBeVisible();
  expect(await tones()).toBeGreaterThan(10);

  const another = await arrange(api);
  await page.goto(another.path);
  await expect(page.getByRole('button', { name: 'Switch sounds off' })).toBeVisible();
  await drawButton(page).first().click();
  await expect(winner(page)).toBeVisible();
  expect(await tones()).toBeGreaterThan(10);
});

test('the presenter can fill the screen', async ({ signedInAdmin: page, api }) => {
  const { path } = await arrange(api);
  await page.goto(path);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('names roll for the presenter, and digits of tickets for everybody else', async ({
    signedInAdmin: presenter,
    browser,
    baseURL,
    api,
  }) => {
    const { event, path } = await arrange(api);
    const context = await browser.newContext({ reducedMotion: 'no-preference' });
    const viewer = await context.newPage();
    await viewer.goto(baseURL + path);
    await expect(drawButton(viewer)).toHaveCount(2);
    await presenter.goto(path);
    await expect(presenter.getByText('2 people in the draw')).toBeVisible();
    await drawButton(presenter).first().click();
    await expect(presenter.locator('[data-rolling]')).toHaveText(/^(Amara O\.|Jo L\.)$/);
    await expect(drawing(viewer)).toBeVisible();
    await expect(presenter.getByText('City bicycle', { exact: true })).toBeVisible();
    const code = await viewer.locator('[data-rolling]').innerText();
    expect(code).toMatch(/^TICKET\n[0-9A-F]{4}-[0-9A-F]{4}$/);
    for (const page of [presenter, viewer]) {
      await expect(winner(page)).toBeVisible();
      await expect(page.locator('[data-rolling]')).toHaveCount(0);
    }
    // It belongs to a ticket in this draw.
    const { roster } = await api.call<{ roster: string[][] }>(
      'GET',
      `/api/events/${event.id}/draws/1`,
    );
    const known = roster.flat().map((ticket) => ticket.slice(0, 8));
    expect(known).toContain(code.slice('TICKET\n'.length).replace('-', '').toLowerCase());
    await context.close();
  });
});

test('a page that is refused a stream asks every few seconds, and has a stream again later', async ({
  browser,
  baseURL,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  // A page of its own, because the browser's console tells of every refusal.
  const page = await browser.newPage();
  let refusals = 0;
  const stream = /\/live(\?|$)/;
  await page.route(stream, (route) => {
    refusals += 1;
    return route.fulfill({ status: 503, body: 'Too many people are watching.' });
  });
  // The page gives up a call after 30 seconds, so its time stands still while an answer is on its way.
  let waiting = 0;
  const count = (change: number) => (request: Request) => {
    if (/\/live\b/.test(request.url())) waiting += change;
  };
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
  const passTime = async () => waiting === 0 && page.clock.runFor(5000);
  await page.clock.install();
  await page.goto(baseURL + path);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  await draw(api, event, { prizeId: given[0]?.id });
  await expect(async () => {
    await passTime();
    await expect(winner(page)).toBeVisible({ timeout: 500 });
  }).toPass();

  await page.unroute(stream);
  let opened = 0;
  page.on('response', (response) => {
    if (stream.test(response.url()) && response.status() === 200) opened += 1;
  });
  await expect(async () => {
    await passTime();
    expect(opened).toBeGreaterThan(0);
  }).toPass();
  await page.close();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('a sealed draw works in the hand', async ({ signedInAdmin: page, api }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const { event, path, prizes: given } = await arrange(api);
    await seal(api, event, given[0]?.id);
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Draw 1 is sealed' })).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectNoAxeViolations(page);
  });
});

test('a page that is open survives the end of its server and of its database', async ({
  browser,
}) => {
  const data = await makeDataDirectory();
  let server = await launchServer(data.path);
  const { url } = server;
  const port = Number(new URL(url).port);
  try {
    let api = await new Api(url).logIn(ADMIN);
    const { event, path, prizes: given } = await arrange(api);
    const viewer = await openViewer(browser, url + path);

    const back = viewer.waitForResponse((response) => response.url().includes('/live'));
    await server.kill();
    server = await launchServer(data.path, port);
    api = await new Api(url).logIn(ADMIN);
    await back;
    await draw(api, event, { prizeId: given[0]?.id });
    await expect(winner(viewer)).toBeVisible();
    await viewer.getByRole('button', { name: 'Continue Raffle' }).click();

    const postmaster = readFileSync(join(data.path, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(postmaster.split('\n')[0]), 'SIGQUIT');
    await expect(async () => {
      await draw(api, event, { prizeId: given[1]?.id });
    }).toPass();
    await expect(winner(viewer)).toBeVisible();
    await viewer.context().close();
  } finally {
    await server.stop();
    await data.remove();
  }
});
