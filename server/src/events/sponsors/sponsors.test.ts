import { deleted } from '@drawbridge/contract/core/ids';
import { LOGO_MAX_BYTES, type Sponsor, sponsor } from '@drawbridge/contract/events/sponsors';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import { createEvent, UNKNOWN_ID } from '../../test/world/fixtures.ts';

const api = await startApi();
const eventId = (await createEvent(api.admin)).id;
afterAll(() => api.close());

const sponsors = z.array(sponsor.strict());

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
  'awAAAABJRU5ErkJggg==';
const svgText = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
const svg = `data:image/svg+xml;base64,${Buffer.from(svgText).toString('base64')}`;
const tooLarge = 'The logo is too large: 1 MiB at most';

/** A file of the given size that begins like a PNG. */
function pngOfSize(bytes: number): string {
  const picture = Buffer.alloc(bytes);
  Buffer.from(png.slice(png.indexOf(',') + 1), 'base64').copy(picture);
  return `data:image/png;base64,${picture.toString('base64')}`;
}

async function createSponsor(fields: Record<string, unknown> = {}): Promise<Sponsor> {
  return (await api.admin.post('/api/sponsors', { eventId, logo: png, ...fields })).as(sponsor);
}

async function readSponsors(ofEvent: string): Promise<Sponsor[]> {
  return (await api.anyone.get(`/api/sponsors?eventId=${ofEvent}`)).as(sponsors);
}

describe('adding a sponsor', () => {
  it('answers 201 with the whole sponsor', async () => {
    const response = await api.admin.post('/api/sponsors', {
      id: UNKNOWN_ID,
      createdAt: '2001-01-01T00:00:00Z',
      eventId,
      name: '  Harbour Bank ',
      logo: svg,
      position: 1,
    });

    expect(response.status).toBe(201);
    const added = response.as(sponsor.strict());
    expect(added).toMatchObject({ eventId, name: 'Harbour Bank', logo: svg, position: 1 });
    expect(added.id).not.toBe(UNKNOWN_ID);
    expect(added.createdAt).not.toContain('2001');
    expect(await readSponsors(eventId)).toContainEqual(added);
  });

  it('takes a logo of exactly 1 MiB and refuses one byte more', async () => {
    const ownEventId = (await createEvent(api.admin)).id;
    const largest = pngOfSize(LOGO_MAX_BYTES);
    const added = await createSponsor({ eventId: ownEventId, logo: largest });
    expect(added.logo === largest).toBe(true);

    const logo = pngOfSize(LOGO_MAX_BYTES + 1);
    const response = await api.admin.post('/api/sponsors', { eventId: ownEventId, logo });
    expect(response.problem).toEqual([413, tooLarge]);
    expect((await readSponsors(ownEventId)).map(({ id }) => id)).toEqual([added.id]);
  });
});

describe('reading sponsors', () => {
  it('orders them by position, then by creation', async () => {
    const ownEventId = (await createEvent(api.admin)).id;
    const expected = ['0 a', '0 b', '0 c', '0 d', '0 e', '0 f', '1 a', '1 b', '2 a'];
    for (const name of expected.toReversed()) {
      const { id } = await createSponsor({ eventId: ownEventId, name, position: Number(name[0]) });
      // Two sponsors created in the same millisecond have no order, so their times are set a minute apart.
      await api.sql`
        update sponsors set created_at = timestamptz '2026-01-01' + ascii(right(${name}, 1)) *
          interval '1 minute' where id = ${id}`;
    }
    expect((await readSponsors(ownEventId)).map(({ name }) => name)).toEqual(expected);
  });
});

describe('changing a sponsor', () => {
  it.each([
    ['the name only', { name: ' New name ' }, { name: 'New name' }],
    ['the logo only', { logo: svg }, { logo: svg }],
    ['the position only', { position: 7 }, { position: 7 }],
    ['name and logo', { name: 'Both', logo: svg }, { name: 'Both', logo: svg }],
    ['the name to none with an empty text', { name: '' }, { name: null }],
    ['the name to none with null', { name: null }, { name: null }],
    ['nothing', {}, {}],
    [
      'nothing of what is the server’s',
      { id: UNKNOWN_ID, eventId: UNKNOWN_ID, createdAt: 'x' },
      {},
    ],
  ])('changes %s and leaves the rest', async (_, sent, changed) => {
    const before = await createSponsor({ name: 'Old name', position: 4 });
    const response = await api.admin.patch(`/api/sponsors/${before.id}`, sent);
    expect(response.status).toBe(200);
    expect(response.as(sponsor.strict())).toEqual({ ...before, ...changed });
    expect(await readSponsors(eventId)).toContainEqual({ ...before, ...changed });
  });
});

describe('deleting a sponsor', () => {
  it('removes it, and answers 404 the second time', async () => {
    const ownEventId = (await createEvent(api.admin)).id;
    const [gone, kept] = [
      await createSponsor({ eventId: ownEventId }),
      await createSponsor({ eventId: ownEventId }),
    ];
    const response = await api.admin.delete(`/api/sponsors/${gone.id}`);
    expect(response.status).toBe(200);
    expect(response.as(deleted.strict())).toEqual({ id: gone.id });
    expect(await readSponsors(ownEventId)).toEqual([kept]);
    expect((await api.admin.delete(`/api/sponsors/${gone.id}`)).problem).toEqual([
      404,
      'Sponsor not found',
    ]);
  });

  it('can be undone: the sponsor is as it was', async () => {
    const createdSponsor = await createSponsor();
    await api.admin.delete(`/api/sponsors/${createdSponsor.id}`);
    const restore = () => api.admin.post(`/api/sponsors/${createdSponsor.id}/restore`);
    expect((await restore()).as(sponsor.strict())).toEqual(createdSponsor);
    expect((await restore()).problem).toEqual([404, 'Sponsor not found']);
  });
});
