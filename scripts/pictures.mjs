// Takes the README's pictures of the real thing: `npm run pictures`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/pictures');
const account = { username: 'admin', password: 'for-the-pictures' };

const pictures = [
  { name: 'events', path: '/admin/events', ready: 'article', width: 1440, height: 900 },
  {
    name: 'leads-dark',
    path: '/admin/leads',
    ready: 'table',
    width: 1440,
    height: 900,
    dark: true,
  },
  { name: 'entry', path: '/event/{event}/submit', ready: 'img', width: 390, height: 844 },
  { name: 'raffle', path: '/event/{event}/raffle', ready: 'h2', width: 1440, height: 810 },
];

const dataDir = mkdtempSync(join(tmpdir(), 'drawbridge-pictures-'));
// As root, PostgreSQL runs under an account that must be able to walk in here.
chmodSync(dataDir, 0o755);
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  ADMIN_PASSWORD: account.password,
};
const launch = [join(root, 'scripts/launch.mjs')];

const filled = spawnSync(process.execPath, [...launch, 'demo'], { env, stdio: 'inherit' });
if (filled.status !== 0) process.exit(1);
const server = spawn(process.execPath, [...launch, 'main'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await takePictures(await readAddress());
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

async function readAddress() {
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /is ready: (http\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The server ended before it was ready');
}

async function takePictures(url) {
  const session = await call(url, 'POST', '/api/auth/login', account);
  const events = await call(url, 'GET', '/api/events', undefined, session.token);
  const event = events.find(({ status }) => status === 'active').id;

  mkdirSync(target, { recursive: true });
  const installed = '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  for (const { name, path, ready, width, height, dark = false } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${url}/theme.js`);
    await page.evaluate(
      ([{ token, user }, theme]) => {
        localStorage.setItem('token', token);
        localStorage.setItem('user', JSON.stringify(user));
        localStorage.setItem('theme', theme);
      },
      [session, dark ? 'dark' : 'light'],
    );
    await page.goto(url + path.replace('{event}', event));
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled' });
    await page.close();
  }
  await browser.close();
}

async function call(url, method, path, body, token) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
