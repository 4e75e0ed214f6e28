import { eraseResponse } from '@drawbridge/contract/collecting/personal-data';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { checkIntegrity } from '../../operations/backup/integrity.ts';
import { listTables } from '../../operations/backup/tables.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead, verifiedLead } from '../../test/world/fixtures.ts';
import { listLeads } from '../../test/world/leads.ts';
import { watch } from '../../test/world/live-client.ts';
import { eventWithPeople, mismatches, raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const erase = (...leadIds: string[]) => api.admin.post('/api/people/erase', { leadIds });

/** The tables with a column that contains one of the texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const found = [];
  for (const { name } of await listTables(api.sql)) {
    const rows = await api.sql<{ row: string }[]>`select t::text as row from ${api.sql(name)} t`;
    if (rows.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name);
  }
  return found;
}

describe('erasing a lead', () => {
  it('leaves nothing of the person in any table', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const person = { name: 'Wilhelmina Quill', phone: '07700 911911', email: 'quill@example.com' };
    const lead = await verifiedLead(api, eventId, person);
    await api.admin.patch(`/api/leads/${lead.id}`, { phone: '07700 922922' });
    const traces = ['Quill', '7700911911', '7700922922', '7700 911911', 'quill@'];
    expect(await tablesWith(...traces)).toEqual(['leads']);

    expect((await erase(lead.id)).as(eraseResponse)).toEqual({ leads: 1, winners: 0 });
    expect(await tablesWith(...traces)).toEqual([]);
    expect(await listLeads(api, `?eventId=${eventId}`)).toEqual([]);
    const vacuumed = () => api.sql`
      select from pg_stat_user_tables where relname in ('leads', 'winners') and vacuum_count > 0`;
    await expect.poll(async () => (await vacuumed()).length).toBe(2);
    const entries = (await api.admin.get('/api/audit?limit=1')).as(auditPage);
    expect(entries[0]).toMatchObject({
      kind: 'lead-erased',
      event: { id: eventId },
      subject: { id: lead.id, name: null },
      details: {},
    });
  });

  it('takes a winner out of what a repeated request would be answered', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const lead = await verifiedLead(api, eventId, { name: 'Ignatia Threlkeld' });
    const draw = () =>
      api.admin.post(`/api/events/${eventId}/draw-winner`, { id: lead.id, prizeId: null });
    expect((await draw()).text).toContain('Ignatia');
    expect((await draw()).text).toContain('Ignatia');
    await erase(lead.id);
    const again = await draw();
    expect([again.status, again.text.includes('Ignatia')]).toEqual([201, false]);
    expect(await api.sql`select from idempotency_keys where response is not null`).toEqual([]);
  });

  it('takes the person out of imports that are under way, which are then incomplete', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const id = crypto.randomUUID();
    await api.admin.post('/api/imports', { id, eventId });
    const person = { name: 'Ottoline Vance', phone: '07700 933933', email: 'vance@example.com' };
    const lead = await verifiedLead(api, eventId, person);
    const rows = [
      { row: 1, ...newContact() },
      { row: 2, name: person.name, phone: '+44 7700 933933' },
      { row: 3, ...newContact(), email: 'Vance@example.com' },
    ];
    await api.admin.post(`/api/imports/${id}/rows`, { rows });
    expect(await tablesWith('Ottoline', '7700933933', 'vance@')).toEqual(['leads', 'import_rows']);

    await erase(lead.id);
    expect(await tablesWith('Ottoline', '7700933933')).toEqual([]);
    const commit = { rows: 3, duplicates: 'import' };
    expect((await api.admin.post(`/api/imports/${id}/commit`, commit)).problem).toEqual([
      409,
      'Some rows are missing. Please start again.',
    ]);
    const left =
      await api.sql`select number from import_rows where import_id = ${id} order by number`;
    // Row 3 only shares an address and may be another person.
    expect(left).toEqual([{ number: 1 }, { number: 3 }]);
  });

  it('is final: an outbox that sends the lead again does not bring it back', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const input = { id: crypto.randomUUID(), eventId, ...newContact() };
    await api.anyone.post('/api/leads/public', input);
    await erase(input.id);
    const notFound = [409, 'This lead has been deleted'];
    expect((await api.anyone.post('/api/leads/public', input)).problem).toEqual(notFound);
    expect((await api.admin.post('/api/leads', input)).problem).toEqual(notFound);
    expect(await listLeads(api, `?eventId=${eventId}`)).toEqual([]);
  });

  it('goes across events and says how many there were', async () => {
    const [one, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const leads = [
      await submitLead(api.anyone, one.id),
      await submitLead(api.anyone, one.id),
      await submitLead(api.anyone, other.id),
    ];
    const ids = leads.map(({ id }) => id);
    expect((await erase(...ids)).as(eraseResponse)).toEqual({ leads: 3, winners: 0 });
    expect((await erase(...ids)).problem).toEqual([404, 'Lead not found']);
  });

  it('waits for a sealed draw, of which the roster is a promise', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 2);
    await raffle.seal();
    const id = leads[0]?.id ?? '';
    expect((await erase(id)).status).toBe(409);
    expect(await listLeads(api, `?eventId=${eventId}`)).toHaveLength(2);
    await raffle.voidDraw('Too early');
    expect((await erase(id)).status).toBe(200);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});

describe('erasing a winner', () => {
  /** Creates an event with three people, one of whom has won. */
  async function wonEvent(display: 'full' | 'short' = 'full') {
    const { eventId, raffle } = await eventWithPeople(api, 3, { winnerDisplay: display });
    await raffle.draw();
    const winner = (await listLeads(api, `?eventId=${eventId}`)).find(({ won }) => won);
    if (!winner) throw new Error('Nobody has won');
    return { eventId, raffle, winner };
  }

  it.each(['full', 'short'] as const)(
    'takes the name out of the record, which still proves the draw (%s names)',
    async (display) => {
      const { raffle, winner } = await wonEvent(display);
      const before = await raffle.proof();
      expect((await erase(winner.id)).as(eraseResponse)).toEqual({ leads: 1, winners: 1 });
      const { name, phone, email } = winner;
      expect(await tablesWith(name, phone, email ?? name)).toEqual([]);

      const [result] = await raffle.results();
      expect(result?.winner).toEqual({ name: 'Erased', email: null });
      const after = await raffle.proof();
      expect(after.draws[0]).toMatchObject({
        winners: [{ winner: null, salt: null, erased: { because: 'request' } }],
      });
      expect(after.draws[0]?.record).toBe(before.draws[0]?.record);
      expect(mismatches(after)).toEqual([]);
      // The chain can be continued.
      await raffle.forfeit(1);
      expect((await raffle.draw()).status).toBe(201);
      expect(mismatches(await raffle.proof())).toEqual([]);
      expect((await checkIntegrity(api.sql)).problems).toEqual([]);
    },
  );

  it('is seen by open pages, and none that reconnects is sent the name again', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const watcher = await watch(api.anyone.url, eventId);
    await watcher.expect('snapshot');
    const beforeDraw = watcher.lastId;
    await raffle.draw();
    const { result } = await watcher.expect('drawn');
    const winner = (await listLeads(api, `?eventId=${eventId}`)).find(({ won }) => won);
    expect(result.winner.name).toBe(winner?.name);
    await erase(winner?.id ?? '');
    await watcher.expect('event');
    const missed = await api.anyone.get(`/api/events/${eventId}/live/missed?after=${beforeDraw}`);
    expect(missed.text).toContain('Erased');
    expect(missed.text).not.toContain(result.winner.name);
    watcher.close();
    expect((await api.anyone.get(`/api/events/${eventId}/raffles`)).text).toContain('Erased');
  });

  it("keeps the person's other leads out of the event's next draws, but not out of another's", async () => {
    const { id: eventId } = await createEvent(api.admin);
    const raffle = raffleOf(api, eventId);
    const { phone } = newContact();
    const winner = await verifiedLead(api, eventId, { phone, email: 'same.person@example.com' });
    await raffle.draw();
    const samePhone = await verifiedLead(api, eventId, { phone, email: 'other@example.com' });
    const sameEmail = await verifiedLead(api, eventId, { email: 'same.person@example.com' });
    const nobody = (await raffle.draw()).problem;

    await erase(winner.id);
    expect((await raffle.draw()).problem).toEqual(nobody);
    const remaining = await listLeads(api, `?eventId=${eventId}`);
    expect(remaining.map(({ id, won }) => [id, won]).sort()).toEqual(
      [samePhone, sameEmail].map(({ id }) => [id, false]).sort(),
    );
    // Another person with the same number who has not won stays in the draw.
    const { phone: shared } = sameEmail;
    const friend = await verifiedLead(api, eventId, { phone: shared, email: 'friend@example.com' });
    expect((await raffle.draw()).status).toBe(201);
    const won = (await listLeads(api, `?eventId=${eventId}`)).filter((lead) => lead.won);
    expect(won.map(({ id }) => id)).toEqual([friend.id]);
    expect(mismatches(await raffle.proof())).toEqual([]);

    const { id: elsewhere } = await createEvent(api.admin);
    await api.admin.patch(`/api/leads/${samePhone.id}`, { eventId: elsewhere });
    expect((await raffleOf(api, elsewhere).draw()).status).toBe(201);
  });

  it('leaves another winner of the same event as they were', async () => {
    const { eventId, raffle, winner } = await wonEvent();
    await raffle.draw();
    await erase(winner.id);
    const names = (await raffle.results()).map((result) => result.winner.name);
    const other = (await listLeads(api, `?eventId=${eventId}`)).find(({ won }) => won);
    expect(names).toEqual(['Erased', other?.name]);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});

describe('erasing, drawing and entering at the same time', () => {
  it('never leaves a winner without a lead or a broken chain', async () => {
    const { eventId, leads } = await eventWithPeople(api, 12);
    const raffle = raffleOf(api, eventId);
    const responses = await Promise.all([
      ...leads.map(({ id }) => erase(id)),
      ...Array.from({ length: 12 }, () => raffle.draw()),
    ]);
    for (const { status } of responses) expect([200, 201, 404, 409]).toContain(status);
    expect(mismatches(await raffle.proof())).toEqual([]);
    expect(await listLeads(api, `?eventId=${eventId}`)).toEqual([]);
    for (const { winner } of await raffle.results()) expect(winner.name).toBe('Erased');
  });
});
