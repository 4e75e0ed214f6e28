import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INITIAL_DATA_ID } from '@drawbridge/contract/collecting/initial-data';
import { rafflePath } from '@drawbridge/contract/core/pages';
import { publicEvent } from '@drawbridge/contract/events/events';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createPrize } from '../../test/world/fixtures.ts';

const theme = 'document.title += 1;';
const entry =
  '<!doctype html><html lang="en"><head><title>Drawbridge</title><script src="/theme.js"></script>' +
  '<link rel="stylesheet" crossorigin href="/assets/index-1.css"></head>' +
  '<body><div id="root"></div></body></html>';
/** The pages contain the script that must run before they are painted. */
const html = entry
  .replace(' src="/theme.js">', `>${theme}`)
  .replace('lang="en"', 'lang="en" dir="ltr"');
const css = 'h1 { color: red }';
const raffleCss = 'main { color: blue }';
/** The form's page also contains its style sheet. */
const formHtml = html.replace(/<link(.*?)>/, `<style>${css}</style><link disabled$1>`);
/** The hidden fields that differ between copies of the form. */
const hiddenFields =
  /<input type="hidden" form="lead-form" name="(?:id" value="[0-9a-f-]{36}|nonce" value="[\w-]{32}|language" value="[\w-]+|(?:consent|questions)Version" value="\d+)">/g;

/** The build's manifest of the files of its pages. */
const pageChunks = {
  '/login': { files: ['assets/workspace-1.js'], texts: {} },
  '/event/:eventId/submit': {
    files: ['assets/questions-1.js'],
    texts: { de: ['assets/texts-1/de/visitor.json'] },
  },
  '/event/:eventId/raffle': {
    files: ['assets/workspace-1.js', 'assets/raffle-page-1.js', 'assets/raffle-page-1.css'],
    texts: {},
  },
};

const build = await mkdtemp(join(tmpdir(), 'drawbridge-pages-'));
await mkdir(join(build, '.vite'));
await mkdir(join(build, 'assets'));
await writeFile(join(build, 'assets', 'index-1.css'), css);
await writeFile(join(build, 'assets', 'raffle-page-1.css'), raffleCss);
await writeFile(join(build, 'index.html'), entry);
await writeFile(join(build, 'theme.js'), theme);
await writeFile(join(build, '.vite', 'page-chunks.json'), JSON.stringify(pageChunks));
const api = await startApi({ TRUST_PROXY: '1' }, createLog('silent'), { webDirectory: build });
afterAll(async () => {
  await api.close();
  await rm(build, { recursive: true });
});

const element = new RegExp(
  `<script type="application/json" id="${INITIAL_DATA_ID}">([^<]*)</script>`,
  'g',
);

/** The initial data in the page, parsed as a browser does. */
function viewOf({ text }: ApiResponse): Record<string, unknown> {
  const matches = [...text.matchAll(element)];
  expect(matches).toHaveLength(1);
  return JSON.parse(matches[0]?.[1] ?? '');
}

const formPaths: [string, (id: string) => string][] = [
  ['/event/{id}/submit', (id) => `/event/${id}/submit`],
  ['/lead/{id}', (id) => `/lead/${id}`],
];

describe.each(formPaths)('the lead form at %s', (_, pathOf) => {
  it('brings its event as anyone may read it', async () => {
    const event = await createEvent(api.admin, { totalAmountCollected: '1234.50' });
    const page = await api.admin.get(pathOf(event.id));
    const read = (await api.anyone.get(`/api/events/${event.id}`)).json();
    expect(page.status).toBe(200);
    expect(viewOf(page)).toEqual({
      [`/api/events/${event.id}`]: { status: 200, body: read },
      [`/api/prizes/left?eventId=${event.id}`]: {
        status: 200,
        body: { first: [], left: 0, prizes: 0, winners: 0 },
      },
      [`/api/sponsors/public?eventId=${event.id}`]: { status: 200, body: [] },
    });
    expect(read).toEqual(publicEvent.parse(event));
    expect(page.text).not.toContain('1234.50');
    expect(page.text).toContain('<title>Harbour Winter Fair · Drawbridge</title>');
    expect(page.text.match(hiddenFields)).toHaveLength(5);
    expect(
      page.text
        .replace(element, '')
        .replace(hiddenFields, '')
        .replace(/<meta (name|property)[^>]*>/g, '')
        .replace('Harbour Winter Fair · ', ''),
    ).toBe(formHtml);
  });

  it('is never cached, and has the headers of every page', async () => {
    const event = await createEvent(api.admin);
    const { headers } = await api.anyone.get(pathOf(event.id));
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('content-security-policy')).toContain(
      `script-src 'self' 'sha256-${createHash('sha256').update(theme).digest('base64')}';`,
    );
  });

  it.each([
    '</script><script>alert(1)</script>',
    '</title><img src=x onerror=alert(1)>',
    '<!--<script>',
    "$& $` \u2028 \u2029 $' $1 & &amp;",
    '\\u003c/script> "quoted" \\',
  ])('holds the name %s as nothing but a name', async (name) => {
    const event = await createEvent(api.admin, { name, location: name });
    const page = await api.anyone.get(pathOf(event.id));
    const { body } = viewOf(page)[`/api/events/${event.id}`] as { body: unknown };
    expect(body).toMatchObject({ name, location: name });
    // The page has only its own elements, whatever the name contains.
    expect(page.text.match(/<(script|img|!--)/g)).toEqual(['<script', '<script']);
    expect(page.text.match(/<\/(script|title)>/g)).toEqual(['</title>', '</script>', '</script>']);
    expect(page.text.match(element)?.join()).not.toMatch(/\u2028|\u2029/);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'no-id-at-all', '%3Cscript%3E', "a'%22b"])(
    'says of %s at once that there is no such event',
    async (id) => {
      const page = await api.anyone.get(pathOf(id));
      expect(page.status).toBe(404);
      expect(page.text).toContain('<title>Event Not Found · Drawbridge</title>');
      expect(viewOf(page)).toEqual({
        [`/api/events/${encodeURIComponent(decodeURIComponent(id))}`]: {
          status: 404,
          sentence: 'Event not found',
        },
      });
    },
  );
});

