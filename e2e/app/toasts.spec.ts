import type { Page } from '@playwright/test';
import { unique } from '../harness/api.ts';
import { expect, test, toast } from '../harness/test.ts';

test('there is one toast at a time, which a swipe, a key or 5 seconds take away', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  // The clock is stopped, so that no toast closes by itself before the last step.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step('a short swipe is not enough', async () => {
    await failToLogIn(page);
    await swipe(page, 40);
    await expect(toast(page)).toBeVisible();
  });

  await test.step('the next one takes its place, and F8 leads to it', async () => {
    await failToLogIn(page);
    await expect(toast(page)).toHaveCount(1);
    expect((await toast(page).boundingBox())?.width).toBeLessThanOrEqual(420);
    // The form takes the focus back after a refusal; F8 comes after that.
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expect(toast(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast(page)).toBeHidden();
  });

  await test.step('a longer swipe takes it away, even if all text has been selected', async () => {
    await failToLogIn(page);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+a');
    await swipe(page, 80);
    await expect(toast(page)).toBeHidden();
  });

  await test.step('it goes by itself', async () => {
    await failToLogIn(page);
    await page.clock.runFor(4900);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page)).toBeHidden();
  });
});

async function swipe(page: Page, distance: number) {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('There is no toast to swipe');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

async function failToLogIn(page: Page) {
  await page.getByLabel('Username').fill(unique('nobody'));
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  const refused = page.waitForResponse('/api/auth/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await refused;
  await expect(toast(page)).toContainText('Login failed');
}
