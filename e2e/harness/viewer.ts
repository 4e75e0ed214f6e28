import type { Browser, Page } from '@playwright/test';

/** Another visitor with a browser of their own, who watches the raffle and is being told. */
export async function openViewer(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const live = page.waitForResponse((response) => response.url().includes('/live'));
  await page.goto(url);
  await live;
  return page;
}
