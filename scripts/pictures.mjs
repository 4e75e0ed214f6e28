// Takes the README's screenshots from a running server: `npm run pictures`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBrowser } from './lib/chromium.mjs';
import { makeDataDirectory, runProgram, startServer, stopAll } from './lib/server-process.mjs';

const target = fileURLToPath(new URL('../docs/pictures', import.meta.url));
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

const data = await makeDataDirectory();
const options = {
  env: { DATA_DIR: data.path, ADMIN_PASSWORD: account.password },
  showErrors: true,
};
try {
  const code = await runProgram('demo', options).ended;
  if (code !== 0) throw new Error(`The demo ended with ${code}`);
  const { url } = await startServer(options);
  await withBrowser((browser) => takePictures(browser, url));
} finally {
  await stopAll();
  await data.remove();
}

async function takePictures(browser, url) {
  const session = await call(url, 'POST', '/api/auth/login', account);
  const events = await call(url, 'GET', '/api/events', undefined, session.token);
  const event = events.find(({ status }) => status === 'active').id;

  mkdirSync(target, { recursive: true });
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
