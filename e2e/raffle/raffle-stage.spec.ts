import { withoutFirstView } from '../harness/initial-data.ts';
import { arrangeRaffle, drawButton, withoutLive } from '../harness/raffle-stage.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test } from '../harness/test.ts';

test('the stage says that it is read, can be tried again, goes on without logos and is always dark', {
  tag: '@thorough',
}, async ({ page, api }) => {
  const { event, path } = await arrangeRaffle(api);
  await withoutFirstView(page);
  const heldRoute = await holdRoute(page, /\/api\/prizes/, { refusal: 'Too many requests.' });
  // The response of a foreign proxy.
  await page.route(/\/api\/sponsors/, (route) => route.fulfill({ json: { message: 'Hello' } }));
  await withoutLive(page);
  await page.goto(path);
  await expect(page.getByText('Loading raffle...')).toBeVisible();
  heldRoute.release();
  await expect(page.getByRole('heading', { name: 'Could not load the raffle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draw General Winner' })).toHaveCount(0);
  await page.unroute(/\/api\/prizes/);
  await page.route(/\/api\/prizes/, (route) => route.fulfill({ json: [{}] }), { times: 1 });
  const requests = page.waitForResponse(/\/api\/prizes/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await requests;
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
  // The browser prefers the light theme, and then the dark one.
  const before = await ground();
  expect(before).toContain(' dark');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect(drawButton(page)).toBeVisible();
  expect(await ground()).toBe(before);
});
