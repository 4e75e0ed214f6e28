import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addVerifiedLead } from './harness/draws.ts';
import {
  arrangeRaffle,
  continueButton,
  drawButton,
  winnerHeading,
  withoutLive,
} from './harness/raffle-stage.ts';
import { holdRoute } from './harness/routes.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

test('while it is read the stage says so, and a failed read can be tried again', async ({
  page,
  api,
}) => {
  const { event, path } = await arrangeRaffle(api);
  const held = await holdRoute(page, /\/api\/prizes/, { refusal: 'Too many requests.' });
  await withoutLive(page);
  await page.goto(path);
  await expect(page.getByText('Loading raffle...')).toBeVisible();
  await expectNoAxeViolations(page);
  held.release();
  await expect(page.getByRole('heading', { name: 'Could not load the raffle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draw General Winner' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.unroute(/\/api\/prizes/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
});

test('the stage goes on without its logos', async ({ page, api }) => {
  const { path } = await arrangeRaffle(api);
  await page.route(/\/api\/sponsors/, (route) => route.fulfill({ status: 429, body: 'No.' }));
  await page.goto(path);
  await expect(drawButton(page)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sponsors' })).toHaveCount(0);
});

test('the stage is dark in both themes', async ({ page, api }) => {
  const { path } = await arrangeRaffle(api);
  const grounds = new Set<string>();
  for (const theme of ['light', 'dark']) {
    await page.goto('/theme.js');
    await page.evaluate((wanted) => localStorage.setItem('theme', wanted), theme);
    await page.goto(path);
    await expect(drawButton(page)).toBeVisible();
    const root = await page.evaluate(() => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
      return `${backgroundColor} ${colorScheme}`;
    });
    grounds.add(root);
  }
  expect([...grounds]).toEqual([expect.stringContaining(' dark')]);
});

test('with reduced motion the winner fades in and nothing flies', async ({
  signedInAdmin: page,
  api,
}) => {
  const { path } = await arrangeRaffle(api);
  await page.goto(path);
  await drawButton(page).click();
  await expect(winnerHeading(page)).toBeVisible();
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  const fading = page.locator('.plain-fade');
  await expect(fading).toHaveCSS('animation-name', 'appear');
  const turning = page.locator('.transform-3d');
  await expect(turning).toHaveCSS('transition-property', 'none');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the ticket turns in at most 600 ms and confetti falls once', async ({
    signedInAdmin: page,
    api,
  }) => {
    const { path } = await arrangeRaffle(api);
    await page.goto(path);
    await drawButton(page).click();
    await expect(winnerHeading(page)).toBeVisible();
    await expect(page.locator('.transform-3d')).toHaveCSS('transition-duration', '0.6s');
    const pieces = page.locator('[data-confetti] > *');
    await expect(pieces.first()).toHaveCSS('animation-iteration-count', '1');
    expect(await pieces.count()).toBeGreaterThan(50);
    await expectNoSidewaysScrolling(page);
    await continueButton(page).click();
    await expect(pieces).toHaveCount(0);
  });
});

const longName = 'Maximiliana Konstantinopolitanskaya-Wolfeschlegelsteinhausenbergerdorff';

for (const [screen, width, height] of [
  ['a 16:9 projector', 1920, 1080],
  ['a 4:3 projector', 1024, 768],
] as const) {
  test(`the stage fills ${screen}`, async ({ signedInAdmin: page, api }) => {
    await page.setViewportSize({ width, height });
    const event = await api.createEvent();
    await addVerifiedLead(api, event, { name: longName });
    for (const position of [0, 1, 2]) {
      await addPrize(api, event, unique('Weekend for two'), { position });
    }
    await page.goto(`/event/${event.id}/raffle`);
    await expect(drawButton(page)).toHaveCount(3);
    const screenful = () =>
      page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(await screenful()).toBe(0);
    await expectNoSidewaysScrolling(page);
    await drawButton(page).first().click();
    await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    expect(await screenful()).toBe(0);
    const ticket = await page.locator('.transform-3d').boundingBox();
    expect(ticket?.width).toBeGreaterThan(width * 0.6);
    await expectNoSidewaysScrolling(page);
  });
}

test.describe('on a phone', () => {
  test.use(phone);

  for (const width of [390, 360]) {
    test(`the raffle works in the hand at ${width} pixels`, async ({
      signedInAdmin: page,
      api,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      const event = await api.createEvent({ name: unique('Donaudampfschifffahrtsgesellschaft') });
      await addVerifiedLead(api, event, { name: longName });
      for (let position = 0; position < 8; position += 1) {
        await addPrize(api, event, `Weekendfortwointhelakedistrict ${position}`);
      }
      await page.goto(`/event/${event.id}/raffle`);
      await expect(drawButton(page)).toHaveCount(8);
      await expectNoSidewaysScrolling(page);
      expect((await drawButton(page).last().boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await drawButton(page).last().tap();
      await expect(page.getByText('Drawing Winner...')).toBeInViewport();
      await expect(winnerHeading(page)).toBeInViewport();
      await expect(page.getByText(longName, { exact: true })).toBeVisible();
      await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScrolling(page);
      await expectNoAxeViolations(page);
      await continueButton(page).tap();
      await expect(drawButton(page)).toHaveCount(7);
      await expectNoSidewaysScrolling(page);
      await expectNoAxeViolations(page);
    });
  }
});
