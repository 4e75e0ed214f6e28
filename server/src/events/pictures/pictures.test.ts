import { createHash } from 'node:crypto';
import { brandStyles } from '@drawbridge/contract/core/brand';
import { adminEvent, publicEvent } from '@drawbridge/contract/events/events';
import { NOT_A_PICTURE, PICTURE_MAX_BYTES } from '@drawbridge/contract/events/pictures';
import { prize } from '@drawbridge/contract/raffle/prizes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoPictures } from '../../operations/demo/pictures.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent, createPrize, picture } from '../../test/world/fixtures.ts';
import { deleteUnusedPictures } from './store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
const pathOf = (url: string) =>
  `/pictures/${createHash('sha256').update(bytesOf(url)).digest('hex')}.webp`;
const urlOf = (bytes: Buffer) => `data:image/webp;base64,${bytes.toString('base64')}`;

/** The image of the fixture as a WebP file with more chunks around it. */
function webp(...more: [name: string, content: Buffer][]): string {
  const parts = more.map(([name, content]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
  });
  return urlOf(riff(Buffer.concat([...parts, bytesOf(picture).subarray(12)])));
}

/** A WebP file with these chunks. */
function riff(parts: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from('RIFF'), length, content]);
}

/** The chunk for the size of an image that has other chunks too. */
function canvas(width: number, height: number): [string, Buffer] {
  const content = Buffer.alloc(10);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return ['VP8X', content];
}

describe('the pictures of an event and its prizes', () => {
  it('are shown to everybody, at an address that never changes', async () => {
    const brand = { logo: demoPictures.logo, cover: demoPictures.cover, accent: '#0F6B6D' };
    const { logo, cover, accent } = await createEvent(api.admin, brand);
    expect([logo, cover, accent]).toEqual([
      pathOf(demoPictures.logo),
      pathOf(demoPictures.cover),
      '#0f6b6d',
    ]);
    const response = await api.anyone.get(pathOf(demoPictures.cover));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytesOf(demoPictures.cover).length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    expect((await api.anyone.get(`/pictures/${'0'.repeat(64)}.webp`)).status).toBe(404);
  });

  it('are stored once, however many show them', async () => {
    const event = await createEvent(api.admin, { logo: picture, cover: picture });
    await createPrize(api.admin, event.id, { picture });
    const rows =
      await api.sql`select octet_length(bytes) as n from pictures where path = ${pathOf(picture)}`;
    expect(rows).toEqual([{ n: bytesOf(picture).length }]);
  });

  it('can be replaced, left unchanged and removed', async () => {
    const { id } = await createEvent(api.admin, { logo: picture });
    const change = async (body: object) =>
      (await api.admin.patch(`/api/events/${id}`, body)).as(adminEvent);
    expect(await change({ cover: demoPictures.cover })).toMatchObject({ logo: pathOf(picture) });
    expect(await change({ logo: pathOf(demoPictures.cover) })).toMatchObject({
      logo: pathOf(demoPictures.cover),
    });
    expect(await change({ logo: null, accent: null })).toMatchObject({
      ...{ logo: null, accent: null, cover: pathOf(demoPictures.cover) },
    });
    const createdPrize = await createPrize(api.admin, id, { picture });
    const changed = await api.admin.patch(`/api/prizes/${createdPrize.id}`, { picture: null });
    expect([createdPrize.picture, changed.as(prize).picture]).toEqual([pathOf(picture), null]);
  });

  it('go with a copy of the event', async () => {
    const brand = { logo: picture, cover: demoPictures.cover, accent: '#0f6b6d' };
    const original = await createEvent(api.admin, brand);
    await createPrize(api.admin, original.id, { picture: demoPictures.coffee });
    const copy = await createEvent(api.admin, { copyOf: original.id });
    const response = (await api.anyone.get(`/api/events/${copy.id}`)).as(publicEvent);
    const { logo, cover, accent } = original;
    expect(response).toMatchObject({ logo, cover, accent, accentStyles: brandStyles('#0f6b6d') });
    const prizes = (await api.anyone.get(`/api/prizes?eventId=${copy.id}`)).as(z.array(prize));
    expect(prizes[0]?.picture).toBe(pathOf(demoPictures.coffee));
  });

  it('are deleted once nothing shows them, and nothing can any more', async () => {
    const { id: eventId } = await createEvent(api.admin, { cover: demoPictures.sea });
    const { id } = await createPrize(api.admin, eventId, { picture: demoPictures.dinner });
    const isThere = async (url: string) => {
      await deleteUnusedPictures(api.sql);
      return (await api.sql`select from pictures where path = ${pathOf(url)}`).length > 0;
    };
    await api.admin.delete(`/api/prizes/${id}`);
    expect(await isThere(demoPictures.dinner)).toBe(true);
    const restored = await api.admin.post(`/api/prizes/${id}/restore`);
    expect(restored.as(prize).picture).toBe(pathOf(demoPictures.dinner));
    await api.admin.patch(`/api/prizes/${id}`, { picture: null });
    expect(await isThere(demoPictures.dinner)).toBe(false);
    expect(await isThere(demoPictures.sea)).toBe(true);
    await api.admin.delete(`/api/events/${eventId}`);
    expect(await isThere(demoPictures.sea)).toBe(false);
  });
});

describe('a picture is checked by its bytes:', () => {
  it.each([
    ['with its size and colours', webp(canvas(2, 2), ['ICCP', Buffer.alloc(9)])],
    ['as the browser makes it', demoPictures.headphones],
  ])('one %s is taken', async (_what, logo) => {
    expect(await createEvent(api.admin, { logo })).toMatchObject({ logo: pathOf(logo) });
  });

  const cut = bytesOf(demoPictures.bicycle).subarray(0, 2000);
  it.each([
    ['another kind of image', urlOf(Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(80), 'latin1'))],
    ['a part of an image', urlOf(cut)],
    ['more than an image', urlOf(Buffer.concat([bytesOf(picture), Buffer.from('<script>')]))],
    ['an animation', webp(canvas(2, 2), ['ANIM', Buffer.alloc(6)])],
    ['where it was taken', webp(canvas(2, 2), ['EXIF', Buffer.from('GPS')])],
    ['an image without pixels', urlOf(Buffer.from(webp(canvas(2, 2))).subarray(0, 30))],
    ['a header alone', urlOf(riff(bytesOf(picture).subarray(12, 30)))],
    [
      'many images in one',
      urlOf(riff(Buffer.concat(Array(20).fill(bytesOf(picture).subarray(12))))),
    ],
    ['too many pixels', webp(canvas(2049, 2))],
    ['too many bytes', webp(['ICCP', Buffer.alloc(PICTURE_MAX_BYTES)])],
    ['an unknown address', `/pictures/${'0'.repeat(64)}.webp`],
    ['an address elsewhere', 'https://example.com/picture.webp'],
  ])('one with %s is refused', async (_what, logo) => {
    const { id } = await createEvent(api.admin);
    for (const response of [
      await api.admin.patch(`/api/events/${id}`, { logo }),
      await api.admin.post('/api/prizes', { eventId: id, name: 'Tandem', picture: logo }),
    ]) {
      expect(response.problem).toEqual([400, NOT_A_PICTURE]);
    }
  });
});
