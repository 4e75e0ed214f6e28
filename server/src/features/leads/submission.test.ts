import { randomUUID } from 'node:crypto';
import type { AdminEvent } from '@drawbridge/contract/events';
import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import {
  type AdminLead,
  adminLead,
  ENTRIES_PER_CONTACT,
  enteredLead,
  leadInput,
  ownLead,
} from '@drawbridge/contract/leads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startApi, type TestApi } from '../../test/api.ts';
import { createEvent, createVolunteer, somebody, submitLead } from '../../test/fixtures.ts';
import { standstill } from '../../test/standstill.ts';
import { deleteLead } from './store.ts';
import { type Submission, submitLeads } from './submission-store.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const REUSED = [409, 'This lead id was already used for other details'];
const DELETED = [409, 'This lead has been deleted'];
const ENDED = [409, 'This event has ended'];
const TOO_OFTEN = [429, 'These contact details have been entered too often for this event'];

let api: TestApi;
let event: AdminEvent;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
  event = await createEvent(api.admin);
});
afterAll(() => api.close());

async function leadsOf(eventId: string): Promise<AdminLead[]> {
  return (await api.admin.get(`/api/leads?eventId=${eventId}`)).as(z.array(adminLead));
}

/**
 * Calls that add a lead, all at the same moment: none gets to the table before the server has them all,
 * and as many as it sends to the database at once are waiting there.
 */
