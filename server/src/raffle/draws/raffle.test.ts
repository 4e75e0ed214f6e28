import { fullRecord } from '@drawbridge/contract/fair-draw/draws';
import { drawnResult, raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  newContact,
  submitLead,
  UNKNOWN_ID,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { watch } from '../../test/world/live-client.ts';
import { eventWithPeople, mismatches, raffleOf, raffleProblems } from '../../test/world/raffle.ts';

const { alreadyDrawn, nobodyEligible, won } = raffleProblems;

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

describe('drawing a prize', () => {
  it('answers 201 with the prize and the winner, who is then in the results', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 1);
    const prize = await createPrize(api.admin, eventId);

    const response = await raffle.draw(prize.id);

    expect(response.status).toBe(201);
    const { otherNames, winners, ...result } = response.as(drawnResult.strict());
    expect(otherNames).toEqual([]);
    expect(winners).toEqual([result]);
    expect(result).toEqual({
      id: result.id,
      eventId,
      number: 1,
      place: 0,
      prizeId: prize.id,
      winner: { name: leads[0]?.name, email: leads[0]?.email },
      conductedAt: result.conductedAt,
      phrase: '',
      ticket: result.tickets[0],
      handedOverAt: null,
      tickets: (await raffle.draws()).draws.flatMap((record) =>
        record.kind === 'draw' ? record.winners.flatMap(({ tickets }) => tickets) : [],
      ),
    });
    expect(result.tickets).toHaveLength(1);
    expect(await raffle.results()).toEqual([result]);
  });

  it('works for a winner without an e-mail', async () => {
    const event = await createEvent(api.admin);
    const { name } = await verifiedLead(api, event.id, { email: '' });
    const response = await raffleOf(api, event.id).draw();
    expect(response.as(raffleResult).winner).toEqual({ name, email: null });
    expect(mismatches(await raffleOf(api, event.id).proof())).toEqual([]);
  });

  it('happens once per prize, also when nobody is left', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 2);
    const [one, two] = [
      await createPrize(api.admin, eventId),
      await createPrize(api.admin, eventId),
    ];
    await raffle.draw(one.id);
    expect((await raffle.draw(one.id)).problem).toEqual(alreadyDrawn);
    await raffle.draw(two.id);
    expect((await raffle.draw(one.id)).problem).toEqual(alreadyDrawn);
    expect((await raffle.draw()).problem).toEqual(nobodyEligible);
    expect(await raffle.results()).toHaveLength(2);
  });

  it('has the logged-in administrator as its conductor, whatever is sent', async () => {
    await api.sql`
      insert into users (username, password_hash, role)
      select 'second-admin', password_hash, 'admin' from users
      where username = ${ADMIN.username}`;
    const second = await api.anyone.signIn({ ...ADMIN, username: 'second-admin' });
    const event = await createEvent(api.admin);
    const lead = await verifiedLead(api, event.id);
    const other = await submitLead(api.anyone, event.id);

    const response = await second.post(`/api/events/${event.id}/draw-winner`, {
      prizeId: null,
      id: UNKNOWN_ID,
      conductedBy: api.admin.user?.id,
      conductedAt: '2001-01-01T00:00:00Z',
      winnerId: other.id,
    });

    const { id } = response.as(raffleResult);
    const rows = await api.sql`
      select lead_id, conducted_by, at > now() - interval '1 hour' as recent
      from winners w join records using (event_id, number) where w.id = ${id}`;
    expect(rows).toEqual([{ leadId: lead.id, conductedBy: second.user?.id, recent: true }]);
  });

  it('answers 404 for an unknown prize, a malformed one and one of another event', async () => {
    const [here, there] = [await eventWithPeople(api, 1), await eventWithPeople(api, 1)];
    const foreign = await createPrize(api.admin, there.eventId);
    for (const prizeId of [UNKNOWN_ID, 'no-uuid', '\u0000', foreign.id]) {
      expect((await here.raffle.draw(prizeId)).problem).toEqual([404, 'Prize not found']);
    }
    expect(await here.raffle.results()).toEqual([]);
    expect(await there.raffle.results()).toEqual([]);
  });
});

describe('a general draw', () => {
  it('needs no prize, and goes on until everybody has won once', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 4);
    const winners = [];
    for (const body of [{ prizeId: null }, {}, { prizeId: null }, { prizeId: null }]) {
      const response = await api.admin.post(`/api/events/${eventId}/draw-winner`, body);
      expect(response.status).toBe(201);
      const { prizeId, winner } = response.as(raffleResult);
      expect(prizeId).toBeNull();
      winners.push(winner.name);
    }
    expect(winners.sort()).toEqual(leads.map(({ name }) => name).sort());
    expect((await raffle.draw()).problem).toEqual(nobodyEligible);
    expect(await raffle.results()).toHaveLength(4);
  });
});

