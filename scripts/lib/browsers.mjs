// Finds the browsers that the journeys, the benchmark and the pictures use.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const chromiums = [
  process.env.CHROMIUM_PATH,
  // The headless build of the same browser takes a quarter less time per test.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const findChromium = () => chromiums.find((path) => path && existsSync(path));

/**
 * The system's Chromium, or Playwright's own where there is none.
 * @returns {{ executablePath?: string, args: string[] }}
 */
export function launchOptions() {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    // Containers run as root, where Chromium's sandbox cannot start.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  };
}

export async function withBrowser(work) {
  const browser = await chromium.launch(launchOptions());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Gives a page the session before it loads the app. */
export async function signInOn(page, url, { token, user }, theme = 'light') {
  await page.goto(`${url}/theme.js`);
  await page.evaluate(
    (items) => {
      for (const [name, value] of items) localStorage.setItem(name, value);
    },
    Object.entries({ token, user: JSON.stringify(user), theme }),
  );
}

/** Playwright's global set-up: installs a Chromium if there is none. */
export default function ensureChromium() {
  if (findChromium() || existsSync(chromium.executablePath())) return;
  const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-q');
    const install = (name) => run('apt-get', 'install', '-qy', '--no-install-recommends', name);
    if (install('chromium-headless-shell') || install('chromium')) return;
  }
  if (run('npx', 'playwright', 'install', 'chromium')) return;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to it.');
}

const firefoxes = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of the Firefox for some of the journeys; undefined where there is none. */
export const findFirefox = () => firefoxes.find((path) => path && existsSync(path));
