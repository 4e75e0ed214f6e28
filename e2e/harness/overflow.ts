import { expect, type Locator, type Page } from '@playwright/test';

/** Expects nothing on the page to be wider than the screen. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBe(0);
}

/** Expects nothing in the element to stick out of it. */
export async function expectToHoldItsContent(element: Locator): Promise<void> {
  const overhang = await element.evaluate((node) =>
    Math.max(
      ...[node, ...node.querySelectorAll('*')].map((each) => each.scrollWidth - each.clientWidth),
    ),
  );
  expect(overhang).toBeLessThanOrEqual(0);
}
