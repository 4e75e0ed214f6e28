import { enteredLead } from '@drawbridge/contract/collecting/leads';
import { hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import {
  fullRecord,
  type RaffleRecord,
  raffleRecord,
  sealedDraw,
} from '@drawbridge/contract/fair-draw/draws';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { lineAt, type Roster } from '@drawbridge/contract/fair-draw/roster';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { eligiblePeople } from '@drawbridge/contract/raffle/drawing';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import {
  createEvent,
  createPrize,
  newContact,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { eventWithPeople, mismatches, raffleOf, raffleProblems } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/** The published lines of a roster, for comparisons. */
function linesOf(record: object | undefined): string[][] {
  if (!record || !('roster' in record)) return [];
  const roster = record.roster as Roster;
  return Array.from(roster.ends, (_, index) => hexesOf(lineAt(roster, index).tickets));
}

describe('the record of the draws', () => {
  it('proves every draw, sealed or not, with a phrase or without, and every void one', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 5);
    const prize = await createPrize(api.admin, eventId);
    await raffle.draw(prize.id);
    await raffle.seal();
    await raffle.draw(null, 'cafe\u0301 au lait');
    await raffle.seal();
    await raffle.voidDraw('The power went out');
    await raffle.draw(null, 'three cheers');

    const proof = await raffle.proof();

    expect(mismatches(proof)).toEqual([]);
    const told = ({ kind, number, ...record }: RaffleRecord) => [
      kind,
      number,
      'rosterSize' in record && record.rosterSize,
      'phrase' in record ? record.phrase : 'reason' in record && record.reason,
      'source' in record && record.source.kind,
    ];
    expect(proof.draws.map(told)).toEqual([
      ['draw', 1, 5, null, 'none'],
      ['draw', 2, 4, 'café au lait', 'phrase'],
      ['void', 3, 3, 'The power went out', 'phrase'],
      // The draw was not sealed, so its phrase does not count.
      ['draw', 4, 3, null, 'none'],
    ]);
    expect(proof.draws[0]).toMatchObject({ prizeId: prize.id, prizeName: prize.name });
    expect([proof.nextNumber, proof.sealed]).toEqual([5, null]);
  });

  it('has a line with all verified tickets of a number, and the earliest lead wins', async () => {
    const event = await createEvent(api.admin);
    const raffle = raffleOf(api, event.id);
    const person = newContact();
    const tickets = [];
    for (const fields of [
      person,
      { ...person, email: '' },
      { ...newContact(), phone: person.phone },
    ]) {
      const response = await api.anyone.post('/api/leads/public', { eventId: event.id, ...fields });
      const lead = response.as(enteredLead);
      const code = readEntryCode(lead.entryCode) ?? new Uint8Array();
      tickets.push(Buffer.from(ticketOf(event.id, code)).toString('hex'));
      await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    }
    // A lead with the same number that was never verified does not count.
    await api.anyone.post('/api/leads/public', { eventId: event.id, ...person, name: 'Pending' });

    const result = (await raffle.draw()).as(raffleResult);

    expect(result.winner.name).toBe(person.name);
    const proof = await raffle.proof();
    expect(proof.draws[0]).toMatchObject({ winners: [{ tickets: tickets.toSorted() }] });
    expect(linesOf(proof.draws[0])).toEqual([tickets.toSorted()]);
    expect(mismatches(proof)).toEqual([]);
  });

  it('was committed to beforehand, and reveals nobody but the winner', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 3);
    const before = await raffle.draws();
    expect(before).toMatchObject({ eventId, nextNumber: 1, sealed: null, draws: [] });
    const { winner } = (await raffle.draw()).as(raffleResult);
    const list = await api.anyone.get(`/api/events/${eventId}/draws`);
    const whole = await api.anyone.get(`/api/events/${eventId}/draws/1`);
    expect((await raffle.draws()).draws[0]?.commitment).toBe(before.nextCommitment);
    for (const { text } of [list, whole]) {
      for (const { name, phone, email, id } of leads) {
        const secret = name === winner.name ? [phone, id] : [name, phone, email ?? '-', id];
        for (const known of secret) expect(text).not.toContain(known);
      }
    }
    const [event] = await api.sql<[{ secret: string }]>`
      select encode(draw_secret, 'hex') as secret from events where id = ${eventId}`;
    expect(list.text + whole.text).not.toContain(event.secret);
  });

  it('has rosters that a browser may keep for ever', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    await raffle.draw();
    const response = await api.anyone.get(`/api/events/${eventId}/draws/1`);
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    for (const number of ['2', '0', '-1', '1.5', 'x', '99999999999', '1e1']) {
      const missing = await api.anyone.get(`/api/events/${eventId}/draws/${number}`);
      expect(missing.problem).toEqual([404, 'Draw not found']);
    }
  });

  it('stores its records compressed, and shows no more than the event does now', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const { winner } = (await raffle.draw()).as(raffleResult);
    const read = async (encoding: string) => {
      const response = await fetch(`${api.anyone.url}/api/events/${eventId}/draws/1`, {
        headers: { 'accept-encoding': encoding },
      });
      return [response.headers.get('content-encoding'), await response.json()] as const;
    };
    const [encoding, record] = await read('gzip, br');
    expect(encoding).toBe('gzip');
    expect(fullRecord.parse(record)).toMatchObject({
      winners: [{ winner: { name: winner.name } }],
    });
    expect(await read('identity')).toEqual([null, record]);

    await api.admin.patch(`/api/events/${eventId}`, { winnerDisplay: 'short' });
    const [, later] = await read('gzip');
    expect(fullRecord.parse(later)).toMatchObject({ winners: [{ salt: null }] });
    expect(JSON.stringify(later)).not.toContain(winner.email);
  });

  it.runIf(api.servers === 1)('is built once until something in the event changes', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    await raffle.draw();
    const query = vi.spyOn(api.sql, 'query');
    onTestFinished(() => query.mockRestore());
    const built = () =>
      query.mock.calls.filter(([{ text }]) => text.includes(`'byOrganisers', c.by_organisers`));
    for (let n = 0; n < 5; n += 1) expect((await raffle.draws()).draws).toHaveLength(1);
    expect(built()).toHaveLength(1);
    for (const change of [
      () => raffle.forfeit(1),
      () => raffle.seal(),
      () => raffle.voidDraw('Too early'),
      () => raffle.rollCall(),
      () => api.admin.patch(`/api/events/${eventId}`, { winnerDisplay: 'short' }),
    ]) {
      await change();
      const before = built().length;
      for (let n = 0; n < 3; n += 1) await raffle.draws();
      expect(built()).toHaveLength(before + 1);
    }
  });

  it('is right for thousands of people with several leads each', async () => {
    const event = await createEvent(api.admin);
    const raffle = raffleOf(api, event.id);
    // One to four leads for each number. One number in five is not verified.
    await api.sql`
      insert into leads (event_id, name, phone, phone_key, email, status, verified_at, fingerprint)
      select ${event.id}, 'Guest ' || n, '0770' || lpad(n::text, 7, '0'),
             '+44770' || lpad(n::text, 7, '0'), 'guest' || n || '.' || entry || '@example.com',
             case when n % 5 = 0 then 'pending' else 'verified' end,
             case when n % 5 = 0 then null else now() end, sha256('')
      from generate_series(1, 2000) n, generate_series(0, n % 4) entry`;
    expect((await raffle.seal()).status).toBe(201);
    expect((await raffle.draw(null, 'all of us')).status).toBe(201);
    expect((await raffle.draw()).status).toBe(201);
    const proof = await raffle.proof();
    expect(mismatches(proof)).toEqual([]);
    expect(proof.draws).toMatchObject([{ rosterSize: 1600 }, { rosterSize: 1599 }]);
    // A ticket takes about a hundred bytes in each draw; the 256 buckets of a register take ten thousand.
    const stored = await api.sql<{ bytes: number }[]>`
      select pg_column_size(r.*) - octet_length(bucket_hashes) - octet_length(bucket_ends) as bytes
      from rosters r where event_id = ${event.id}`;
    for (const { bytes } of stored) expect(bytes / 5_000).toBeLessThan(110);
    const tickets = await api.sql<{ ticket: string }[]>`
      select encode(ticket, 'hex') as ticket from leads
      where event_id = ${event.id} and status = 'verified'`;
    expect(linesOf(proof.draws[0]).flat().sort()).toEqual(
      tickets.map(({ ticket }) => ticket).sort(),
    );
    const eligible = (await api.admin.get(`/api/events/${event.id}/eligible`)).as(eligiblePeople);
    expect(eligible).toMatchObject({ people: 1598, leads: 5_000, pending: 1_000, promoted: 0 });
    expect(eligible.names).toHaveLength(60);
    expect(eligible.names[0]).toMatch(/^Guest \d\.$/);
  });
});

