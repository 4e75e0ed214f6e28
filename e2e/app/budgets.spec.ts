import { request } from 'node:http';
import type { Page } from '@playwright/test';
import type { Api } from '../harness/api.ts';
import { ADMIN } from '../harness/launch-server.ts';
import { ask, manyQuestions } from '../harness/questions.ts';
import { expect, test } from '../harness/test.ts';

/*
 * The budget of each area: the bytes of page, scripts and styles until its first screen is complete. They
 * are gzipped, which is what browsers accept over a venue's plain http; Brotli is a little smaller. The
 * figures have one per cent of headroom. Give the reason in the commit when you raise one.
 */
interface Area {
  path: (eventId: string) => string;
  heading: string | RegExp;
  who?: 'volunteer' | 'admin';
  bytes: number;
  /** True if the event has questions. */
  asks?: boolean;
  /** Files that the first screen does not wait for. */
  later?: RegExp;
  /** True if it loads libphonenumber, 30,000 bytes of the numbering plans of all countries. */
  phoneNumbers?: boolean;
}

/** A part of libphonenumber's metadata that no minifier renames. */
const PHONE_LIBRARY = 'country_calling_codes';

/** The files that draw QR codes. */
const CODES = /\/(qr-path|browser)-/;

const areas: Record<string, Area> = {
  'the public form': {
    path: (id) => `/event/${id}/submit`,
    heading: 'Enter the raffle',
    bytes: 110_000,
  },
  'the public form with questions': {
    path: (id) => `/event/${id}/submit`,
    heading: 'Enter the raffle',
    bytes: 115_300,
    asks: true,
  },
  'the public raffle': { path: (id) => `/event/${id}/raffle`, heading: /Fair/, bytes: 160_500 },
  'the wall': {
    path: (id) => `/event/${id}/stage`,
    heading: /Fair/,
    bytes: 173_500,
    later: CODES,
  },
  'the ticket': {
    path: (id) => `/event/${id}/ticket`,
    heading: 'No ticket on this device',
    bytes: 158_900,
    later: CODES,
  },
  'the help': { path: () => '/help', heading: 'Help', bytes: 163_100 },
  'the login': { path: () => '/login', heading: 'Welcome', bytes: 159_400 },
  'the volunteer area': {
    path: () => '/volunteer/leads',
    heading: /Fair/,
    who: 'volunteer',
    bytes: 281_400,
    phoneNumbers: true,
  },
  'the events': { path: () => '/admin/events', heading: 'Events', who: 'admin', bytes: 219_600 },
  'an event': {
    path: (id) => `/admin/events/${id}`,
    heading: /Fair/,
    who: 'admin',
    bytes: 263_400,
  },
  'the form builder': {
    path: (id) => `/admin/events/${id}/form`,
    heading: 'Form',
    who: 'admin',
    bytes: 252_700,
  },
  'the leads': {
    path: () => '/admin/leads',
    heading: 'Leads',
    who: 'admin',
    bytes: 249_700,
  },
  'the volunteers': {
    path: () => '/admin/volunteers',
    heading: 'Volunteers',
    who: 'admin',
    bytes: 193_300,
  },
  'the analytics': {
    path: () => '/admin/analytics',
    heading: 'Analytics',
    who: 'admin',
    bytes: 223_400,
  },
  'the settings': {
    path: () => '/admin/settings',
    heading: 'My account',
    who: 'admin',
    bytes: 244_300,
  },
  'the people with accounts': {
    path: () => '/admin/settings/people',
    heading: 'Accounts',
    who: 'admin',
    bytes: 192_000,
  },
  'the audit trail': {
    path: () => '/admin/settings/privacy',
    heading: 'Privacy & log',
    who: 'admin',
    bytes: 219_000,
  },
  "a volunteer's settings": {
    path: () => '/volunteer/settings',
    heading: 'Settings',
    who: 'volunteer',
    bytes: 236_300,
  },
};

// The service worker would respond instead of the server from a volunteer's second page on.
test.use({ serviceWorkers: 'block' });

test('every area keeps to its bytes', async ({ api }) => {
  const events = await createEvents(api);
  for (const [name, { path, bytes, asks, phoneNumbers = false }] of Object.entries(areas)) {
    await test.step(name, async () => {
      const page = api.url + path(asks ? events.asking : events.plain);
      const files = namedIn(await readFile(page)).map((file) => api.url + file);
      expect.soft(files.length).toBeGreaterThan(1);
      const texts = await Promise.all(files.map(readFile));
      expect.soft(texts.some((text) => text.includes(PHONE_LIBRARY))).toBe(phoneNumbers);
      const sizes = await Promise.all([page, ...files].map(sizeOf));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const list = [page, ...files].map((file, index) => `${file} ${sizes[index]}`).join('\n');
      expect.soft(total, list).toBeLessThan(bytes);
    });
  }
});

/** An event without questions, and one with all kinds of them. */
async function createEvents(api: Api) {
  const [plain, asking] = [await api.createEvent(), await api.createEvent()];
  await ask(api, asking, manyQuestions);
  return { plain: plain.id, asking: asking.id };
}

// One page of each kind.
const SHOWN = ['the public form with questions', 'the volunteer area', 'the events'];

for (const { title, tag, names } of [
  { title: 'a page', tag: [], names: SHOWN },
  {
    title: 'every other page',
    tag: ['@thorough'],
    names: Object.keys(areas).filter((name) => !SHOWN.includes(name)),
  },
]) {
  test(`${title} names all the files that its first screen loads`, { tag }, async ({
    page,
    api,
    signIn,
  }) => {
    const events = await createEvents(api);
    const volunteer = await api.createVolunteer();
    await api.assign(volunteer.user.id, events.plain);
    // Streams are closed at once: they never end, so the network would never be idle. A route also keeps the browser
    // from using its cache.
    await page.route(/\/live(\?|$)/, (route) => route.fulfill({ status: 204 }));
    const files = watchFiles(page);
    for (const who of ['visitor', 'volunteer', 'admin'] as const) {
      if (who !== 'visitor') await signIn(who === 'admin' ? ADMIN : volunteer);
      for (const [name, area] of Object.entries(areas)) {
        if (names.includes(name) && (area.who ?? 'visitor') === who) {
          await test.step(name, () =>
            expectToLoadWhatItNames(page, files, area, area.asks ? events.asking : events.plain),
          );
        }
      }
    }
  });
}

/** Checks that the page itself names all files: a file that only another file names would be one more round trip. */
async function expectToLoadWhatItNames(
  page: Page,
  files: Set<string>,
  { path, heading, later }: Area,
  eventId: string,
): Promise<void> {
  files.clear();
  const response = await page.goto(path(eventId));
  const named = namedIn((await response?.text()) ?? '');
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = [...files].filter((file) => !later?.test(file));
  expect.soft(first.sort()).toEqual(named.sort());
}

/** The scripts and style sheets that a page names. */
function namedIn(html: string): string[] {
  // Disabled links are for styles that the page contains inline.
  const effective = html.replace(/<link disabled[^>]*>/g, '');
  return [...new Set(effective.match(/(?<=")\/[\w/.-]+\.(js|css)(?=")/g))];
}

async function readFile(file: string): Promise<string> {
  return (await fetch(file)).text();
}

/** Collects the path of every script and style sheet that the page loads from here on. */
function watchFiles(page: Page): Set<string> {
  const files = new Set<string>();
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) {
      files.add(new URL(response.url()).pathname);
    }
  });
  return files;
}

/** The size of a file as it is sent. `fetch` would unpack it. */
function sizeOf(file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(file, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => resolve(size));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