async function atOnce<T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> {
  // Other processes do not tell what has arrived there.
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

describe('the public form', () => {
  it('answers 201 with the whole lead, cleaned up, and keeps exactly that', async () => {
    const own = await createEvent(api.admin);
    const answer = await api.anyone.post('/api/leads/public', {
      eventId: own.id.toUpperCase(),
      name: '  Zoë Müller 😀 ',
      phone: '+44 (7700) 900-123',
      email: ' Zoe.Mueller@Example.COM ',
    });

    expect(answer.status).toBe(201);
    const { entryCode, ...lead } = answer.as(enteredLead.strict());
    const entry = readEntryCode(entryCode) ?? new Uint8Array();
    const [stored] = await api.sql`select entry, ticket from leads where id = ${lead.id}`;
    expect(stored).toEqual({
      entry: Buffer.from(entry),
      ticket: Buffer.from(ticketOf(own.id, entry)),
    });
    expect(lead).toMatchObject({
      eventId: own.id,
      name: 'Zoë Müller 😀',
      phone: '07700900123',
      email: 'zoe.mueller@example.com',
      status: 'pending',
      source: 'qr',
    });
    expect(Math.abs(Date.parse(lead.submittedAt) - Date.now())).toBeLessThan(60_000);
    expect(await leadsOf(own.id)).toEqual([
      { ...lead, submittedBy: null, submitterName: null, verifiedAt: null, duplicateOf: null },
    ]);
  });

  it.each([{}, { email: null }, { email: '' }, { email: '  ' }])(
    'takes %j as no e-mail address',
    async (fields) => {
      const { name, phone } = somebody();
      const answer = await api.anyone.post('/api/leads/public', {
        eventId: event.id,
        name,
        phone,
        ...fields,
      });
      expect(answer.as(ownLead).email).toBeNull();
    },
  );

  it("ignores what is the server's to say, and what it does not know", async () => {
    const volunteer = await createVolunteer(api, [event.id]);
    const lead = await submitLead(volunteer.client, event.id, {
      source: 'volunteer',
      status: 'promoted',
      submittedBy: volunteer.id,
      submitterName: 'The Queen',
      submittedAt: '2001-01-01T00:00:00Z',
      verifiedAt: '2001-01-01T00:00:00Z',
      duplicateOf: nobody,
      fingerprint: 'x',
      shoeSize: 44,
    });

    expect(lead).toMatchObject({ source: 'qr', status: 'pending' });
    const stored = (await leadsOf(event.id)).find(({ id }) => id === lead.id);
    expect(stored).toMatchObject({
      submittedBy: null,
      submitterName: null,
      verifiedAt: null,
      duplicateOf: null,
      submittedAt: lead.submittedAt,
    });
    expect(Date.parse(lead.submittedAt)).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  it.each([
    [{ eventId: undefined }, [400, 'Event is required']],
    [{ eventId: nobody }, [404, 'Event not found']],
    [{ eventId: 'summer-fair' }, [404, 'Event not found']],
    [{ eventId: 'all' }, [404, 'Event not found']],
    [{ name: 'A' }, [400, 'Name must be at least 2 characters']],
    [{ phone: '123' }, [400, 'Phone number must be at least 10 digits']],
    [{ email: 'nowhere' }, [400, 'Invalid email address']],
    [{ id: 'mine' }, [400, 'The id must be a UUID']],
    [{ website: 'https://spam.example' }, [400, 'Please leave the website field empty']],
  ])('refuses %j and writes nothing', async (fields, refusal) => {
    const own = await createEvent(api.admin);
    const answer = await api.anyone.post('/api/leads/public', {
      eventId: own.id,
      ...somebody(),
      ...fields,
    });
    expect(answer.refusal).toEqual(refusal);
    expect(await leadsOf(own.id)).toEqual([]);
  });

  it('takes an empty website field, which is how the form sends it', async () => {
    expect((await submitLead(api.anyone, event.id, { website: '' })).status).toBe('pending');
  });

  it.each([
    ['upcoming', 201],
    ['active', 201],
    ['ended', 409],
  ])('of an event that is %s answers %i', async (status, expected) => {
    const own = await createEvent(api.admin, { status });
    const answer = await api.anyone.post('/api/leads/public', { eventId: own.id, ...somebody() });
    expect(answer.status).toBe(expected);
    if (expected === 409) expect(answer.refusal).toEqual(ENDED);
    expect(await leadsOf(own.id)).toHaveLength(expected === 201 ? 1 : 0);
  });
});

describe('adding a lead with a session', () => {
  it("gives a volunteer the lead, and keeps the volunteer's name beside it", async () => {
    const volunteer = await createVolunteer(api, [event.id]);
    const sent = { eventId: event.id, ...somebody(), source: 'qr', submittedBy: nobody };
    const answer = await volunteer.client.post('/api/leads', sent);

    expect(answer.status).toBe(201);
    const { entryCode, ...lead } = answer.as(enteredLead.strict());
    expect(readEntryCode(entryCode)).toHaveLength(16);
    expect(lead).toMatchObject({ name: sent.name, source: 'volunteer', status: 'pending' });
    expect((await leadsOf(event.id)).find(({ id }) => id === lead.id)).toEqual({
      ...lead,
      submittedBy: volunteer.id,
      submitterName: 'Priya Shah',
      verifiedAt: null,
      duplicateOf: null,
    });
  });

  it('gives an administrator the lead as the list shows it, for any event', async () => {
    const own = await createEvent(api.admin, { status: 'upcoming' });
    const first = await submitLead(api.anyone, own.id);
    const answer = await api.admin.post('/api/leads', {
      eventId: own.id,
      name: 'Same Person',
      phone: first.phone,
    });

    expect(answer.status).toBe(201);
    const { entryCode, ...lead } = answer.as(adminLead.extend({ entryCode: z.string() }).strict());
    expect(readEntryCode(entryCode)).toHaveLength(16);
    expect(lead).toMatchObject({
      email: null,
      source: 'volunteer',
      submittedBy: api.admin.user?.id,
      submitterName: 'admin',
      duplicateOf: first.id,
    });
    expect((await leadsOf(own.id)).find(({ id }) => id === lead.id)).toEqual(lead);
  });

  it('still works when the event has ended, for both', async () => {
    const own = await createEvent(api.admin, { status: 'ended' });
    const volunteer = await createVolunteer(api, [own.id]);
    for (const client of [volunteer.client, api.admin]) {
      const answer = await client.post('/api/leads', { eventId: own.id, ...somebody() });
      expect(answer.status).toBe(201);
    }
    expect(await leadsOf(own.id)).toHaveLength(2);
  });

  it('is for active assignments only', async () => {
    const [mine, others] = [await createEvent(api.admin), await createEvent(api.admin)];
    const volunteer = await createVolunteer(api, [mine.id]);
    const add = (eventId: string) =>
      volunteer.client.post('/api/leads', { eventId, ...somebody() });
    const refusal = [403, 'You are not assigned to this event'];

    expect((await add(mine.id)).status).toBe(201);
    expect((await add(others.id)).refusal).toEqual(refusal);
    expect((await add(nobody)).refusal).toEqual(refusal);
    await api.sql`
      update volunteer_assignments set access_revoked = true, revoked_at = now()
      where volunteer_id = ${volunteer.id}`;
    expect((await add(mine.id)).refusal).toEqual(refusal);
    expect(await leadsOf(mine.id)).toHaveLength(1);
    expect(await leadsOf(others.id)).toHaveLength(0);
  });

  it('refuses nobody, unknown events and bad values', async () => {
    const add = (fields: object) =>
      api.admin.post('/api/leads', { eventId: event.id, ...somebody(), ...fields });
    const unsigned = await api.anyone.post('/api/leads', { eventId: event.id, ...somebody() });
    expect(unsigned.refusal).toEqual([401, 'Please sign in to continue']);
    expect((await add({ eventId: nobody })).refusal).toEqual([404, 'Event not found']);
    expect((await add({ eventId: 'x' })).refusal).toEqual([404, 'Event not found']);
    expect((await add({ eventId: '' })).refusal).toEqual([400, 'Event is required']);
    expect((await add({ name: 'A' })).refusal).toEqual([400, 'Name must be at least 2 characters']);
  });
});

describe('the limit per contact', () => {
  it.each([
    ['phone', { phone: '07700 123123' }, '+44 7700 123123'],
    ['email', { email: 'again@example.com' }, ' AGAIN@example.com '],
  ])('counts entries of the same %s in one event', async (key, contact, spelling) => {
    const own = await createEvent(api.admin);
    for (let entry = 0; entry < ENTRIES_PER_CONTACT; entry++) {
      await submitLead(api.anyone, own.id, contact);
    }

    const enter = (fields: object) =>
      api.anyone.post('/api/leads/public', { eventId: own.id, ...somebody(), ...fields });
    expect((await enter(contact)).refusal).toEqual(TOO_OFTEN);
    expect((await enter({ [key]: spelling })).refusal).toEqual(TOO_OFTEN);
    expect(await leadsOf(own.id)).toHaveLength(ENTRIES_PER_CONTACT);
    // Everybody else, and the same person elsewhere, is still welcome.
    expect((await enter({})).status).toBe(201);
    expect((await enter({ email: '' })).status).toBe(201);
    await submitLead(api.anyone, event.id, contact);
  });

  it('does not count or stop what volunteers and administrators add', async () => {
    const own = await createEvent(api.admin);
    const volunteer = await createVolunteer(api, [own.id]);
    const { name, phone, email } = somebody();
    const lead = { eventId: own.id, name, phone, email };
    for (let entry = 0; entry <= ENTRIES_PER_CONTACT; entry++) {
      expect((await volunteer.client.post('/api/leads', lead)).status).toBe(201);
    }
    expect((await api.admin.post('/api/leads', lead)).status).toBe(201);
    for (let entry = 0; entry < ENTRIES_PER_CONTACT; entry++) {
      expect((await api.anyone.post('/api/leads/public', lead)).status).toBe(201);
    }
    expect((await api.anyone.post('/api/leads/public', lead)).refusal).toEqual(TOO_OFTEN);
    expect((await volunteer.client.post('/api/leads', lead)).status).toBe(201);
  });

  it('gives back a lead that was accepted before the limit was reached', async () => {
    const own = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    const first = await submitLead(api.anyone, own.id, lead);
    for (let entry = 1; entry < ENTRIES_PER_CONTACT; entry++) {
      await submitLead(api.anyone, own.id, { phone: lead.phone });
    }
    const again = await api.anyone.post('/api/leads/public', lead);
    expect([again.status, again.as(ownLead)]).toEqual([200, first]);
  });
});

describe('the limit per address', () => {
  const oneProcess = 'counts to the last entry; processes.test.ts shows the limit of several';

  it('lets so many public entries a minute through and asks for patience then', async () => {
    const limited = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '5' }, undefined, { oneProcess });
    onTestFinished(() => limited.close());
    const own = await createEvent(limited.admin);
    const enter = (headers = {}) =>
      limited.anyone.post('/api/leads/public', { eventId: own.id, ...somebody() }, headers);
    for (let entry = 0; entry < 5; entry++) expect((await enter()).status).toBe(201);

    const refused = await enter();
    expect(refused.refusal).toEqual([
      429,
      'Too many requests. Please wait a moment and try again.',
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    // A header that anyone can write makes no new address.
    expect((await enter({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
    expect((await limited.sql`select from leads`).length).toBe(5);

    const byHand = await limited.admin.post('/api/leads', { eventId: own.id, ...somebody() });
    expect(byHand.status).toBe(201);
    expect((await limited.anyone.get(`/api/events/${own.id}`)).status).toBe(200);
  });

  it('tells addresses apart behind a trusted proxy', async () => {
    const proxied = await startApi(
      { PUBLIC_SUBMITS_PER_MINUTE: '2', TRUST_PROXY: 'on' },
      undefined,
      { oneProcess },
    );
    onTestFinished(() => proxied.close());
    const own = await createEvent(proxied.admin);
    const enterFrom = async (address: string) => {
      const lead = { eventId: own.id, ...somebody() };
      const headers = { 'x-forwarded-for': address };
      return (await proxied.anyone.post('/api/leads/public', lead, headers)).status;
    };
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      expect(await enterFrom(address)).toBe(201);
      expect(await enterFrom(address)).toBe(201);
      expect(await enterFrom(address)).toBe(429);
    }
  });

  it('does not exist when it is set to 0', async () => {
    // More than the 600 that would be let through otherwise; refused ones count as well.
    const statuses = new Set<number>();
    for (let batch = 0; batch < 13; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => api.anyone.post('/api/leads/public', {})),
      );
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([400]);
  });
});

describe('a lead that is sent again under its id', () => {
  it('is one lead when it is sent 100 times at once, and one of them made it', async () => {
    const own = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    const answers = await atOnce(100, () => api.anyone.post('/api/leads/public', lead));

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 99 }, () => 200), 201]);
    const [stored] = await leadsOf(own.id);
    expect(stored?.id).toBe(lead.id);
    expect(await leadsOf(own.id)).toHaveLength(1);
    for (const answer of answers) expect(stored).toMatchObject(answer.as(ownLead));
    expect(new Set(answers.map((answer) => answer.as(enteredLead).entryCode)).size).toBe(1);
  });

  it('is the same lead to a volunteer after a new log-in, and 100 times at once', async () => {
    const own = await createEvent(api.admin);
    const { client, username, password } = await createVolunteer(api, [own.id]);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    const first = await client.post('/api/leads', lead);
    expect(first.status).toBe(201);

    await client.post('/api/auth/logout');
    const again = await api.anyone.signIn({ username, password });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => again.post('/api/leads', lead)),
    );
    for (const answer of answers) {
      expect([answer.status, answer.as(ownLead)]).toEqual([200, first.as(ownLead)]);
    }
    expect(await leadsOf(own.id)).toHaveLength(1);
  });

  it('is the same however its details are spelt', async () => {
    const own = await createEvent(api.admin);
    const id = randomUUID();
    const lead = { id, name: 'Amara', phone: '07700900456', email: 'amara@example.com' };
    const first = await submitLead(api.anyone, own.id, lead);
    const again = await api.anyone.post('/api/leads/public', {
      id: id.toUpperCase(),
      eventId: own.id.toUpperCase(),
      name: ' Amara ',
      phone: '+44 (7700) 900-456',
      email: 'AMARA@EXAMPLE.COM',
      source: 'volunteer',
    });
    expect([again.status, again.as(ownLead)]).toEqual([200, first]);
  });

  it('is still the same lead after an administrator has edited everything', async () => {
    const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    await submitLead(api.anyone, own.id, lead);
    const edit = { ...somebody(), eventId: other.id, source: 'volunteer', status: 'verified' };
    const edited = (await api.admin.patch(`/api/leads/${lead.id}`, edit)).as(adminLead);

    const again = await api.anyone.post('/api/leads/public', lead);
    expect(again.status).toBe(200);
    expect(edited).toMatchObject(again.as(ownLead));
    expect(again.as(ownLead)).toMatchObject({ name: edit.name, eventId: other.id });
    // What it has become is not what was sent: that is another lead's contents.
    const asEdited = { ...edit, id: lead.id, status: undefined };
    expect((await api.anyone.post('/api/leads/public', asEdited)).refusal).toEqual(REUSED);
    expect(await leadsOf(own.id)).toHaveLength(0);
    expect(await leadsOf(other.id)).toHaveLength(1);
  });

  it('is given back even when the event has ended since', async () => {
    const own = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    const first = await submitLead(api.anyone, own.id, lead);
    await api.admin.patch(`/api/events/${own.id}`, { status: 'ended' });
    const again = await api.anyone.post('/api/leads/public', lead);
    expect([again.status, again.as(ownLead)]).toEqual([200, first]);
  });

  it.each([
    ['public', 'volunteer'],
    ['volunteer', 'public'],
  ])('is one lead when it comes by the %s call and then by the %s one', async (...calls) => {
    const own = await createEvent(api.admin);
    const { client } = await createVolunteer(api, [own.id]);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    const answers = [];
    for (const call of calls) {
      answers.push(
        call === 'public'
          ? await api.anyone.post('/api/leads/public', lead)
          : await client.post('/api/leads', lead),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect(answers[1]?.as(ownLead)).toEqual(answers[0]?.as(ownLead));
    expect(answers[0]?.as(ownLead).source).toBe(calls[0] === 'public' ? 'qr' : 'volunteer');
    expect(await leadsOf(own.id)).toHaveLength(1);
  });

  it.each(['name', 'phone', 'email', 'eventId'] as const)(
    'is refused when its %s is another',
    async (key) => {
      const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
      const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
      const first = await submitLead(api.anyone, own.id, lead);
      const changed = { ...lead, [key]: { ...somebody(), eventId: other.id }[key] };

      expect((await api.anyone.post('/api/leads/public', changed)).refusal).toEqual(REUSED);
      expect((await api.admin.post('/api/leads', changed)).refusal).toEqual(REUSED);
      expect(await leadsOf(other.id)).toEqual([]);
      expect((await leadsOf(own.id)).map((one) => ownLead.parse(one))).toEqual([first]);
    },
  );

  it('lets one of two contents win when both come many times at once', async () => {
    const own = await createEvent(api.admin);
    const id = randomUUID();
    const rivals = [somebody(), somebody()].map((person) => ({ id, eventId: own.id, ...person }));
    const answers = await atOnce(60, (i) => api.anyone.post('/api/leads/public', rivals[i % 2]));

    const stored = await leadsOf(own.id);
    expect(stored).toHaveLength(1);
    const winner = rivals.findIndex(({ name }) => name === stored[0]?.name);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const [i, answer] of answers.entries()) {
      if (i % 2 === winner) expect(stored[0]).toMatchObject(answer.as(ownLead));
      else expect(answer.refusal).toEqual(REUSED);
    }
  });

  it('is refused after it was deleted, by either call, and makes no new lead', async () => {
    const own = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    await submitLead(api.anyone, own.id, lead);
    await api.admin.delete(`/api/leads/${lead.id}`);

    expect((await api.anyone.post('/api/leads/public', lead)).refusal).toEqual(DELETED);
    expect((await api.admin.post('/api/leads', lead)).refusal).toEqual(DELETED);
    const other = { ...lead, ...somebody() };
    expect((await api.anyone.post('/api/leads/public', other)).refusal).toEqual(DELETED);
    expect(await leadsOf(own.id)).toEqual([]);
  });

  it('does not come back when it is sent while it is being deleted', async () => {
    const own = await createEvent(api.admin);
    const lead = { id: randomUUID(), eventId: own.id, ...somebody() };
    await submitLead(api.anyone, own.id, lead);

    const [again] = await whileDeleted(lead.id, () => api.anyone.post('/api/leads/public', lead));
    expect(again.refusal).toEqual(DELETED);
    expect(await leadsOf(own.id)).toEqual([]);
  });
});