describe('a sealed draw', () => {
  it('fixes number, commitment and roster, and shows them to everybody', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const { nextCommitment } = await raffle.draws();
    const response = await raffle.seal();
    expect(response.status).toBe(201);
    const sealed = response.as(sealedDraw);
    expect(sealed).toMatchObject({ number: 1, prizeId: null, rosterSize: 3 });
    expect(sealed.commitment).toBe(nextCommitment);
    expect(await raffle.draws()).toMatchObject({ nextNumber: 2, sealed, draws: [] });
    expect((await api.anyone.get(`/api/events/${eventId}/draws/1`)).status).toBe(404);

    // People who enter now are not in the draw.
    for (let n = 0; n < 20; n += 1) await verifiedLead(api, eventId);
    await raffle.draw(null, 'abracadabra');
    const [drawn] = (await raffle.draws()).draws;
    const { rosterSize, rosterHash, sealedAt } = sealed;
    expect(drawn).toMatchObject({ source: { kind: 'phrase' }, sealedAt, rosterSize, rosterHash });
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('comes before all other draws', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const [one, two] = [
      await createPrize(api.admin, eventId),
      await createPrize(api.admin, eventId),
    ];
    await raffle.seal(one.id);
    for (const refused of [
      await raffle.draw(),
      await raffle.draw(two.id),
      await raffle.seal(two.id),
      await raffle.seal(one.id),
    ]) {
      expect(refused.problem).toEqual(raffleProblems.sealedFirst);
    }
    for (const silent of ['', ' …! ']) {
      expect((await raffle.draw(one.id, silent)).status).toBe(400);
    }
    expect((await raffle.draw(one.id, 'now')).status).toBe(201);
    expect((await raffle.draw(two.id)).status).toBe(201);
  });

  it('keeps its leads and its prize where they are until it is over', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 2);
    const other = await createEvent(api.admin);
    const prize = await createPrize(api.admin, eventId);
    await raffle.seal(prize.id);
    const lead = `/api/leads/${leads[0]?.id}`;
    const pending = await submitLead(api.anyone, eventId);
    const refusal = [409, 'This event has a sealed draw. Draw it or void it first.'];
    expect((await api.admin.delete(lead)).problem).toEqual(refusal);
    expect((await api.admin.patch(lead, { eventId: other.id })).problem).toEqual(refusal);
    expect((await api.admin.delete(`/api/prizes/${prize.id}`)).problem).toEqual([
      409,
      'This prize is in a sealed draw. Draw it or void it first.',
    ]);
    for (const change of [{ name: 'New Name' }, { phone: '07700 900995' }, { email: null }]) {
      expect((await api.admin.patch(lead, change)).problem).toEqual(refusal);
    }
    // Pending leads are not in the draw.
    const corrected = await api.admin.patch(`/api/leads/${pending.id}`, { name: 'New Name' });
    expect(corrected.status).toBe(200);
    expect((await api.admin.patch(lead, { status: 'promoted' })).problem).toEqual(refusal);
    await raffle.voidDraw('Enough');
    expect((await api.admin.delete(lead)).status).toBe(200);
    expect((await api.admin.delete(`/api/prizes/${prize.id}`)).status).toBe(200);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('goes away with its event', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const prize = await createPrize(api.admin, eventId);
    await raffle.draw();
    await raffle.forfeit(1);
    await raffle.seal(prize.id);
    expect((await api.admin.delete(`/api/events/${eventId}`)).status).toBe(200);
    const [left] = await api.sql`select count(*)::int from records where event_id = ${eventId}`;
    expect(left).toEqual({ count: 0 });
  });

  it('is void for a reason that stays, and its number is never used again', async () => {
    const { raffle } = await eventWithPeople(api, 2);
    expect((await raffle.voidDraw('x')).problem).toEqual([409, 'There is no sealed draw']);
    const { seed: _, ...sealed } = (await raffle.seal()).as(sealedDraw);
    // The last ones become longer when they are normalised.
    const grown = ['\u{1D160}'.repeat(100), '\u0958'.repeat(200)];
    for (const reason of ['', '  ', 'x'.repeat(201), undefined, null, 'a\u0000b', ...grown]) {
      expect((await raffle.voidDraw(reason)).status).toBe(400);
    }
    const response = await raffle.voidDraw('  Nobody was lo\u0308oking ');
    expect(response.status).toBe(200);
    expect(response.as(raffleRecord)).toMatchObject({
      ...sealed,
      reason: 'Nobody was l\u00f6oking',
    });
    expect((await raffle.seal()).as(sealedDraw).number).toBe(2);
  });

  it('is refused where nothing could be drawn', async () => {
    const event = await createEvent(api.admin);
    const raffle = raffleOf(api, event.id);
    expect((await raffle.seal()).problem).toEqual(raffleProblems.nobodyEligible);
    await verifiedLead(api, event.id);
    const missing = '00000000-0000-4000-8000-000000000000';
    expect((await raffle.seal(missing)).problem).toEqual([404, 'Prize not found']);
    expect((await raffleOf(api, missing).seal()).problem).toEqual([404, 'Event not found']);
    expect((await raffle.draws()).nextNumber).toBe(1);
  });
});

describe('numbers', () => {
  it('have no gap where a draw died before it was written down', async () => {
    const { raffle } = await eventWithPeople(api, 2);
    const before = await raffle.draws();
    let pending: Promise<ApiResponse> | undefined;
    await api.sql.begin(async (tx) => {
      // Blocks the draw when it writes, while it holds the event's lock.
      await tx`lock table records in share mode`;
      pending = raffle.draw();
      await standstill(api.sql, [pending]);
      await tx`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await pending).status).toBe(503);
    });
    expect(await raffle.draws()).toEqual(before);
    expect(await raffle.results()).toEqual([]);
    expect((await raffle.draw()).status).toBe(201);
    expect((await raffle.draws()).draws.map(({ number }) => number)).toEqual([1]);
  });
});
