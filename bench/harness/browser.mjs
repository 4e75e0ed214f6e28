import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's Chromium, or Playwright's own. */
export async function withBrowser(work) {
  const executablePath = places.find((place) => place && existsSync(place));
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // Containers run as root, where Chromium's sandbox cannot start.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
