// Takes the screenshots of the README and the handbook from a running server: `npm run pictures`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePath } from '@drawbridge/contract/pages';
import { call, logIn } from './lib/api.mjs';
import { signInOn, withBrowser } from './lib/browsers.mjs';
import { encodeFrames, joinFrames, recordFrames } from './lib/moving-picture.mjs';
import { makeDataDirectory, runProgram, startServer, stopAll } from './lib/server-process.mjs';

const target = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const admin = { username: 'admin', password: 'for-the-pictures' };
/** One of the volunteers that the demo makes. */
const volunteer = { username: 'priya', password: 'drawbridge' };

const laptop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** How long the winner is seen, and how large the moving picture may get. */
const SHOWN_AFTERWARDS_MS = 1_800;
const MOVING_BYTES = 400_000;

/** `press` names the button that opens a dialog on the event's card, of which alone the picture is taken. */
const pictures = [
  { name: 'events', path: '/admin/events', ready: 'article' },
  { name: 'leads-dark', path: '/admin/leads', ready: '[role=table]', theme: 'dark' },
  { name: 'form', path: '/admin/events/{event}/form', ready: 'form', height: 1000 },
  // High enough for the whole dialog.
  { name: 'prizes', path: '/admin/events', press: 'Prizes', ready: 'li', height: 1400 },
  { name: 'qr-code', path: '/admin/events', press: 'QR Code', ready: 'canvas', height: 1400 },
  {
    name: 'ready-to-draw',
    path: '/admin/events',
    press: 'Raffle',
    ready: 'section p',
    height: 1400,
  },
  { name: 'volunteer', path: '/volunteer/leads', ready: 'li', who: volunteer, ...phone },
  { name: 'entry', path: '/event/{event}/submit', ready: 'img', ...phone },
  { name: 'raffle', path: '/event/{event}/raffle', ready: '[aria-label=Presenter]', height: 810 },
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
  const event = events.find(({ status, language }) => status === 'active' && language === 'en');

  mkdirSync(target, { recursive: true });
  for (const picture of pictures) {
    const { name, path, who = admin, ready, press, theme = 'light', ...size } = picture;
    const page = await browser.newPage({ viewport: { ...laptop, ...size } });
    await signInOn(page, url, await logIn(url, who), theme);
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
    await (press ? page.getByRole('dialog') : page).screenshot({
      path: join(target, `${name}.png`),
      animations: 'disabled',
    });
    await page.close();
  }
  await recordDraw(browser, url, { token, event });
}

/** The draw on the wall, as `draw.webp`, and its last frame for people who want nothing to move. */
async function recordDraw(browser, url, { token, event }) {
  const size = { width: 704, height: 396 };
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(url + stagePath(event.id));
  await page.evaluate(() => document.fonts.ready);
  // Otherwise it says that it can be clicked.
  await page.locator('main').click();
  const prizes = await call(url, 'GET', `/api/prizes?eventId=${event.id}`);
  const drawn = await call(url, 'GET', `/api/events/${event.id}/raffles`);
  const prize = prizes.find(({ id }) => !drawn.some(({ prizeId }) => prizeId === id));
  const draw = async () => {
    const body = { prizeId: prize.id };
    await call(url, 'POST', `/api/events/${event.id}/draw-winner`, { token, body });
    await page.getByText('WINNER!').first().waitFor();
    await page.waitForTimeout(SHOWN_AFTERWARDS_MS);
  };
  const frames = await recordFrames(page, draw, { ...size, interval: 130 });
  const encoded = await encodeFrames(page, frames, { ...size, quality: 0.4 });
  const picture = joinFrames(encoded, size);
  if (picture.length > MOVING_BYTES) throw new Error(`draw.webp has ${picture.length} bytes`);
  writeFileSync(join(target, 'draw.webp'), picture);
  writeFileSync(join(target, 'draw-still.webp'), encoded.at(-1).webp);
  await page.close();
}
