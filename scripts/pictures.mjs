// Takes the screenshots of the README, the handbook and the empty start page from a running server: `npm run pictures`,
// or only some: `npm run pictures -- enter draw`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePath } from '@drawbridge/contract/core/pages';
import { call, logIn } from './lib/api.mjs';
import { signInOn, withBrowser } from './lib/browsers.mjs';
import { makeDataDirectory, runProgram, startServer, stopAll } from './lib/server-process.mjs';

const documents = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const product = fileURLToPath(new URL('../web/src/events/events/pictures', import.meta.url));
const admin = { username: 'admin', password: 'for-the-pictures' };
/** One of the volunteers that the demo creates. */
const volunteer = { username: 'priya', password: 'drawbridge' };

const laptop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/**
 * The size of pictures in the product: small, because the page with three of them may be opened over a venue's network.
 */
const small = { width: 1152, height: 720, shownWidth: 720 };

/** The time for which the winner is shown, and the maximum size of the animation. */
const SHOWN_AFTERWARDS_MS = 1_800;
const MOVING_BYTES = 400_000;
const FRAME_MS = 130;

/**
 * The pictures. `press` names the button that opens a dialog on the event's card; the picture then shows only the
 * dialog.
 */
const pictures = [
  { name: 'events', path: '/admin/events', ready: 'article' },
  { name: 'leads-dark', path: '/admin/leads', ready: '[role=table]', theme: 'dark' },
  { name: 'form', path: '/admin/events/{event}/form', ready: 'form', height: 1000 },
  // The height fits the whole dialog.
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

  const requested = process.argv.slice(2);
  for (const picture of pictures) {
    const { name, path, who = admin, ready, press, theme = 'light', shownWidth, ...size } = picture;
    if (requested.length > 0 && !requested.includes(name)) continue;
    const viewport = { ...laptop, ...size };
    const deviceScaleFactor = (shownWidth ?? viewport.width) / viewport.width;
    const page = await browser.newPage({ viewport, deviceScaleFactor });
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
    const target = press ? page.getByRole('dialog') : page;
    const [folder, type] = shownWidth ? [product, 'webp'] : [documents, 'png'];
    await target.screenshot({
      path: join(folder, `${name}.${type}`),
      type,
      animations: 'disabled',
      ...(shownWidth && { quality: 80 }),
    });
    await page.close();
  }
  if (requested.length === 0) await recordDraw(browser, url, { token, event });
}

/** Records the draw on the wall, as `draw.webp`, and its last frame for people who prefer reduced motion. */
async function recordDraw(browser, url, { token, event }) {
  const size = { width: 704, height: 396 };
  const viewport = { width: 1280, height: 720 };
  const deviceScaleFactor = size.width / viewport.width;
  const page = await browser.newPage({ viewport, deviceScaleFactor });
  await page.goto(url + stagePath(event.id));
  await page.evaluate(() => document.fonts.ready);
  // The click removes the page's hint that it can be clicked.
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
  const frames = await recordFrames(page, draw);
  const picture = joinFrames(frames, size);
  if (picture.length > MOVING_BYTES) throw new Error(`draw.webp has ${picture.length} bytes`);
  writeFileSync(join(documents, 'draw.webp'), picture);
  writeFileSync(join(documents, 'draw-still.webp'), frames.at(-1).webp);
  await page.close();
}

/** Records the page during an action, with the duration of each frame in milliseconds. */
async function recordFrames(page, act) {
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const frames = [];
  while (!isOver) {
    const at = performance.now();
    const webp = await page.screenshot({ type: 'webp', quality: 40 });
    if (!frames.at(-1)?.webp.equals(webp)) frames.push({ at, webp });
    await page.waitForTimeout(Math.max(0, at + FRAME_MS - performance.now()));
  }
  await acting;
  const end = performance.now();
  return frames.map(({ webp, at }, index) => ({ webp, ms: (frames[index + 1]?.at ?? end) - at }));
}

/**
 * Joins frames into an animated WebP, which a browser plays like any picture, and once only, so that nothing moves
 * beside a text that is being read. Chromium has encoded the frames; only the container around them is written here
 * (https://developers.google.com/speed/webp/docs/riff_container).
 */
function joinFrames(frames, { width, height }) {
  const size = [...uint24(width - 1), ...uint24(height - 1)];
  const [ANIMATED, PLAYS, REPLACES] = [0x02, 1, 0x02];
  const parts = [
    chunk('VP8X', [ANIMATED, 0, 0, 0, ...size]),
    chunk('ANIM', [0, 0, 0, 0, PLAYS, 0]),
    ...frames.map(({ webp, ms }) =>
      // The frame without the header and the colour profile.
      chunk(
        'ANMF',
        [...uint24(0), ...uint24(0), ...size, ...uint24(Math.round(ms)), REPLACES],
        webp.subarray(webp.indexOf('VP8 ')),
      ),
    ),
  ];
  return chunk('RIFF', [...Buffer.from('WEBP')], ...parts);
}

const uint24 = (number) => [number & 0xff, (number >> 8) & 0xff, number >> 16];

function chunk(name, first, ...rest) {
  const content = Buffer.concat([Buffer.from(first), ...rest]);
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}