describe('a lead that has won', () => {
  it('stays frozen when the win is forfeited', async () => {
    const { leads, raffle } = await eventWithPeople(api, 1);
    await raffle.draw();
    await raffle.forfeit(1);
    const path = `/api/leads/${leads[0]?.id}`;
    expect((await api.admin.patch(path, { name: 'Somebody Else' })).problem).toEqual(won);
    expect((await api.admin.delete(path)).problem).toEqual(won);
  });

  it('and the others of its line say that the win was forfeited', async () => {
    const event = await createEvent(api.admin);
    const raffle = raffleOf(api, event.id);
    for (const person of [newContact(), newContact()]) {
      await verifiedLead(api, event.id, person);
      await verifiedLead(api, event.id, { phone: person.phone });
      await raffle.draw();
    }
    await raffle.forfeit(1);
    // Both the whole list and one page of it.
    for (const query of ['', '&limit=10']) {
      const response = await api.admin.get(`/api/leads?eventId=${event.id}${query}`);
      const leads = response.json<{ won: boolean; forfeited: boolean }[]>();
      expect(leads.map(({ won, forfeited }) => [won, forfeited])).toEqual([
        [true, false],
        [true, false],
        [true, true],
        [true, true],
      ]);
    }
  });

  it('shows other names under its number to the presenter only', async () => {
    const event = await createEvent(api.admin);
    const person = newContact();
    await verifiedLead(api, event.id, { ...person, name: 'Jon Field' });
    for (const name of ['Jo Field', 'Jon Field', 'Jo Field']) {
      await verifiedLead(api, event.id, { phone: person.phone, name });
    }
    const response = await raffleOf(api, event.id).draw();
    expect(response.as(drawnResult)).toMatchObject({
      winner: { name: 'Jon Field' },
      otherNames: ['Jo Field'],
    });
    for (const call of ['raffles', 'draws', 'draws/1']) {
      const { text } = await api.anyone.get(`/api/events/${event.id}/${call}`);
      expect(text).not.toContain('Jo Field');
    }
  });
});

describe('an event that shortens its winners', () => {
  const person = { name: 'Ōtani Shōhei', email: 'shohei@angels.example' };
  const shortened = { name: 'Ōtani S.', email: 's***@a***.example' };

  it('leaks nothing more in any answer, to anybody', async () => {
    const event = await createEvent(api.admin, { winnerDisplay: 'short' });
    const prize = await createPrize(api.admin, event.id);
    const lead = await verifiedLead(api, event.id, person);
    await verifiedLead(api, event.id, { phone: lead.phone, name: 'Shohei Otani', email: '' });
    const watcher = await watch(api.anyone.url, event.id);
    await watcher.expect('snapshot');
    const raffle = raffleOf(api, event.id);

    const drawn = await raffle.draw(prize.id);
    const live = await watcher.expect('drawn');
    watcher.close();
    const late = await watch(api.anyone.url, event.id);
    const snapshot = await late.expect('snapshot');
    late.close();

    expect(drawn.as(drawnResult)).toMatchObject({ winner: shortened, otherNames: ['Shohei O.'] });
    expect(live.result.winner).toEqual(shortened);
    expect(snapshot.results.map(({ winner }) => winner)).toEqual([shortened]);
    const calls = ['raffles', 'draws', 'draws/1'].map((call) => `/api/events/${event.id}/${call}`);
    const responses = [];
    for (const path of calls) {
      responses.push((await api.anyone.get(path)).text, (await api.admin.get(path)).text);
    }
    const texts = [drawn.text, JSON.stringify(live), JSON.stringify(snapshot), ...responses];
    for (const text of texts) {
      expect(text).toContain('Ōtani S.');
      expect(text).not.toMatch(/Shōhei|angels|shohei/);
    }
    const record = await api.anyone.get(`/api/events/${event.id}/draws/1`);
    expect(record.as(fullRecord)).toMatchObject({
      winners: [{ winner: shortened, salt: null }],
    });
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('can switch later, and reconnecting stages follow', async () => {
    const event = await createEvent(api.admin);
    await verifiedLead(api, event.id, person);
    const watcher = await watch(api.anyone.url, event.id);
    await watcher.expect('snapshot');
    const lastSeenId = watcher.lastId ?? '';
    const raffle = raffleOf(api, event.id);
    await raffle.draw();
    expect((await watcher.expect('drawn')).result.winner).toEqual(person);
    const { draws } = await raffle.draws();
    expect(draws[0]).toMatchObject({ winners: [{ winner: person }] });

    await api.admin.patch(`/api/events/${event.id}`, { winnerDisplay: 'short' });
    await watcher.expect('event');
    expect((await raffle.results())[0]?.winner).toEqual(shortened);
    const back = await watch(api.anyone.url, event.id, { 'last-event-id': lastSeenId });
    // A process that was notified of the change sends a snapshot, another one the missed messages.
    const missed = JSON.stringify(await back.next());
    expect(missed).toContain(shortened.name);
    expect(missed).not.toContain(person.name);
    for (const one of [watcher, back]) one.close();

    await api.admin.patch(`/api/events/${event.id}`, { winnerDisplay: 'full' });
    expect((await raffle.results())[0]?.winner).toEqual(person);
    expect((await raffle.draws()).draws).toEqual(draws);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});
