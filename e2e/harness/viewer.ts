import type { Browser, Page } from '@playwright/test';

/** Opens the raffle for another visitor in a separate browser, with a live stream. */
export async function openViewer(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const live = page.waitForResponse((response) => response.url().includes('/live'));
  await page.goto(url);
  await live;
  return page;
}
