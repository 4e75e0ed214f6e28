// Takes the screenshots of the README, the handbook and the empty start page from a running server: `npm run pictures`,
// or only some: `npm run pictures -- enter draw`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePath } from '@drawbridge/contract/pages';
import { call, logIn } from './lib/api.mjs';
import { signInOn, withBrowser } from './lib/browsers.mjs';
import { encodeFrames, joinFrames, recordFrames } from './lib/moving-picture.mjs';
import { makeDataDirectory, runProgram, startServer, stopAll } from './lib/server-process.mjs';

const documents = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const product = fileURLToPath(new URL('../web/src/features/events/pictures', import.meta.url));
const admin = { username: 'admin', password: 'for-the-pictures' };
/** One of the volunteers that the demo makes. */
const volunteer = { username: 'priya', password: 'drawbridge' };

const laptop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** In the product: small, because the page that shows three of them may be opened over a venue's network. */
const small = { width: 1152, height: 720, webp: 720 };

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
  { name: 'enter', path: '/event/{event}/submit', ready: 'img', ...small, width: 960, height: 600 },
  { name: 'check', path: '/admin/leads', ready: '[role=row]', ...small },
  { name: 'draw', path: '/event/{event}/stage', ready: 'h1', ...small },
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

  const wanted = process.argv.slice(2);
  for (const picture of pictures) {
    const { name, path, who = admin, ready, press, theme = 'light', webp, ...size } = picture;
    if (wanted.length > 0 && !wanted.includes(name)) continue;
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
    const shown = press ? page.getByRole('dialog') : page;
    const png = await shown.screenshot({ animations: 'disabled' });
    const folder = webp ? product : documents;
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${name}.${webp ? 'webp' : 'png'}`),
      webp ? await toWebp(page, png, webp) : png,
    );
    await page.close();
  }
  if (wanted.length === 0) await recordDraw(browser, url, { token, event });
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
  writeFileSync(join(documents, 'draw.webp'), picture);
  writeFileSync(join(documents, 'draw-still.webp'), encoded.at(-1).webp);
  await page.close();
}

/** Chromium writes WebP, though its screenshots are none. */
async function toWebp(page, png, width) {
  const encoded = await page.evaluate(
    async ([base64, width]) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = (width * image.height) / image.width;
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', 0.8).split(',')[1];
    },
    [png.toString('base64'), width],
  );
  return Buffer.from(encoded, 'base64');
}