describe('the lead form', () => {
  it('brings the first three prizes, as anyone may read them', async () => {
    const event = await createEvent(api.admin);
    for (const position of [3, 1, 4, 2]) {
      await createPrize(api.admin, event.id, { name: `Prize ${position}`, position });
    }
    const url = `/api/prizes/left?eventId=${event.id}`;
    const read = (await api.anyone.get(url)).json() as { first: { name: string }[] };
    expect(read.first.map(({ name }) => name)).toEqual(['Prize 1', 'Prize 2', 'Prize 3']);
    const page = await api.anyone.get(`/lead/${event.id}`);
    expect(viewOf(page)).toMatchObject({ [url]: { status: 200, body: read } });
  });

  it('has an id and a nonce of its own in every copy', async () => {
    const { id } = await createEvent(api.admin);
    const copies = [await api.anyone.get(`/lead/${id}`), await api.anyone.get(`/lead/${id}`)];
    const fields = copies.flatMap(({ text }) => text.match(hiddenFields) ?? []);
    // Both copies show the same consent text and questions in the same language.
    expect(new Set(fields).size).toBe(7);
  });
});

describe('the address that people type', () => {
  it('leads to the form of its event, however the code is written', async () => {
    const events = [await createEvent(api.admin), await createEvent(api.admin)];
    expect(events[0]?.shortCode).not.toBe(events[1]?.shortCode);
    for (const { id, shortCode } of events) {
      expect(shortCode).toMatch(/^[0-9a-f]{6}$/);
      for (const typed of [
        shortCode,
        shortCode.toUpperCase(),
        shortCode.replaceAll('0', 'O').replaceAll('1', 'l'),
        `${shortCode.slice(0, 3)}%20${shortCode.slice(3)}%20`,
        `${shortCode.slice(0, 3)}-${shortCode.slice(3)}`,
      ]) {
        const page = await api.anyone.get(`/e/${typed}`);
        expect(viewOf(page)).toMatchObject({ [`/api/events/${id}`]: { status: 200 } });
      }
    }
  });

  it.each(['zzzzzz', '3f9', '%00', '..%2F..%2Fadmin', "' or 1=1"])(
    'leads with the unknown code %s to a form that says so',
    async (code) => {
      const page = await api.anyone.get(`/e/${code}`);
      expect(page.status).toBe(404);
      expect(page.text).toContain('<title>Event Not Found');
    },
  );

  it('leads to the raffle of an event that has ended, if there is one to show', async () => {
    const event = await createEvent(api.admin, { status: 'ended' });
    const url = `${api.anyone.url}/e/${event.shortCode}`;
    const leadsTo = async () => (await fetch(url, { redirect: 'manual' })).headers.get('location');
    expect(await leadsTo()).not.toContain(event.id);
    await createPrize(api.admin, event.id);
    expect(await leadsTo()).toBe(rafflePath(event.id));
  });

  it('is refused to an address that tries codes, and not to one where people type theirs', async () => {
    const { shortCode } = await createEvent(api.admin, { status: 'upcoming' });
    const open = (code: string, address: string) =>
      api.anyone.get(`/e/${code}`, { 'x-forwarded-for': address });
    for (let n = 0; n < 40; n += 1) expect((await open(shortCode, '192.0.2.1')).status).toBe(200);
    const tries = await Promise.all(
      Array.from({ length: 31 }, (_, n) => open(`00000${n}`, '192.0.2.2')),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
    const active = await createEvent(api.admin, { status: 'active' });
    expect((await open(active.shortCode, '192.0.2.2')).status).toBe(200);
    const right = await open(shortCode, '192.0.2.2');
    expect(right.problem).toEqual([429, 'Too many requests. Please wait a moment and try again.']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await open(shortCode, '192.0.2.1')).status).toBe(200);
  });
});

