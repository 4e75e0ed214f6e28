import { deleted } from '@drawbridge/contract/core/ids';
import { drawList } from '@drawbridge/contract/fair-draw/draws';
import { prize, prizesLeft } from '@drawbridge/contract/raffle/prizes';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createPrize, UNKNOWN_ID, verifiedLead } from '../../test/world/fixtures.ts';
import { eventWithPeople } from '../../test/world/raffle.ts';

const api = await startApi();
afterAll(() => api.close());

const prizes = z.array(prize.strict());

it('has a note for the presenter, which nobody but organisers reads', async () => {
  const { id: eventId } = await createEvent(api.admin);
  const note = 'Thank the mayor';
  const { id } = await createPrize(api.admin, eventId, { note });
  const notes = (client = api.admin) => client.get(`/api/prizes/notes?eventId=${eventId}`);
  expect((await notes()).json()).toEqual([{ prizeId: id, note }]);
  expect((await notes(api.anyone)).status).toBe(401);
  for (const path of [
    `/api/prizes?eventId=${eventId}`,
    `/api/prizes/left?eventId=${eventId}`,
    `/api/events/${eventId}/live/missed`,
  ]) {
    const { status, text } = await api.anyone.get(path);
    expect([path, status, text.includes(note)]).toEqual([path, 200, false]);
  }
  await api.admin.patch(`/api/prizes/${id}`, { note: null });
  expect((await notes()).json()).toEqual([]);
});

describe('adding a prize', () => {
  it('answers 201 with the whole prize, trimmed', async () => {
    const event = await createEvent(api.admin);
    const response = await api.admin.post('/api/prizes', {
      id: UNKNOWN_ID,
      createdAt: '2001-01-01T00:00:00Z',
      eventId: event.id.toUpperCase(),
      name: '  Weekend in Porto ',
      description: ' Two nights,\nbreakfast included ',
      value: ' £400 gift card ',
      position: 3,
    });

    expect(response.status).toBe(201);
    const added = response.as(prize.strict());
    expect(added).toMatchObject({
      eventId: event.id,
      name: 'Weekend in Porto',
      description: 'Two nights,\nbreakfast included',
      value: '£400 gift card',
      position: 3,
    });
    expect(added.id).not.toBe(UNKNOWN_ID);
    expect(added.createdAt).not.toContain('2001');
    const read = (await api.anyone.get(`/api/prizes?eventId=${event.id}`)).as(prizes);
    expect(read).toEqual([added]);
  });
});

describe('reading prizes', () => {
  it('orders them by position, then by creation', async () => {
    const event = await createEvent(api.admin);
    const expected = ['0 a', '0 b', '0 c', '0 d', '0 e', '0 f', '1 a', '1 b', '2 a'];
    for (const name of expected.toReversed()) {
      const { id } = await createPrize(api.admin, event.id, { name, position: Number(name[0]) });
      // Two prizes created in the same millisecond have no order, so their times are set a minute apart.
      await api.sql`
        update prizes set created_at = timestamptz '2026-01-01' + ascii(right(${name}, 1)) *
          interval '1 minute' where id = ${id}`;
    }

    const read = (await api.anyone.get(`/api/prizes?eventId=${event.id}`)).as(prizes);
    expect(read.map(({ name }) => name)).toEqual(expected);
    const remaining = await api.anyone.get(`/api/prizes/left?eventId=${event.id}`);
    expect(remaining.as(prizesLeft.strict())).toEqual({
      first: read.slice(0, 3),
      left: 9,
      prizes: 9,
      winners: 0,
    });
  });

  it('tells which ones can still be won', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 2);
    const [bicycle, token] = [
      await createPrize(api.admin, eventId, { name: 'City bicycle' }),
      await createPrize(api.admin, eventId, { name: 'Book token', position: 1 }),
    ];
    const left = async () => {
      const response = await api.anyone.get(`/api/prizes/left?eventId=${eventId}`);
      const { first, ...counts } = response.as(prizesLeft);
      return { ...counts, names: first.map(({ name }) => name) };
    };
    await raffle.draw(bicycle.id);
    expect(await left()).toEqual({ left: 1, prizes: 2, winners: 1, names: ['Book token'] });
    await raffle.draw(token.id);
    expect(await left()).toEqual({ left: 0, prizes: 2, winners: 2, names: [] });
    await raffle.forfeit(1);
    expect(await left()).toEqual({ left: 1, prizes: 2, winners: 1, names: ['City bicycle'] });
  });
});

