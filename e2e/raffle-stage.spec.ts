import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addVerifiedLead } from './harness/draws.ts';
import { withoutFirstView } from './harness/first-view.ts';
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

test('the stage says that it is read, can be tried again, goes on without logos and is always dark', async ({
  page,
  api,
}) => {
  const { event, path } = await arrangeRaffle(api);
  await withoutFirstView(page);
  const held = await holdRoute(page, /\/api\/prizes/, { refusal: 'Too many requests.' });
  // As a proxy answers that is not ours.
  await page.route(/\/api\/sponsors/, (route) => route.fulfill({ json: { message: 'Hello' } }));
  await withoutLive(page);
  await page.goto(path);
  await expect(page.getByText('Loading raffle...')).toBeVisible();
  held.release();
  await expect(page.getByRole('heading', { name: 'Could not load the raffle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draw General Winner' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.unroute(/\/api\/prizes/);
  await page.route(/\/api\/prizes/, (route) => route.fulfill({ json: [{}] }), { times: 1 });
  const asked = page.waitForResponse(/\/api\/prizes/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(page.getByRole('heading', { name: 'Could not load the raffle' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(drawButton(page)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sponsors' })).toHaveCount(0);

  const ground = () =>
    page.evaluate(() => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
      return `${backgroundColor} ${colorScheme}`;
    });
  // This browser asks for the light theme, and then for the dark one.
  const before = await ground();
  expect(before).toContain(' dark');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect(drawButton(page)).toBeVisible();
  expect(await ground()).toBe(before);
});

const longName = 'Maximiliana Konstantinopolitanskaya-Wolfeschlegelsteinhausenbergerdorff';

test('the winner fills 16:9 and 4:3 screens', { tag: '@thorough' }, async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event, { name: longName });
  await addPrize(api, event, unique('Weekend for two'));
  await page.goto(`/event/${event.id}/raffle`);
  await drawButton(page).click();
  await expect(winnerHeading(page)).toBeVisible();
  for (const screen of [
    { width: 1920, height: 1080 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(screen);
    await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await expectNoSidewaysScrolling(page);
    expect((await page.locator('[data-ticket]').boundingBox())?.width).toBeGreaterThan(
      screen.width * 0.6,
    );
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the raffle works in the hand, also with long names', { tag: '@thorough' }, async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent({ name: unique('Donaudampfschifffahrtsgesellschaft') });
    await addVerifiedLead(api, event, { name: longName });
    for (let position = 0; position < 8; position += 1) {
      await addPrize(api, event, `Weekendfortwointhelakedistrict ${position}`);
    }
    const atEachWidth = async (expectToFit: () => Promise<void>) => {
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        await expectToFit();
        await expectNoSidewaysScrolling(page);
      }
    };
    await page.goto(`/event/${event.id}/raffle`);
    await expect(drawButton(page)).toHaveCount(8);
    await atEachWidth(async () => {
      expect((await drawButton(page).last().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    });
    await drawButton(page).last().tap();
    await expect(page.getByText('Drawing Winner...')).toBeInViewport();
    await expect(winnerHeading(page)).toBeInViewport();
    await atEachWidth(async () => {
      await expect(winnerHeading(page)).toBeInViewport();
      await expect(page.getByText(longName, { exact: true })).toBeVisible();
      await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    });
    await continueButton(page).tap();
    await atEachWidth(() => expect(drawButton(page)).toHaveCount(7));
  });
});
