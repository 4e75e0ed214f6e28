import { enteredLead } from '@drawbridge/contract/collecting/leads';
import { registerBucket, registerHashes } from '@drawbridge/contract/fair-draw/draws';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { findRegistered } from '@drawbridge/contract/fair-draw/register';
import { findRegisterStatus, type Holder } from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { nameHashOf, saltOf, ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { drawnResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead } from '../../test/world/fixtures.ts';
import { eventWithPeople, mismatches, raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

async function readBucket(eventId: string, number: number, ticket: Uint8Array) {
  const path = `/api/events/${eventId}/draws/${number}/register`;
  const all = (await api.anyone.get(path)).as(registerHashes);
  const bucket = (await api.anyone.get(`${path}/${ticket[0]}`)).as(registerBucket);
  return [all, bucket] as const;
}

async function register(eventId: string, number: number, ticket: Uint8Array) {
  return findRegistered(eventId, ...(await readBucket(eventId, number, ticket)), ticket);
}

async function enter(eventId: string, status: string, fields: object = {}) {
  const entryCode = newEntryCode();
  const input = { eventId, ...newContact(), entryCode, ...fields };
  const lead = (await api.anyone.post('/api/leads/public', input)).as(enteredLead);
  for (const step of ['verified', 'promoted'].slice(
    0,
    ['pending', 'verified', 'promoted'].indexOf(status),
  )) {
    await api.admin.patch(`/api/leads/${lead.id}`, { status: step });
  }
  return { ...lead, code: readEntryCode(entryCode) as Uint8Array };
}

describe('the register', () => {
  it('has everybody, with why they are not in the draw', async () => {
    const event = await createEvent(api.admin, { maxChances: 20 });
    const raffle = raffleOf(api, event.id);
    const winner = await enter(event.id, 'verified');
    const { nextNumber, nextCommitment } = winner;
    expect((await raffle.draw()).status).toBe(201);
    expect((await raffle.draws()).draws[0]).toMatchObject({
      number: nextNumber,
      commitment: nextCommitment,
    });

    const { phone, email } = newContact();
    const pending = await enter(event.id, 'pending', { phone: winner.phone });
    const promoted = await enter(event.id, 'promoted');
    const alike = await enter(event.id, 'verified', { email: winner.email });
    const deletedLead = await enter(event.id, 'pending');
    const away = await enter(event.id, 'verified');
    const one = await enter(event.id, 'verified', {
      ...{ phone, email, name: 'Zoe\u0308 Mu\u0308ller' },
    });
    const two = await enter(event.id, 'verified', { phone });
    await api.admin.delete(`/api/leads/${deletedLead.id}`);
    for (const [{ id }, chances] of [
      [one, 3],
      [two, 9],
    ] as const) {
      await api.admin.patch(`/api/leads/${id}`, { chances });
    }
    await raffle.rollCall();
    for (const { id } of [one, two]) await api.admin.post(`/api/leads/${id}/here`);
    expect((await raffle.seal(null, { onlyHere: true })).status).toBe(201);
    expect((await raffle.draws()).sealed).toMatchObject({
      ...{ rosterSize: 1, totalChances: 9, mostChances: 9, withMostChances: 1, maxChances: 20 },
      registerCounts: {
        inDraw: 2,
        removed: 1,
        won: 1,
        unverified: 1,
        promoted: 1,
        related: 1,
        absent: 1,
      },
    });
    const all = [winner, pending, promoted, alike, deletedLead, away];
    const statuses = await Promise.all(
      all.map(async ({ code }) => (await register(event.id, 2, ticketOf(event.id, code)))?.status),
    );
    expect(statuses).toEqual([2, 3, 4, 5, 1, 6]);
    const ticket = ticketOf(event.id, one.code);
    const nameHash = nameHashOf(event.id, {
      ...{ ticket, salt: saltOf(event.id, 2, one.code) },
      ...{ name: one.name, email: one.email },
    });
    expect(await register(event.id, 2, ticket)).toEqual({
      status: 0,
      line: { size: 2, nameHash: Uint8Array.from(nameHash), chances: 9 },
    });
    const unknown = ticketOf(event.id, new Uint8Array(16));
    expect(await register(event.id, 2, unknown)).toBeUndefined();

    // Leads in the sealed roster cannot be changed, all others can.
    const change = (lead: { id: string }, fields: object) =>
      api.admin.patch(`/api/leads/${lead.id}`, fields);
    expect((await change(two, { name: 'Other' })).status).toBe(409);
    expect((await change(two, { chances: 1 })).status).toBe(409);
    expect((await change(two, { status: 'promoted' })).status).toBe(409);
    expect((await api.admin.delete(`/api/leads/${two.id}`)).status).toBe(409);
    expect((await change(promoted, { name: 'Other', chances: 4 })).status).toBe(200);
    expect((await api.admin.delete(`/api/leads/${pending.id}`)).status).toBe(200);
    expect((await raffle.draw(null, '  THREE cheers! ')).as(drawnResult).phrase).toBe(
      'three cheers',
    );
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('tells the holder of a ticket in whose name a win would be, and with how many chances', async () => {
    const event = await createEvent(api.admin, { maxChances: 5 });
    const [alone, renamed, first] = [
      await enter(event.id, 'verified'),
      await enter(event.id, 'verified'),
      await enter(event.id, 'verified'),
    ];
    const second = await enter(event.id, 'verified', { phone: first.phone });
    await api.admin.patch(`/api/leads/${renamed.id}`, { name: 'A friend' });
    await api.admin.patch(`/api/leads/${second.id}`, { chances: 8 });
    await raffleOf(api, event.id).seal();
    const statusOf = async (...leads: [Entered, ...Entered[]]) => {
      const [own, ...others] = leads.map(({ entryCode, name, email }) => ({
        ...{ code: entryCode, name, email },
      }));
      const ticket = ticketOf(event.id, leads[0].code);
      const lists = await readBucket(event.id, 1, ticket);
      return findRegisterStatus(event.id, 1, ...lists, [own as Holder, ...others]);
    };
    type Entered = Pick<typeof alone, 'code' | 'name' | 'entryCode'> & { email?: string | null };
    expect(await statusOf(alone)).toEqual({ kind: 'named', entries: 1, chances: 1 });
    expect(await statusOf(renamed)).toMatchObject({ kind: 'other-name' });
    expect(await statusOf(first)).toEqual({ kind: 'named', entries: 2, chances: 5 });
    expect(await statusOf(second)).toMatchObject({ kind: 'other-name', entries: 2 });
    expect(await statusOf(second, first)).toMatchObject({ kind: 'named' });
    const { email: _, ...linked } = alone;
    expect(await statusOf(linked)).toMatchObject({ kind: 'in-draw' });
    const entryCode = newEntryCode();
    const code = readEntryCode(entryCode) as Uint8Array;
    expect(await statusOf({ ...alone, entryCode, code })).toEqual({ kind: 'missing' });
  });

  it('names a line by its earliest contact, not by an old entry that took the number later', async () => {
    const event = await createEvent(api.admin);
    // A volunteer's early entry stays pending until another person has entered, and is then changed to their
    // number.
    const early = await enter(event.id, 'pending', { name: 'A Friend' });
    const person = await enter(event.id, 'verified', { name: 'Amara Okafor' });
    await api.admin.patch(`/api/leads/${early.id}`, { phone: person.phone });
    await api.admin.patch(`/api/leads/${early.id}`, { status: 'verified' });
    const raffle = raffleOf(api, event.id);
    const { winner, otherNames } = (await raffle.draw()).as(drawnResult);
    expect({ name: winner.name, otherNames }).toEqual({
      name: 'Amara Okafor',
      otherNames: ['A Friend'],
    });
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('has a lead’s own ticket again when it comes back, and nobody else’s', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const entryCode = newEntryCode();
    const lead = await submitLead(api.anyone, event.id, { entryCode });
    const move = (id: string, eventId: string) => api.admin.patch(`/api/leads/${id}`, { eventId });
    expect((await move(lead.id, other.id)).status).toBe(200);
    const input = { eventId: event.id, ...newContact(), entryCode };
    expect((await api.anyone.post('/api/leads/public', input)).status).toBe(409);
    expect((await move(lead.id, event.id)).status).toBe(200);
    await api.admin.delete(`/api/leads/${lead.id}`);
    const third = await createEvent(api.admin);
    const stranger = await submitLead(api.anyone, third.id, { entryCode });
    expect((await move(stranger.id, event.id)).status).toBe(409);
  });

  it('never misses an entry that was answered before its number', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const entries = Array.from({ length: 40 }, async () => {
      const input = { eventId, ...newContact() };
      return (await api.anyone.post('/api/leads/public', input)).as(enteredLead);
    });
    const draws = Array.from({ length: 3 }, () => raffle.draw());
    const [leads] = await Promise.all([Promise.all(entries), Promise.all(draws)]);
    await raffle.seal();
    const { draws: records } = await raffle.draws();
    for (const { ticket, nextNumber = 0 } of leads) {
      const bytes = Buffer.from(ticket, 'hex');
      for (const { number } of records.filter((record) => record.number >= nextNumber)) {
        expect(await register(eventId, number, bytes)).toBeDefined();
      }
    }
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});