describe('the raffle page', () => {
  it('brings its event, also one that has ended, and names its chunks', async () => {
    const event = await createEvent(api.admin, { status: 'ended' });
    const page = await api.anyone.get(`/event/${event.id}/raffle`);
    expect(viewOf(page)).toEqual({
      [`/api/events/${event.id}`]: { status: 200, body: publicEvent.parse(event) },
      [`/api/prizes?eventId=${event.id}`]: { status: 200, body: [] },
      [`/api/sponsors/public?eventId=${event.id}`]: { status: 200, body: [] },
      [`/api/events/${event.id}/raffles`]: { status: 200, body: [] },
      [`/api/events/${event.id}/draws next`]: {
        status: 200,
        body: {
          sealed: null,
          rollCall: null,
          lastRecord: null,
          nextNumber: 1,
          nextCommitment: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
      [`/api/events/${event.id}/stage`]: {
        status: 200,
        body: {
          ...{ prizeId: null, revealed: null, blank: false, phrase: '', version: '0' },
          ...{ drawing: null, forfeit: null, suspense: 2, claimMinutes: 0, applause: true },
          onlyHere: false,
        },
      },
    });
    expect(page.text).toContain('<title>Harbour Winter Fair · Drawbridge</title>');
    const metas = [...page.text.matchAll(/<meta \w+="([^"]+)" content="([^"]+)">/g)];
    expect(metas.map(([, name, content]) => `${name}: ${content}`)).toEqual([
      'robots: noindex',
      'description: Watch the draw live: Saturday, December 5, 2026, Hall 7, Bristol',
      'og:site_name: Drawbridge',
      'og:type: website',
      'og:title: Harbour Winter Fair',
      'og:description: Watch the draw live: Saturday, December 5, 2026, Hall 7, Bristol',
      'twitter:card: summary_large_image',
      `og:image: ${api.anyone.url}/share.png`,
    ]);
    expect(page.text.match(/<link rel[^>]+>/g)).toEqual([
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/workspace-1.js">',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/raffle-page-1.js">',
    ]);
    for (const style of [css, raffleCss]) expect(page.text).toContain(`<style>${style}</style>`);
  });

  it.each(['raffle', 'stage'])('says of an unknown event that there is none: %s', async (name) => {
    const id = '00000000-0000-4000-8000-000000000000';
    const page = await api.anyone.get(`/event/${id}/${name}`);
    expect(page.status).toBe(404);
    expect(viewOf(page)).toEqual({
      [`/api/events/${id}`]: { status: 404, sentence: 'Event not found' },
    });
  });
});

describe('the stage', () => {
  it.each([
    ['', 'fr'],
    ['?lang=de', 'de'],
    ['?lang=de,ar', 'de'],
    ['?lang=xx,ar', 'ar'],
    ['?lang=xx', 'fr'],
  ])(
    'at %j is in the language of its link or event, whatever the browser reads',
    async (query, language) => {
      const { id } = await createEvent(api.admin, { language: 'fr' });
      const headers = { 'accept-language': 'nl', cookie: 'language=ja' };
      const page = await api.anyone.get(`/event/${id}/stage${query}`, headers);
      expect(page.headers.get('content-language')).toBe(language);
    },
  );
});

describe('the language of a page', () => {
  const browser = { 'accept-language': 'de-AT, en;q=0.5' };
  const chosen = { ...browser, cookie: 'session=1; language=ja' };

  it.each([
    ['that of the browser', '', browser, 'de', 'ltr'],
    ['what was chosen before', '', chosen, 'ja', 'ltr'],
    ['that of the link', '?lang=ar', chosen, 'ar', 'rtl'],
    ['not one that nobody translated', '?lang=xx', { cookie: 'language=xx' }, 'en', 'ltr'],
  ])('is %s', async (_, query, headers, language, direction) => {
    const { id } = await createEvent(api.admin);
    for (const path of [`/lead/${id}`, `/event/${id}/ticket`, '/login']) {
      const page = await api.anyone.get(path + query, headers);
      expect(page.text).toContain(`<html lang="${language}" dir="${direction}"`);
      expect(page.headers.get('content-language')).toBe(language);
      expect(page.headers.get('vary')).toMatch(/accept-language, cookie/);
    }
  });

  it('is that of its title, its preview and its texts', async () => {
    const { id } = await createEvent(api.admin);
    const page = await api.anyone.get(`/event/${id}/submit`, browser);
    expect(page.text).toContain('teilnehmen: Samstag, 5. Dezember 2026, Hall 7, Bristol"');
    expect(page.text).toContain('href="/assets/texts-1/de/visitor.json"');
    const missing = await api.anyone.get('/lead/no-event', browser);
    expect(missing.text).toContain('<title>Veranstaltung nicht gefunden · Drawbridge</title>');
    const logIn = await api.anyone.get('/login', browser);
    expect(logIn.text).toContain('<title>Anmelden · Drawbridge</title>');
  });

  it('is another version of it for caches', async () => {
    const [german, english] = [
      await api.anyone.get('/login', browser),
      await api.anyone.get('/login'),
    ];
    const etag = english.headers.get('etag') ?? '';
    expect(german.headers.get('etag')).not.toBe(etag);
    const again = { 'if-none-match': etag };
    expect((await api.anyone.get('/login', again)).status).toBe(304);
    expect((await api.anyone.get('/login', { ...browser, ...again })).status).toBe(200);
  });

  it('is English for administrators', async () => {
    const page = await api.anyone.get('/admin/events?lang=ar', chosen);
    expect(page.headers.get('content-language')).toBe('en');
  });
});

describe('the login page', () => {
  it('names its chunks, brings the login methods, and may be cached', async () => {
    const page = await api.anyone.get('/login?next=%2Fadmin%2Fevents');
    expect(page.text).toContain('href="/assets/workspace-1.js"');
    const body = (await api.anyone.get('/api/auth/login-methods')).json();
    expect(viewOf(page)).toEqual({ '/api/auth/login-methods': { status: 200, body } });
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('other pages', () => {
  it('for an event come without the questions, which only its form asks', async () => {
    const { id } = await createEvent(api.admin);
    const questions = [{ id: randomUUID(), kind: 'text', label: 'Company' }];
    await api.admin.send('PUT', `/api/events/${id}/questions`, { version: 1, questions });
    expect((await api.anyone.get(`/lead/${id}`)).text).toContain('Company');
    for (const name of ['raffle', 'stage', 'ticket', 'raffle/verify']) {
      const page = await api.anyone.get(`/event/${id}/${name}`);
      expect(viewOf(page)).toMatchObject({ [`/api/events/${id}`]: { body: { questions: [] } } });
    }
  });

  it('bring no data if they are of no event', async () => {
    const page = await api.anyone.get('/admin/events');
    expect(page.text).not.toContain(INITIAL_DATA_ID);
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('without a database', () => {
  it('every page is served, and asks for its event itself', async () => {
    const alone = await startApi({}, createLog('silent'), { webDirectory: build, beside: api });
    try {
      const { id } = await createEvent(alone.admin);
      await alone.sql.end();
      for (const path of [
        `/event/${id}/submit`,
        `/lead/${id}`,
        `/event/${id}/raffle`,
        `/event/${id}/stage`,
      ]) {
        const page = await alone.anyone.get(path);
        expect(page.status).toBe(200);
        expect(page.text).toContain('<div id="root"></div>');
        expect(page.text).not.toContain(INITIAL_DATA_ID);
      }
      expect((await alone.anyone.get(`/api/events/${id}`)).status).toBe(503);
    } finally {
      await alone.close();
    }
  });
});

describe('the draw in a calendar', () => {
  it('is in the language of the reader, and at the moment of the draw', async () => {
    const { id } = await createEvent(api.admin, {
      name: 'Fair, 2026 🎁',
      location: 'Hall 7, Bristol',
      timeZone: 'Asia/Kolkata',
      drawAt: '2026-12-05T17:30',
    });
    const read = await api.anyone.get(`/event/${id}/draw.ics?lang=de`, { host: 'fair.example' });
    expect([read.status, read.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    for (const line of [
      `UID:${id}`,
      'DTSTART:20261205T120000Z',
      'SUMMARY:Ziehung der Verlosung: Fair\\, 2026 🎁',
      'LOCATION:Hall 7\\, Bristol',
    ]) {
      expect(read.text).toContain(`\r\n${line}\r\n`);
    }
    expect(read.text.replaceAll('\r\n ', '')).toContain(`/event/${id}/raffle\r\n`);
  });

  it('is missing without an event or the time of its draw', async () => {
    const { id } = await createEvent(api.admin, { drawAt: null });
    for (const none of [id, randomUUID(), 'no-id']) {
      expect((await api.anyone.get(`/event/${none}/draw.ics`)).status).toBe(404);
    }
  });
});
