import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const places = [
  process.env.CHROMIUM_PATH,
  // The same browser without its windows, which nobody sees here: a quarter less work per test.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The system's Chromium; nothing means Playwright's own. */
export function findChromium(): string | undefined {
  return places.find((place) => place && existsSync(place));
}

/** Gets a Chromium the way the system has one, if there is none at all. */
export default function ensureChromium(): void {
  if (findChromium() || existsSync(chromium.executablePath())) return;
  const debianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (debianRoot) {
    run('apt-get', ['update', '-q']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name]);
      if (findChromium()) return;
    }
  }
  if (run('npx', ['playwright', 'install', 'chromium'])) return;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to it.');
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}
