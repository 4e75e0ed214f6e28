import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { INITIAL_DATA_ID } from '@drawbridge/contract/collecting/initial-data';
import { languageCodes } from '@drawbridge/contract/languages/languages';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../log.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createPrize, newContact, verifiedLead } from '../../test/world/fixtures.ts';
import { builtPages } from '../../test/world/web-build.ts';
import { renderCache } from './web-page.ts';

const webDirectory = await builtPages();
const api = await startApi({ TRUST_PROXY: 'loopback' }, createLog('silent'), { webDirectory });
afterAll(() => api.close());

const pagesOf = (id: string) => [
  `/event/${id}/submit`,
  `/lead/${id}`,
  `/event/${id}/raffle`,
  `/event/${id}/stage`,
  `/event/${id}/ticket`,
  `/event/${id}/raffle/verify`,
];

interface Page {
  status: number | undefined;
  location: string | undefined;
  html: string;
}

/** Sends the path and the host name literally. */
async function open(path: string, host = 'drawbridge.test'): Promise<Page> {
  const { hostname, port } = new URL(api.anyone.url);
  const page = await new Promise<Page>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers: { host } }, async (response) =>
      resolve({
        status: response.statusCode,
        location: response.headers.location,
        html: await text(response),
      }),
    );
    outgoing.on('error', reject).end();
  });
  // On a busy machine the server may send a page without its event, to avoid waiting for the database.
  return page.html.includes('<title>Drawbridge</title>') ? open(path, host) : page;
}

/** Sets the limit of renderings for this test; the default is the one in production. */
function limitRenderings(limit = 30): void {
  const { perSecond } = renderCache;
  renderCache.perSecond = limit;
  onTestFinished(() => void Object.assign(renderCache, { perSecond }));
}

const isRendered = (html: string) => !html.includes('<div id="root"></div>');

