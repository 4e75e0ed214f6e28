import {
  LOGO_MAX_BYTES,
  LOGOS_MAX_BYTES,
  type PublicSponsor,
  publicSponsor,
  SPONSORS_MAX,
  type Sponsor,
  sponsor,
} from '@drawbridge/contract/events/sponsors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ResponseCache } from '../../http/response-cache.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent } from '../../test/world/fixtures.ts';

const MIB = 1024 * 1024;

let api: TestApi;
let eventId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function newEvent(): Promise<void> {
  eventId = (await createEvent(api.admin)).id;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svgText = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${' '.repeat(2000)}</svg>`;
const svg = `data:image/svg+xml,${encodeURIComponent(svgText)}`;

/** A file of the given size that begins like a PNG. */
function pngOfSize(bytes: number): string {
  const picture = Buffer.alloc(bytes);
  png.copy(picture);
  return `data:image/png;base64,${picture.toString('base64')}`;
}

const add = (logo: string, more = {}) =>
  api.admin.post('/api/sponsors', { eventId, logo, ...more });
const list = (headers = {}) => api.anyone.get(`/api/sponsors?eventId=${eventId}`, headers);
const shown = async (): Promise<PublicSponsor[]> =>
  (await api.anyone.get(`/api/sponsors/public?eventId=${eventId}`)).as(
    z.array(publicSponsor.strict()),
  );

describe('the list', () => {
  beforeAll(newEvent);

  it('is not sent again to whoever has it, until something changes', async () => {
    const first = (await add(svg, { name: 'Old' })).as(sponsor);
    const before = await list();
    const etag = before.headers.get('etag') ?? '';
    expect(before.headers.get('cache-control')).toBe('no-cache');
    expect(before.as(z.array(sponsor.strict()))).toEqual([first]);
    const again = await list({ 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);

    for (const change of [{ name: 'New' }, { position: 3 }, { logo: pngOfSize(100) }]) {
      const known = (await list()).headers.get('etag') ?? '';
      const changed = (await api.admin.patch(`/api/sponsors/${first.id}`, change)).as(sponsor);
      const after = await list({ 'if-none-match': known });
      expect(after.as(z.array(sponsor))).toEqual([changed]);
    }
    const known = (await list()).headers.get('etag') ?? '';
    await api.admin.delete(`/api/sponsors/${first.id}`);
    expect((await list({ 'if-none-match': known })).json()).toEqual([]);
  });
});

describe('the sponsors on public pages', () => {
  let sponsors: Sponsor[];
  beforeAll(async () => {
    await newEvent();
    const added = [await add(svg, { name: 'Tidal' }), await add(pngOfSize(5000), { position: 1 })];
    sponsors = added.map((response) => response.as(sponsor));
  });

  it('holds addresses instead of pictures', async () => {
    const found = await shown();
    expect(found.map(({ id, name }) => ({ id, name }))).toEqual(
      sponsors.map(({ id, name }) => ({ id, name })),
    );
    for (const { id, logo } of found) {
      expect(logo).toMatch(new RegExp(`^/api/sponsors/${id}/logo/[0-9a-f]{32}$`));
    }
    const unknown = await api.anyone.get('/api/sponsors/public?eventId=none');
    expect(unknown.problem).toEqual([404, 'Event not found']);
  });

  it('have logos of the declared type, cached for ever, in which no script can run', async () => {
    const [tidal, bitmap] = await shown();
    for (const [address, type] of [
      [tidal?.logo, 'image/svg+xml'],
      [bitmap?.logo, 'image/png'],
    ] as const) {
      const { status, headers } = await api.anyone.get(address ?? '');
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*;sandbox$/);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('are sent compressed if they are text, and as they are otherwise', async () => {
    const [tidal, bitmap] = await shown();
    const raw = async (address = '', encoding = 'gzip, br') => {
      const response = await fetch(api.anyone.url + address, {
        headers: { 'accept-encoding': encoding },
      });
      return [response.headers.get('content-encoding'), (await response.text()).length] as const;
    };
    expect(await raw(tidal?.logo)).toEqual(['gzip', svgText.length]);
    expect(await raw(tidal?.logo, 'identity')).toEqual([null, svgText.length]);
    expect((await raw(bitmap?.logo))[0]).toBeNull();
  });

  it('have new addresses when they change, and the old ones are gone', async () => {
    const [tidal] = await shown();
    await api.admin.patch(`/api/sponsors/${tidal?.id}`, { logo: pngOfSize(200) });
    const [changed] = await shown();
    expect(changed?.logo).not.toBe(tidal?.logo);
    expect((await api.anyone.get(changed?.logo ?? '')).headers.get('content-type')).toBe(
      'image/png',
    );
    for (const address of [tidal?.logo ?? '', `${changed?.logo}0`, `/api/sponsors/x/logo/y`]) {
      const deletedResponse = await api.anyone.get(address);
      expect(deletedResponse.problem).toEqual([404, 'Sponsor not found']);
      expect(deletedResponse.headers.get('cache-control')).toBe('no-store');
    }
  });
});

/** Adds this number of sponsors with the logo of the first one. */
const repeatFirst = (times: number) => api.sql`
  insert into sponsors (event_id, logo, logo_hash, logo_bytes)
  select s.event_id, s.logo, s.logo_hash, s.logo_bytes
  from sponsors s, generate_series(1, ${times}::int) where s.event_id = ${eventId}`;

describe('the limits of an event', () => {
  beforeAll(newEvent);

  it('hold for sponsors that are added at once', async () => {
    await add(svg);
    await repeatFirst(SPONSORS_MAX - 6);
    const responses = await Promise.all(Array.from({ length: 20 }, () => add(svg)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect(response.problem).toEqual([409, 'An event can have at most 60 sponsors']);
    }
    expect(await shown()).toHaveLength(SPONSORS_MAX);
  });

  it('hold for logos that are added at once, and count bytes of pictures', async () => {
    await newEvent();
    const fits = LOGOS_MAX_BYTES / LOGO_MAX_BYTES;
    const largest = pngOfSize(LOGO_MAX_BYTES);
    await add(largest);
    await repeatFirst(fits - 3);
    const responses = await Promise.all(Array.from({ length: 5 }, () => add(largest)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
    const tooLarge = [413, 'The logos of this event are too large in total: 12 MiB at most'];
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect(response.problem).toEqual(tooLarge);
    }
    expect((await add(svg)).problem).toEqual(tooLarge);

    const [first] = await shown();
    const change = (fields: object) => api.admin.patch(`/api/sponsors/${first?.id}`, fields);
    expect((await change({ name: 'Renamed', logo: largest })).status).toBe(200);
    expect((await change({ logo: pngOfSize(LOGO_MAX_BYTES - 6000) })).status).toBe(200);
    expect((await add(svg)).status).toBe(201);
    expect((await change({ logo: largest })).problem).toEqual(tooLarge);
  });
});

describe('SVGs as text', () => {
  const root = '<svg xmlns="http://www.w3.org/2000/svg">';
  const filled = (text: string, times: number) =>
    `data:image/svg+xml,${root}${text.repeat(times)}</svg>`;

  it.each([
    ['quotation marks', filled('"', 1_000_000), 8],
    ['equals signs', filled('=', 1_000_000), 16],
  ])('count as much as the list sends: %s', async (_, logo, fit) => {
    await newEvent();
    expect((await add(logo)).status).toBe(201);
    await repeatFirst(fit - 2);
    expect((await add(logo)).status).toBe(201);
    expect((await add(logo)).status).toBe(413);
    const { text } = await list();
    expect(text.length).toBeLessThan(17 * MIB);
    expect(text.length).toBeGreaterThan(12 * MIB);
  });
});

it('a logo of 20 KB that takes a browser more than 15 seconds to draw is refused', async () => {
  await newEvent();
  const filter = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="255"/></filter>';
  const text = `${filter}${'<rect width="300" height="300" filter="url(#f)"/>'.repeat(400)}`;
  const logo = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  expect((await add(`data:image/svg+xml,${encodeURIComponent(logo)}`)).status).toBe(400);
});

describe('shared answers', () => {
  it('are built once at a time, and the least recently used go first', async () => {
    const built: string[] = [];
    const shared = new ResponseCache<{ bytes: Buffer }>(6);
    const get = (key: string) =>
      shared.get(key, async () => {
        built.push(key);
        return { bytes: Buffer.alloc(1) };
      });
    const [one, other] = await Promise.all([get('a'), get('a')]);
    expect(one).toBe(other);
    for (const key of ['b', 'c', 'a', 'd', 'a', 'b']) await get(key);
    expect(built).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('forget a failure', async () => {
    const shared = new ResponseCache<{ bytes: Buffer }>(3);
    await expect(shared.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await shared.get('a', async () => undefined)).toBeUndefined();
    const entry = { bytes: Buffer.alloc(9) };
    expect(await shared.get('a', async () => entry)).toBe(entry);
  });
});
