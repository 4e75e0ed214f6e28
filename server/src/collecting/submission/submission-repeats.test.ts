import { randomUUID } from 'node:crypto';
import {
  type AdminLead,
  adminLead,
  enteredLead,
  leadInput,
  ownLead,
} from '@drawbridge/contract/collecting/leads';
import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { normalisePhone } from '@drawbridge/contract/phones/phone';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createVolunteer, newContact, submitLead } from '../../test/world/fixtures.ts';
import { deleteLead } from '../lead-changes/change-store.ts';
import type { Submission } from './submission-rows.ts';
import { submitLeads } from './submission-store.ts';

const REUSED = [409, 'This lead id was already used for other details'];
const DELETED = [409, 'This lead has been deleted'];

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

async function leadsOf(eventId: string): Promise<AdminLead[]> {
  return (await api.admin.get(`/api/leads?eventId=${eventId}`)).as(z.array(adminLead));
}

/**
 * Runs calls that add a lead all at the same moment: none reaches the table before the server has received all of
 * them, and as many as it sends to the database at once are waiting there.
 */
async function concurrently<T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> {
  // Other processes do not report which requests have arrived.
  let arrived = api.servers > 1 ? count : 0;
  const arrive = () => {
    arrived += 1;
  };
  api.app.server.on('request', arrive);
  const { calls } = await api.sql.begin(async (tx) => {
    await tx`lock table leads in exclusive mode`;
    const calls = Array.from({ length: count }, (_, i) => call(i));
    for (let before = -1, waiting = 0; arrived < count || waiting === 0 || waiting > before; ) {
      before = waiting;
      const [row] = await tx<[{ waiting: number }]>`
        select count(*)::int as waiting from pg_locks
        where relation = 'leads'::regclass and not granted`;
      waiting = row.waiting;
    }
    return { calls };
  });
  api.app.server.off('request', arrive);
  return Promise.all(calls);
}