describe('a rendered page', () => {
  it.each(pagesOf('{id}'))('at %s is the same one under every name of the host', async (path) => {
    const { id } = await createEvent(api.admin);
    // Far more than the limit of renderings per second.
    limitRenderings();
    const hosts = Array.from({ length: 60 }, (_, n) => `host-${n}.test`);
    const opened = await Promise.all(hosts.map((host) => open(path.replace('{id}', id), host)));
    for (const [n, { html }] of opened.entries()) {
      expect(isRendered(html)).toBe(true);
      expect(html).toContain(`<meta property="og:image" content="http://${hosts[n]}/share.png">`);
    }
  });

  it.each(pagesOf('{id}'))('at %s has one address', async (path) => {
    const { id } = await createEvent(api.admin);
    const tidy = path.replace('{id}', id);
    const escaped = [...id].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');
    for (const spelling of [id.toUpperCase(), escaped]) {
      const { location } = await open(`${path.replace('{id}', spelling)}?lang=de`);
      expect(location).toBe(`${tidy}?lang=de`);
    }
    expect((await open(tidy)).location).toBeUndefined();
  });

  it.each(pagesOf('{id}'))('at %s is the same one with a fragment or a host', async (path) => {
    const { id } = await createEvent(api.admin);
    const tidy = path.replace('{id}', id);
    // Far more than the limit of renderings per second.
    limitRenderings();
    const spellings = Array.from({ length: 60 }, (_, n) =>
      n % 2 ? `${tidy}#${n}` : `http://host-${n}.test${tidy}`,
    );
    const pages = [tidy, ...spellings].map((each) => open(each));
    for (const { location, html } of await Promise.all(pages)) {
      expect(location).toBeUndefined();
      expect(isRendered(html)).toBe(true);
    }
  });

  it('is complete without the parts that browsers load later', async () => {
    const { id } = await createEvent(api.admin, { maxChances: 3 });
    await Promise.all([1, 2, 3].map(() => verifiedLead(api, id)));
    const several = await createPrize(api.admin, id, { quantity: 2 });
    const sealed = await createPrize(api.admin, id);
    const show = async () => {
      const pages = await Promise.all(pagesOf(id).map((path) => open(path)));
      for (const { html } of pages) {
        expect(isRendered(html)).toBe(true);
        // React's mark of a part that the server did not render: the browser reports an error for each.
        expect(html).not.toContain('<!--$!-->');
      }
    };
    await api.admin.post(`/api/events/${id}/draw-winner`, { prizeId: several.id });
    await show();
    await api.admin.post(`/api/events/${id}/seal`, { prizeId: sealed.id });
    await show();
  });

  it('leaves more prizes than a hundred to the browser', async () => {
    const { id } = await createEvent(api.admin);
    const path = `/event/${id}/raffle`;
    await api.sql`
      insert into prizes (event_id, name, position)
      select ${id}, 'Prize ' || n, n from generate_series(1, 100) n`;
    expect((await open(path)).html).toContain('Prize 100');
    await createPrize(api.admin, id, { name: 'Prize 101', position: 101 });
    const { html } = await open(path);
    expect(html).not.toContain('Prize 1');
    expect(html).toContain(INITIAL_DATA_ID);
  });

  it.each(pagesOf('{id}'))(
    'at %s says without scripts that there is no such event',
    async (path) => {
      // Far more than the limit of renderings per second.
      limitRenderings();
      const ids = ['no-id', ...Array.from({ length: 60 }, () => randomUUID())];
      const pages = await Promise.all(ids.map((id) => open(path.replace('{id}', id))));
      for (const [n, { status, html }] of pages.entries()) {
        expect(status).toBe(404);
        expect(html).toMatch(/<h1[^>]*>Event Not Found<\/h1>/);
        const [, view] = html.match(/id="initial-data">([^<]*)</) ?? [];
        expect(JSON.parse(view ?? '')).toEqual({
          [`/api/events/${ids[n]}`]: { status: 404, sentence: 'Event not found' },
        });
      }
    },
  );

  it('is left to the browser when there are too many to render', async () => {
    // A limit so low that even a busy machine exceeds it.
    limitRenderings(1);
    const events = await Promise.all(Array.from({ length: 2 }, () => createEvent(api.admin)));
    const pages = await Promise.all(
      events
        .flatMap(({ id }) => pagesOf(id))
        .flatMap((path) => languageCodes.map((code) => open(`${path}?lang=${code}`))),
    );
    const plain = pages.filter(({ html }) => !isRendered(html));
    expect(plain.length).toBeGreaterThan(0);
    for (const { html } of plain) expect(html).not.toContain(INITIAL_DATA_ID);
  });
});

describe('the answer to a form that was posted without scripts', () => {
  async function post(address: string, fields: Record<string, string> = {}) {
    const { id } = await event;
    const form = { id: crypto.randomUUID(), ...newContact(), ...fields } as Record<string, string>;
    const response = await api.anyone.post(
      `/event/${id}/submit`,
      new URLSearchParams(form).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    );
    const [, summary] =
      /<noscript>(<[hp].*?)<\/noscript><div id="root"><\/div>/.exec(response.text) ?? [];
    return { status: response.status, html: response.text, summary };
  }
  const event = createEvent(api.admin);
  const entered = 'Your information has been submitted successfully.';

  it.each([
    ['another address has', () => '203.0.113.9'],
    ['many addresses have', (n: number) => `203.0.113.${n}`],
  ])('is rendered for an entry, however many wrong forms %s posted', async (_, addressOf) => {
    limitRenderings(2);
    const wrong = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(addressOf(n), { name: '' })),
    );
    expect(wrong.filter(({ html }) => !isRendered(html)).length).toBeGreaterThan(0);
    const { status, html } = await post('198.51.100.7');
    expect([status, isRendered(html)]).toEqual([200, true]);
    expect(html).toContain(entered);
  });

  it('says what happened where none is rendered', async () => {
    limitRenderings(0);
    const right = await post('203.0.113.9');
    expect([right.status, isRendered(right.html)]).toEqual([200, false]);
    expect(right.summary).toContain(entered);
    expect(right.summary).toMatch(/Entry code [0-9A-Z-]{26,}/);
    const wrong = await post('203.0.113.9', { name: '' });
    expect(wrong.status).toBe(400);
    expect(wrong.summary).toMatch(
      /^<p>Name must be at least 2 characters<\/p><p><a href="[^"]+">Try again</,
    );
  });
});
