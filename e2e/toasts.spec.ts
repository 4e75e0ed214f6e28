import type { Page } from '@playwright/test';
import { unique } from './harness/api.ts';
import { expect, test, toast } from './harness/test.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/login');
});

test('a toast goes by itself after 5 seconds', async ({ page }) => {
  await page.clock.install();
  await failToLogIn(page);
  await page.clock.runFor(4000);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1500);
  await expect(toast(page)).toBeHidden();
});

test('only one toast is visible at a time, and it is at most 420 px wide', async ({ page }) => {
  await failToLogIn(page);
  await failToLogIn(page);
  await expect(toast(page)).toHaveCount(1);
  expect((await toast(page).boundingBox())?.width).toBeLessThanOrEqual(420);
});

test('F8 leads to the toast', async ({ page }) => {
  await failToLogIn(page);
  // The form takes the focus back after a refusal; F8 comes after that.
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page)).toBeHidden();
});

for (const [distance, leaves] of [
  [40, false],
  [80, true],
] as const) {
  test(`a swipe of ${distance} px to the right ${leaves ? 'takes the toast away' : 'is not enough'}`, async ({
    page,
  }) => {
    await failToLogIn(page);
    const box = await toast(page).boundingBox();
    if (!box) throw new Error('There is no toast to swipe');
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
    await expect(toast(page)).toBeVisible({ visible: !leaves, timeout: 3000 });
  });
}

async function failToLogIn(page: Page) {
  await page.getByLabel('Username').fill(unique('nobody'));
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  const refused = page.waitForResponse('/api/auth/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await refused;
  await expect(toast(page)).toContainText('Login failed');
}
