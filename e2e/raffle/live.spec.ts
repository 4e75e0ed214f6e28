import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import type { Page, Request } from '@playwright/test';
import { makeDataDirectory } from '../../scripts/lib/server-process.mjs';
import { Api } from '../harness/api.ts';
import { draw } from '../harness/draws.ts';
import { ADMIN, launchServer } from '../harness/launch-server.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import {
  arrangeTwoPrizes as arrange,
  continueButton,
  drawButton,
  winnerHeading as winner,
} from '../harness/raffle-stage.ts';
import { expect, test } from '../harness/test.ts';
import { openViewer } from '../harness/viewer.ts';

const drawing = (page: Page) => page.getByRole('heading', { name: 'Drawing Winner...' });
test.describe('with motion', () => {
  // The screen is small, because every frame of a large one would be drawn without a graphics card.
  const viewport = { width: 640, height: 400 };
  test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

  test('names roll for the presenter, those of tickets for everybody else, and confetti falls once', {
    tag: '@thorough',
  }, async ({ adminPage: presenter, browser, baseURL, api }) => {
    const { event, path } = await arrange(api);
    const context = await browser.newContext({ viewport, reducedMotion: 'no-preference' });
    const viewer = await context.newPage();
    await viewer.goto(baseURL + path);
    await expect(drawButton(viewer)).toHaveCount(2);
    await presenter.goto(path);
    await expect(presenter.getByText('2 people in the draw')).toBeVisible();
    await drawButton(presenter).first().click();
    await expect(presenter.locator('[data-rolling]')).toHaveText(/^(Amara O\.|Jo L\.)$/);
    await expect(drawing(viewer)).toBeVisible();
    await expect(presenter.getByText('City bicycle', { exact: true })).toBeVisible();
    const rolled = await viewer.locator('[data-rolling]').innerText();
    expect(rolled).toMatch(/^[A-Z][a-z]+ \d{4}$/);
    for (const page of [presenter, viewer]) {
      await expect(winner(page)).toBeVisible();
      await expect(page.locator('[data-rolling]')).toHaveCount(0);
    }
    await expect(presenter.locator('[data-ticket]')).toHaveCSS('transition-duration', '0.6s');
    const pieces = presenter.locator('[data-confetti] > *');
    await expect(pieces.first()).toHaveCSS('animation-iteration-count', '1');
    expect(await pieces.count()).toBeGreaterThan(50);
    await expectNoSidewaysScrolling(presenter);
    await continueButton(presenter).click();
    await expect(pieces).toHaveCount(0);
    // The ticket belongs to a person in this draw.
    const { roster } = await api.call<{ roster: { tickets: string[][] } }>(
      'GET',
      `/api/events/${event.id}/draws/1`,
    );
    expect(roster.tickets.flat().map((ticket) => ticketName(ticket))).toContain(rolled);
    await context.close();
  });
});

test('a page that is refused a stream asks every few seconds, and has a stream again later @thorough', async ({
  browser,
  baseURL,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  // The page is separate, because the browser's console shows every refusal.
  const page = await browser.newPage();
  let refusals = 0;
  const stream = /\/live(\?|$)/;
  await page.route(stream, (route) => {
    refusals += 1;
    return route.fulfill({ status: 503, body: 'Too many people are watching.' });
  });
  // The page aborts a call after 30 seconds, so its clock is stopped while a response is pending.
  let waiting = 0;
  const count = (change: number) => (request: Request) => {
    if (/\/live\b/.test(request.url())) waiting += change;
  };
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
  const passTime = async () => waiting === 0 && page.clock.runFor(5000);
  await page.clock.install();
  await page.goto(baseURL + path);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  // A page that reads its first results after the draw has nothing to reveal.
  await expect(drawButton(page)).toHaveCount(2);
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

test('a page that is open survives the end of its server and of its database', {
  tag: '@thorough',
}, async ({ browser }) => {
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