describe('a lead that is sent again under its id', () => {
  it('becomes one lead when it is sent 100 times concurrently, and one answer is 201', async () => {
    const ownEvent = await createEvent(api.admin);
    const lead = {
      id: randomUUID(),
      eventId: ownEvent.id,
      ...newContact(),
      entryCode: newEntryCode(),
    };
    const responses = await concurrently(100, () => api.anyone.post('/api/leads/public', lead));

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 99 }, () => 200), 201]);
    const [stored] = await leadsOf(ownEvent.id);
    expect(stored?.id).toBe(lead.id);
    expect(await leadsOf(ownEvent.id)).toHaveLength(1);
    for (const response of responses) expect(stored).toMatchObject(response.as(ownLead));
    for (const response of responses)
      expect(response.as(enteredLead).entryCode).toBe(lead.entryCode);
  });

  it('is the same however its details are spelt', async () => {
    const ownEvent = await createEvent(api.admin);
    const id = randomUUID();
    const lead = { id, name: 'Amara', phone: '07700900456', email: 'amara@example.com' };
    const first = await submitLead(api.anyone, ownEvent.id, lead);
    const again = await api.anyone.post('/api/leads/public', {
      id: id.toUpperCase(),
      eventId: ownEvent.id.toUpperCase(),
      name: ' Amara ',
      phone: '+44 (7700) 900-456',
      email: 'AMARA@EXAMPLE.COM',
      source: 'volunteer',
    });
    expect([again.status, again.as(ownLead)]).toEqual([200, first]);
  });

  it('is still the same lead after an administrator has edited everything', async () => {
    const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const lead = { id: randomUUID(), eventId: own.id, ...newContact() };
    await submitLead(api.anyone, own.id, lead);
    const edit = { ...newContact(), eventId: other.id, source: 'volunteer', status: 'verified' };
    const edited = (await api.admin.patch(`/api/leads/${lead.id}`, edit)).as(adminLead);

    const again = await api.anyone.post('/api/leads/public', lead);
    expect(again.status).toBe(200);
    // The sender does not learn the corrected contact details.
    const { name, email, phone } = edited;
    expect(edited).toMatchObject({ ...again.as(ownLead), name, email, phone });
    expect(again.as(ownLead)).toMatchObject({ name: lead.name, eventId: other.id });
    // The current values of the lead are not those that were sent, so they count as another lead.
    const asEdited = { ...edit, id: lead.id, status: undefined };
    expect((await api.anyone.post('/api/leads/public', asEdited)).problem).toEqual(REUSED);
    expect(await leadsOf(own.id)).toHaveLength(0);
    expect(await leadsOf(other.id)).toHaveLength(1);
  });

  it('is given back even when the event has ended since', async () => {
    const ownEvent = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: ownEvent.id, ...newContact() };
    const first = await submitLead(api.anyone, ownEvent.id, lead);
    await api.admin.patch(`/api/events/${ownEvent.id}`, { status: 'ended' });
    const again = await api.anyone.post('/api/leads/public', lead);
    expect([again.status, again.as(ownLead)]).toEqual([200, first]);
  });

  it.each([
    ['public', 'volunteer'],
    ['volunteer', 'public'],
  ])('is one lead when it comes by the %s call and then by the %s one', async (...calls) => {
    const ownEvent = await createEvent(api.admin);
    const { client } = await createVolunteer(api, [ownEvent.id]);
    const lead = { id: randomUUID(), eventId: ownEvent.id, ...newContact() };
    const responses = [];
    for (const call of calls) {
      responses.push(
        call === 'public'
          ? await api.anyone.post('/api/leads/public', lead)
          : await client.post('/api/leads', lead),
      );
    }
    expect(responses.map(({ status }) => status)).toEqual([201, 200]);
    expect(responses[1]?.as(ownLead)).toEqual(responses[0]?.as(ownLead));
    expect(responses[0]?.as(ownLead).source).toBe(calls[0] === 'public' ? 'qr' : 'volunteer');
    expect(await leadsOf(ownEvent.id)).toHaveLength(1);
  });

  it.each(['name', 'phone', 'email', 'eventId'] as const)(
    'is refused when its %s is another',
    async (key) => {
      const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
      const lead = { id: randomUUID(), eventId: own.id, ...newContact() };
      const first = await submitLead(api.anyone, own.id, lead);
      const changed = { ...lead, [key]: { ...newContact(), eventId: other.id }[key] };

      expect((await api.anyone.post('/api/leads/public', changed)).problem).toEqual(REUSED);
      expect((await api.admin.post('/api/leads', changed)).problem).toEqual(REUSED);
      expect(await leadsOf(other.id)).toEqual([]);
      expect((await leadsOf(own.id)).map((one) => ownLead.parse(one))).toEqual([first]);
    },
  );

  it('accepts one of two contents when both are sent many times concurrently', async () => {
    const ownEvent = await createEvent(api.admin);
    const id = randomUUID();
    const rivals = [newContact(), newContact()].map((person) => ({
      id,
      eventId: ownEvent.id,
      ...person,
    }));
    const responses = await concurrently(60, (i) =>
      api.anyone.post('/api/leads/public', rivals[i % 2]),
    );

    const stored = await leadsOf(ownEvent.id);
    expect(stored).toHaveLength(1);
    const winner = rivals.findIndex(({ name }) => name === stored[0]?.name);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const [i, response] of responses.entries()) {
      if (i % 2 === winner) expect(stored[0]).toMatchObject(response.as(ownLead));
      else expect(response.problem).toEqual(REUSED);
    }
  });

  it('is refused after it was deleted, by either call, and makes no new lead', async () => {
    const ownEvent = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: ownEvent.id, ...newContact() };
    await submitLead(api.anyone, ownEvent.id, lead);
    await api.admin.delete(`/api/leads/${lead.id}`);

    expect((await api.anyone.post('/api/leads/public', lead)).problem).toEqual(DELETED);
    expect((await api.admin.post('/api/leads', lead)).problem).toEqual(DELETED);
    const other = { ...lead, ...newContact() };
    expect((await api.anyone.post('/api/leads/public', other)).problem).toEqual(DELETED);
    expect(await leadsOf(ownEvent.id)).toEqual([]);
  });

  it('does not come back when it is sent while it is being deleted', async () => {
    const ownEvent = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: ownEvent.id, ...newContact() };
    await submitLead(api.anyone, ownEvent.id, lead);

    const [again] = await whileDeleted(lead.id, () => api.anyone.post('/api/leads/public', lead));
    expect(again.problem).toEqual(DELETED);
    expect(await leadsOf(ownEvent.id)).toEqual([]);
  });
});

/** Runs the call while the lead's deletion is done but not committed, so that no statement can see it yet. */
async function whileDeleted<T>(leadId: string, call: () => Promise<T>): Promise<[T]> {
  const { called } = await api.sql.begin(async (tx) => {
    expect(await deleteLead(tx, leadId)).toMatchObject({ ok: true });
    const called = call();
    await standstill(api.sql, [called]);
    return { called: [called] as const };
  });
  return Promise.all(called);
}

