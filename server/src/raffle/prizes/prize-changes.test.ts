import { type Prize, prize } from '@drawbridge/contract/raffle/prizes';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deleteExpired } from '../../operations/upkeep/cleanup.ts';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createSponsor,
  UNKNOWN_ID,
  verifiedLead,
} from '../../test/world/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

const FIXED = [409, 'This prize has been drawn and can no longer be changed'];
const prizes = z.array(prize.strict());

async function newPrizes(count: number) {
  const event = await createEvent(api.admin);
  const added: Prize[] = [];
  for (let position = 0; position < count; position += 1) {
    added.push(await createPrize(api.admin, event.id, { name: `Prize ${position}`, position }));
  }
  return { eventId: event.id, ids: added.map(({ id }) => id), added };
}

const read = async (eventId: string) =>
  (await api.anyone.get(`/api/prizes?eventId=${eventId}`)).as(prizes);
const order = (eventId: string, prizeIds: (string | undefined)[]) =>
  api.admin.post('/api/prizes/order', { eventId, prizeIds });

async function draw(eventId: string, prizeId: string | undefined, call = 'draw-winner') {
  await verifiedLead(api, eventId);
  await api.admin.post(`/api/events/${eventId}/${call}`, { prizeId });
}

describe('changing a prize', () => {
  it('changes what is given and keeps the rest', async () => {
    const { eventId, added } = await newPrizes(1);
    const [given] = added;
    const path = `/api/prizes/${given?.id}`;
    const named = (await api.admin.patch(path, { name: ' Tandem ', value: '£900' })).as(prize);
    expect(named).toEqual({ ...given, name: 'Tandem', value: '£900' });
    const cleared = (await api.admin.patch(path, { value: '' })).as(prize);
    expect(cleared).toEqual({ ...given, name: 'Tandem', value: null });
    expect(await read(eventId)).toEqual([cleared]);
    expect((await api.admin.patch(path, { name: ' ' })).problem).toEqual([
      400,
      'Prize name is required',
    ]);
  });

  it('refuses a prize that is drawn or sealed, of which all but the name can change again after a forfeit', async () => {
    const { eventId, ids } = await newPrizes(2);
    await draw(eventId, ids[0]);
    const source = { drawSource: 'phrase' };
    expect((await api.admin.patch(`/api/prizes/${ids[0]}`, source)).as(prize)).toMatchObject(
      source,
    );
    expect((await api.admin.patch(`/api/prizes/${ids[0]}`, { name: 'X' })).problem).toEqual(FIXED);
    await api.admin.post(`/api/events/${eventId}/draws/1/forfeit`, { reason: 'Not present' });
    // The record contains the name that the first winner saw.
    expect((await api.admin.patch(`/api/prizes/${ids[0]}`, { name: 'X' })).problem).toEqual(FIXED);
    expect((await api.admin.patch(`/api/prizes/${ids[0]}`, { value: '£9' })).status).toBe(200);

    await draw(eventId, ids[1], 'seal');
    expect((await api.admin.patch(`/api/prizes/${ids[1]}`, source)).status).toBe(409);
    expect((await api.admin.patch(`/api/prizes/${ids[1]}`, { name: 'X' })).problem).toEqual([
      409,
      'This prize is in a sealed draw. Draw it or void it first.',
    ]);
    expect((await api.admin.patch(`/api/prizes/${UNKNOWN_ID}`, { name: 'X' })).problem).toEqual([
      404,
      'Prize not found',
    ]);
  });
});

describe('ordering prizes', () => {
  it('puts them into the given order', async () => {
    const { eventId, ids } = await newPrizes(3);
    const [a, b, c] = ids;
    const response = await order(eventId, [c, a, b]);
    expect(response.as(prizes).map(({ id }) => id)).toEqual([c, a, b]);
    expect((await read(eventId)).map(({ id, position }) => [id, position])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ]);
  });

  it('needs all prizes of the event, each once', async () => {
    const { eventId, ids } = await newPrizes(2);
    const other = await newPrizes(1);
    const changed = [409, 'The prizes have changed. Please try again.'];
    for (const wrong of [
      [ids[0]],
      [ids[0], ids[0]],
      [...ids, UNKNOWN_ID],
      [ids[0], other.ids[0]],
    ]) {
      expect((await order(eventId, wrong)).problem).toEqual(changed);
    }
    expect((await read(eventId)).map(({ id }) => id)).toEqual(ids);
  });

  it('leaves drawn prizes in their place', async () => {
    const { eventId, ids } = await newPrizes(3);
    const [a, b, c] = ids;
    await draw(eventId, b);
    expect((await order(eventId, [b, a, c])).problem).toEqual(FIXED);
    expect((await order(eventId, [c, b, a])).status).toBe(200);
  });
});

