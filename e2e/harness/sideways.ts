import { expect, type Page } from '@playwright/test';

/** Nothing on the page is wider than the screen. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBe(0);
}