describe('many leads in one statement', () => {
  const submission = (eventId: string, fields: Partial<Submission['lead']> = {}): Submission => ({
    lead: leadInput.parse({ eventId, ...newContact(), ...fields }),
    source: 'qr',
    channel: 'form',
  });

  it('judges each on its own', async () => {
    const [open, ended, gone] = [
      await createEvent(api.admin),
      await createEvent(api.admin, { status: 'ended' }),
      await createEvent(api.admin),
    ];
    const known = submission(open.id, { id: randomUUID() });
    const erased = submission(open.id, { id: randomUUID() });
    await submitLeads(api.sql, [known, erased], new Map());
    await api.admin.delete(`/api/leads/${erased.lead.id}`);
    await api.admin.delete(`/api/events/${gone.id}`);
    const volunteer = { id: api.admin.user?.id ?? '', name: 'Priya Shah' };
    const twice = submission(open.id, { id: randomUUID() });
    const closed = submission(ended.id, { id: randomUUID() });

    const batch: [Submission, string][] = [
      [submission(open.id), 'new'],
      [submission(gone.id), 'event-not-found'],
      [twice, 'new'],
      [submission(ended.id), 'event-ended'],
      [twice, 'repeated'],
      [known, 'repeated'],
      [submission(open.id, { id: twice.lead.id }), 'lead-id-reused'],
      [submission(open.id, { id: known.lead.id }), 'lead-id-reused'],
      [erased, 'lead-deleted'],
      [{ ...submission(ended.id), source: 'volunteer', submitter: volunteer }, 'new'],
      // A repetition of a rejected entry is rejected for the same reason. A corrected one is accepted.
      [closed, 'event-ended'],
      [closed, 'event-ended'],
      [submission(open.id, { id: closed.lead.id }), 'new'],
      [submission(open.id), 'new'],
    ];
    const outcomes = await submitLeads(
      api.sql,
      batch.map(([one]) => one),
      new Map(),
    );

    expect(
      outcomes.map((outcome) =>
        outcome.ok ? (outcome.value.repeated ? 'repeated' : 'new') : outcome.problem,
      ),
    ).toEqual(batch.map(([, expected]) => expected));
    for (const [index, outcome] of outcomes.entries()) {
      const sent = batch[index]?.[0];
      const { name, email, eventId } = sent?.lead ?? {};
      const phone = normalisePhone(sent?.lead.phone ?? '');
      const expected = { name, phone, email, eventId, source: sent?.source, status: 'pending' };
      if (outcome.ok) expect(outcome.value.lead).toMatchObject(expected);
    }
    expect(await leadsOf(open.id)).toHaveLength(5);
    expect((await leadsOf(ended.id)).map((lead) => lead.submitterName)).toEqual(['Priya Shah']);
  });

  it('takes the same leads in other orders at the same time, each once', async () => {
    const ownEvent = await createEvent(api.admin);
    const leads = Array.from({ length: 300 }, () => submission(ownEvent.id, { id: randomUUID() }));
    const batches = Array.from({ length: 6 }, (_, i) =>
      i % 2 === 0 ? leads : [...leads].reverse(),
    );
    const outcomes = await Promise.all(
      batches.map((batch) => submitLeads(api.sql, batch, new Map())),
    );

    const created = outcomes.flat().filter((outcome) => outcome.ok && !outcome.value.repeated);
    expect(created).toHaveLength(300);
    expect(outcomes.flat().every(({ ok }) => ok)).toBe(true);
    expect(await leadsOf(ownEvent.id)).toHaveLength(300);
  });

  it('refuses one that is being deleted, and takes in its neighbours', async () => {
    const ownEvent = await createEvent(api.admin);
    const [before, erased, after] = [0, 1, 2].map(() =>
      submission(ownEvent.id, { id: randomUUID() }),
    );
    const batch = [before, erased, after] as Submission[];
    await submitLeads(api.sql, batch.slice(1, 2), new Map());

    const [outcomes] = await whileDeleted(erased?.lead.id ?? '', () =>
      submitLeads(api.sql, batch, new Map()),
    );
    expect(outcomes.map((outcome) => (outcome.ok ? 'new' : outcome.problem))).toEqual([
      'new',
      'lead-deleted',
      'new',
    ]);
    expect(await leadsOf(ownEvent.id)).toHaveLength(2);
  });
});