describe('the sponsor of a prize', () => {
  it('is one of its event, follows a copy, and comes back with an undone removal', async () => {
    const { eventId, ids } = await newPrizes(2);
    const path = `/api/prizes/${ids[0]}`;
    const { id: sponsorId } = await createSponsor(api, eventId);
    const { id: elsewhere } = await createSponsor(api, (await createEvent(api.admin)).id);
    const missing = [404, 'Sponsor not found'];
    expect((await api.admin.patch(path, { sponsorId: elsewhere })).problem).toEqual(missing);
    const body = { eventId, name: 'Third', sponsorId: elsewhere };
    expect((await api.admin.post('/api/prizes', body)).problem).toEqual(missing);
    expect((await api.admin.patch(path, { sponsorId })).as(prize).sponsorId).toBe(sponsorId);
    const copy = await createEvent(api.admin, { copyOf: eventId });
    const [own] = await api.sql<[{ id: string }]>`
      select id from sponsors where event_id = ${copy.id}`;
    const given = async (id: string) => (await read(id)).map((each) => each.sponsorId);
    expect(await given(copy.id)).toEqual([own.id, null]);

    await api.admin.delete(`/api/sponsors/${sponsorId}`);
    expect(await given(eventId)).toEqual([null, null]);
    await api.admin.post(`/api/sponsors/${sponsorId}/restore`);
    expect(await given(eventId)).toEqual([sponsorId, null]);
    // A prize is restored without its sponsor if that was deleted meanwhile.
    await api.admin.delete(path);
    await api.admin.delete(`/api/sponsors/${sponsorId}`);
    expect((await api.admin.post(`${path}/restore`)).as(prize).sponsorId).toBeNull();
  });

  it('is removed while the prize changes, and neither waits for ever', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { eventId, ids } = await newPrizes(1);
      const { id: sponsorId } = await createSponsor(api, eventId);
      const path = `/api/prizes/${ids[0]}`;
      await api.admin.patch(path, { sponsorId });
      const [removed, ...changed] = await Promise.all([
        api.admin.delete(`/api/sponsors/${sponsorId}`),
        api.admin.patch(path, { name: 'Tandem' }),
        api.admin.patch(path, { sponsorId }),
      ]);
      expect([200, ...changed.map(({ status }) => status)]).not.toContain(500);
      expect(removed.status).toBe(200);
      expect((await read(eventId))[0]?.sponsorId).toBeNull();
    }
  });
});

describe('restoring a prize', () => {
  it('brings it back as it was, once', async () => {
    const { eventId, ids, added } = await newPrizes(3);
    await api.admin.delete(`/api/prizes/${ids[1]}`);
    expect((await read(eventId)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    const restore = () => api.admin.post(`/api/prizes/${ids[1]}/restore`);
    expect((await restore()).as(prize.strict())).toEqual(added[1]);
    expect(await read(eventId)).toEqual(added);
    expect((await restore()).problem).toEqual([404, 'Prize not found']);
  });

  it('is over with the event, and after a day', async () => {
    const [gone, old] = [await newPrizes(1), await newPrizes(3)];
    for (const id of [...gone.ids, ...old.ids]) await api.admin.delete(`/api/prizes/${id}`);
    await api.admin.delete(`/api/events/${gone.eventId}`);
    const age = (id: string | undefined, hours: number) =>
      api.sql`update restorable_rows set deleted_at = now() - make_interval(hours => ${hours}) where id = ${id}`;
    await age(old.ids[0], 25);
    await age(old.ids[1], 23);
    const restore = async (id: string | undefined) =>
      (await api.admin.post(`/api/prizes/${id}/restore`)).status;
    // The time of the deletion decides, whether or not the row has been purged yet.
    expect(await Promise.all([...gone.ids, ...old.ids].map(restore))).toEqual([404, 404, 200, 200]);
    await deleteExpired(api.sql);
    expect(await api.sql`select from restorable_rows where event_id = ${old.eventId}`).toEqual([]);
  });
});
