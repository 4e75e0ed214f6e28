// Takes the screenshots of the README and the handbook from a running server: `npm run pictures`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, logIn } from './lib/api.mjs';
import { signInOn, withBrowser } from './lib/browsers.mjs';
import { makeDataDirectory, runProgram, startServer, stopAll } from './lib/server-process.mjs';

const target = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const admin = { username: 'admin', password: 'for-the-pictures' };
/** One of the volunteers that the demo makes. */
const volunteer = { username: 'priya', password: 'drawbridge' };

/** `press` names the button that opens a dialog on the event's card, of which alone the picture is taken. */
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
  {
    name: 'form',
    path: '/admin/events/{event}/form',
    ready: 'form',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Company' }).click();
      for (const name of ['How warm is this lead?', 'What are you interested in?']) {
        await page.getByRole('button', { name: 'Add question' }).click();
        await page.getByRole('menuitem', { name }).click();
      }
    },
    width: 1440,
    height: 1000,
  },
  ...[
    { name: 'prizes', press: 'Prizes', ready: 'li' },
    { name: 'qr-code', press: 'QR Code', ready: 'canvas' },
    { name: 'ready-to-draw', press: 'Raffle', ready: 'section p' },
  ].map((dialog) => ({
    ...dialog,
    path: '/admin/events',
    width: 1440,
    // High enough for the whole dialog.
    height: 1400,
  })),
  {
    name: 'volunteer',
    who: volunteer,
    path: '/volunteer/leads',
    ready: 'li',
    width: 390,
    height: 844,
  },
  { name: 'entry', path: '/event/{event}/submit', ready: 'img', width: 390, height: 844 },
  {
    name: 'raffle',
    path: '/event/{event}/raffle',
    ready: '[aria-label=Presenter]',
    width: 1440,
    height: 810,
  },
];

const data = await makeDataDirectory();
const options = {
  env: {
    DATA_DIR: data.path,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: 'https://raffle.example.org',
  },
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
  const { token } = await logIn(url, admin);
  const events = await call(url, 'GET', '/api/events', { token });
  const event = events.find(({ status }) => status === 'active');

  mkdirSync(target, { recursive: true });
  for (const picture of pictures) {
    const { name, who = admin, path, ready, press, fill, width, height, dark = false } = picture;
    const session = await logIn(url, who);
    const page = await browser.newPage({ viewport: { width, height } });
    await signInOn(page, url, session, dark ? 'dark' : 'light');
    await page.goto(url + path.replace('{event}', event.id));
    await page
      .locator(press ? 'article' : ready)
      .first()
      .waitFor();
    await page.evaluate(() => document.fonts.ready);
    if (press) {
      const card = page.locator('article', { hasText: event.name });
      await card.getByRole('button', { name: press, exact: true }).click();
      await page.getByRole('dialog').locator(ready).first().waitFor();
    }
    await fill?.(page);
    await (press ? page.getByRole('dialog') : page).screenshot({
      path: join(target, `${name}.png`),
      animations: 'disabled',
    });
    await page.close();
  }
}