/** Calls while the lead's deletion has happened but is not committed: no statement can see it yet. */
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
    lead: leadInput.parse({ eventId, ...somebody(), ...fields }),
    source: 'qr',
  });

  it('judges each on its own', async () => {
    const [open, ended, gone] = [
      await createEvent(api.admin),
      await createEvent(api.admin, { status: 'ended' }),
      await createEvent(api.admin),
    ];
    const known = submission(open.id, { id: randomUUID() });
    const erased = submission(open.id, { id: randomUUID() });
    await submitLeads(api.sql, [known, erased]);
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
      // A repetition of what was refused is refused for the same reason, and may still be sent right.
      [closed, 'event-ended'],
      [closed, 'event-ended'],
      [submission(open.id, { id: closed.lead.id }), 'new'],
      [submission(open.id), 'new'],
    ];
    const outcomes = await submitLeads(
      api.sql,
      batch.map(([one]) => one),
    );

    expect(
      outcomes.map((outcome) =>
        outcome.ok ? (outcome.value.repeated ? 'repeated' : 'new') : outcome.reason,
      ),
    ).toEqual(batch.map(([, expected]) => expected));
    for (const [place, outcome] of outcomes.entries()) {
      const sent = batch[place]?.[0];
      const { name, phone, email, eventId } = sent?.lead ?? {};
      const expected = { name, phone, email, eventId, source: sent?.source, status: 'pending' };
      if (outcome.ok) expect(outcome.value.lead).toMatchObject(expected);
    }
    expect(await leadsOf(open.id)).toHaveLength(5);
    expect((await leadsOf(ended.id)).map((lead) => lead.submitterName)).toEqual(['Priya Shah']);
  });

  it('takes the same leads in other orders at the same time, each once', async () => {
    const own = await createEvent(api.admin);
    const leads = Array.from({ length: 300 }, () => submission(own.id, { id: randomUUID() }));
    const batches = Array.from({ length: 6 }, (_, i) =>
      i % 2 === 0 ? leads : [...leads].reverse(),
    );
    const outcomes = await Promise.all(batches.map((batch) => submitLeads(api.sql, batch)));

    const made = outcomes.flat().filter((outcome) => outcome.ok && !outcome.value.repeated);
    expect(made).toHaveLength(300);
    expect(outcomes.flat().every(({ ok }) => ok)).toBe(true);
    expect(await leadsOf(own.id)).toHaveLength(300);
  });

  it('refuses one that is being deleted, and takes in its neighbours', async () => {
    const own = await createEvent(api.admin);
    const [before, erased, after] = [0, 1, 2].map(() => submission(own.id, { id: randomUUID() }));
    const batch = [before, erased, after] as Submission[];
    await submitLeads(api.sql, batch.slice(1, 2));

    const [outcomes] = await whileDeleted(erased?.lead.id ?? '', () => submitLeads(api.sql, batch));
    expect(outcomes.map((outcome) => (outcome.ok ? 'new' : outcome.reason))).toEqual([
      'new',
      'lead-deleted',
      'new',
    ]);
    expect(await leadsOf(own.id)).toHaveLength(2);
  });

  it('has nothing to say about none', async () => {
    expect(await submitLeads(api.sql, [])).toEqual([]);
  });
});