describe('deleting a prize', () => {
  it('deletes one that has not been drawn, and answers 404 the second time', async () => {
    const event = await createEvent(api.admin);
    const [gone, kept] = [
      await createPrize(api.admin, event.id),
      await createPrize(api.admin, event.id),
    ];

    const response = await api.admin.delete(`/api/prizes/${gone.id}`);

    expect(response.status).toBe(200);
    expect(response.as(deleted.strict())).toEqual({ id: gone.id });
    expect((await api.anyone.get(`/api/prizes?eventId=${event.id}`)).as(prizes)).toEqual([kept]);
    expect((await api.admin.delete(`/api/prizes/${gone.id}`)).problem).toEqual([
      404,
      'Prize not found',
    ]);
  });

  it('refuses a prize that has been drawn', async () => {
    const event = await createEvent(api.admin);
    const drawn = await createPrize(api.admin, event.id);
    await verifiedLead(api, event.id);
    await api.admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: drawn.id });

    expect((await api.admin.delete(`/api/prizes/${drawn.id}`)).problem).toEqual([
      409,
      'This prize has been drawn and cannot be deleted',
    ]);
    expect((await api.anyone.get(`/api/prizes?eventId=${event.id}`)).as(prizes)).toEqual([drawn]);
  });

  it('deletes one whose winner has given it up, and the record keeps its name', async () => {
    const event = await createEvent(api.admin);
    const createdPrize = await createPrize(api.admin, event.id);
    await verifiedLead(api, event.id);
    const path = `/api/events/${event.id}`;
    await api.admin.post(`${path}/draw-winner`, { prizeId: createdPrize.id });
    await api.admin.post(`${path}/draws/1/forfeit`, { reason: 'Not present' });

    expect((await api.admin.delete(`/api/prizes/${createdPrize.id}`)).status).toBe(200);
    const [draw] = (await api.anyone.get(`${path}/draws`)).as(drawList).draws;
    expect(draw).toMatchObject({ prizeId: createdPrize.id, prizeName: createdPrize.name });
  });

  it('refuses a prize that is in a sealed draw, until that is void', async () => {
    const event = await createEvent(api.admin);
    const sealed = await createPrize(api.admin, event.id);
    await verifiedLead(api, event.id);
    await api.admin.post(`/api/events/${event.id}/seal`, { prizeId: sealed.id });

    expect((await api.admin.delete(`/api/prizes/${sealed.id}`)).problem).toEqual([
      409,
      'This prize is in a sealed draw. Draw it or void it first.',
    ]);
    await api.admin.post(`/api/events/${event.id}/void`, { reason: 'Wrong prize' });
    expect((await api.admin.delete(`/api/prizes/${sealed.id}`)).status).toBe(200);
  });

  it('against a draw at the same moment leaves either a winner or no prize, every time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const event = await createEvent(api.admin);
      const contested = await createPrize(api.admin, event.id);
      await verifiedLead(api, event.id);
      const draw = () =>
        api.admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: contested.id });
      const remove = () => api.admin.delete(`/api/prizes/${contested.id}`);

      // The first request has a small lead, so the two alternate.
      const [drawing, deleting] =
        round % 2 === 0
          ? await Promise.all([draw(), remove()])
          : (await Promise.all([remove(), draw()])).reverse();

      const remaining = (await api.anyone.get(`/api/prizes?eventId=${event.id}`)).as(prizes);
      const results = (await api.anyone.get(`/api/events/${event.id}/raffles`)).as(
        z.array(raffleResult),
      );
      if (drawing?.status === 201) {
        expect(deleting?.problem).toEqual([409, 'This prize has been drawn and cannot be deleted']);
        expect(remaining).toEqual([contested]);
        expect(results.map(({ prizeId }) => prizeId)).toEqual([contested.id]);
      } else {
        expect(drawing?.problem).toEqual([404, 'Prize not found']);
        expect(deleting?.json()).toEqual({ id: contested.id });
        expect(remaining).toEqual([]);
        expect(results).toEqual([]);
      }
    }
  });
});
