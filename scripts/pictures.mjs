// Takes the screenshots of the README, the handbook and the empty start page from a running server: `npm run pictures`,
// or only some: `npm run pictures -- enter draw moving`.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stagePath, ticketPath } from '@drawbridge/contract/core/pages';
import sharp from 'sharp';
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
const SHOWN_AFTERWARDS_MS = 2_500;
const MOVING_BYTES = 700_000;
const FRAME_MS = 130;
const PHONE_FRAME_MS = 900;
/** The people who answer the roll call in the animation. */
const people = [
  'Mina Laurent',
  'Tomás Ibarra',
  'Aisha Rahman',
  'Jonas Weber',
  'Lucía Prado',
  'Ben Okoro',
];
/** The wall and two phones in the animation. */
const CANVAS = { width: 1044, height: 396 };
const WALL_WIDTH = 704;
const GAP = 16;
const PHONE = { width: 154, height: 333 };

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
  if (requested.length === 0 || requested.includes('moving'))
    await recordDraw(browser, url, { token, event });
}

/** Records a draw on the wall and two phones, as `draw.webp`, and its last frame for reduced motion. */
async function recordDraw(browser, url, { token, event }) {
  const api = (method, path, body) => call(url, method, path, { token, body });
  const open = async (path, viewport, height) => {
    const deviceScaleFactor = height / viewport.height;
    const page = await browser.newPage({ viewport, deviceScaleFactor });
    await page.goto(url + path);
    await page.evaluate(() => document.fonts.ready);
    return page;
  };
  const leads = [];
  for (const [index, name] of people.entries()) {
    const contact = { name, phone: `+44 7700 90030${index}` };
    leads.push(await api('POST', '/api/leads/public', { eventId: event.id, ...contact }));
  }
  const leadIds = leads.map(({ id }) => id);
  await api('POST', '/api/leads/bulk-verify', { leadIds });
  await api('POST', `/api/events/${event.id}/roll-calls`, {});
  for (const id of leadIds) await api('POST', `/api/leads/${id}/here`, {});
  const wall = await open(stagePath(event.id), { width: 1280, height: 720 }, CANVAS.height);
  // The click removes the page's hint that it can be clicked.
  await wall.locator('main').click();
  const phones = new Map();
  for (const { entryCode, name } of leads) {
    const page = await open(ticketPath(event.id, entryCode, name), phone, PHONE.height);
    await page.getByText(name).first().waitFor();
    phones.set(name, page);
  }
  const prizes = await api('GET', `/api/prizes?eventId=${event.id}`);
  const drawn = await api('GET', `/api/events/${event.id}/raffles`);
  const prize = prizes.find(({ id }) => !drawn.some(({ prizeId }) => prizeId === id));
  const body = { prizeId: prize.id, onlyHere: true };
  const { winner } = await api('POST', `/api/events/${event.id}/draw-winner`, body);
  // The winner's phone and another one are shown.
  const shown = [winner.name, people.find((one) => one !== winner.name)];
  const frames = await recordFrames([wall, ...shown.map((one) => phones.get(one))], async () => {
    await wall.getByText('WINNER!').first().waitFor();
    await wall.waitForTimeout(SHOWN_AFTERWARDS_MS);
  });
  const images = await Promise.all(frames.map(({ shots }) => compose(shots)));
  // It plays once only, so that nothing moves beside a text that is being read.
  const delays = frames.map(({ ms }) => Math.round(ms));
  const picture = sharp(images, { join: { animated: true } }).webp({
    quality: 45,
    delay: delays,
    loop: 1,
  });
  const { size } = await picture.toFile(join(documents, 'draw.webp'));
  if (size > MOVING_BYTES) throw new Error(`draw.webp has ${size} bytes`);
  await sharp(images.at(-1)).webp().toFile(join(documents, 'draw-still.webp'));
}

/**
 * Records the pages during an action, with the duration of each frame in milliseconds. The phones change seldom, and
 * their pictures would slow down those of the wall.
 */
async function recordFrames([wall, ...phones], act) {
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const shootPhones = () => Promise.all(phones.map((page) => page.screenshot()));
  let beside = await shootPhones();
  const watching = (async () => {
    while (!isOver) {
      await delay(PHONE_FRAME_MS);
      beside = await shootPhones();
    }
  })();
  const frames = [];
  while (!isOver) {
    const at = performance.now();
    frames.push({ at, shots: [await wall.screenshot(), ...beside] });
    await delay(Math.max(0, at + FRAME_MS - performance.now()));
  }
  await Promise.all([acting, watching]);
  frames.push({ at: performance.now(), shots: [await wall.screenshot(), ...beside] });
  return frames.map(({ shots, at }, index) => ({
    shots,
    ms: (frames[index + 1]?.at ?? at + FRAME_MS) - at,
  }));
}

/** Puts the phones beside the wall, on a transparent ground. */
async function compose([wall, ...phones]) {
  const layers = [{ input: wall, left: 0, top: 0 }];
  const shape = `<svg width="${PHONE.width}" height="${PHONE.height}"><rect width="100%" height="100%" rx="16"/></svg>`;
  for (const [index, shot] of phones.entries()) {
    const round = sharp(shot).composite([{ input: Buffer.from(shape), blend: 'dest-in' }]);
    const left = WALL_WIDTH + GAP + index * (PHONE.width + GAP);
    const top = Math.floor((CANVAS.height - PHONE.height) / 2);
    layers.push({ input: await round.png().toBuffer(), left, top });
  }
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { ...CANVAS, channels: 4, background } })
    .composite(layers)
    .png()
    .toBuffer();
}
