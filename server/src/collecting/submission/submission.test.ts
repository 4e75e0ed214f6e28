import { ENTRIES_PER_PHONE } from '@drawbridge/contract/collecting/lead-values';
import {
  type AdminLead,
  adminLead,
  collectedLead,
  enteredLead,
  ownLead,
} from '@drawbridge/contract/collecting/leads';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  submitLead,
  UNKNOWN_ID,
} from '../../test/world/fixtures.ts';

const ENDED = [409, 'This event has ended'];
/** The fields of the first lead of a new person, as administrators see them. */
const unremarkable = {
  incomplete: false,
  imported: false,
  channel: 'form',
  submittedBy: null,
  submitterName: null,
  verifiedAt: null,
  consentVersion: expect.any(Number),
  marketing: null,
  duplicateOf: null,
  entries: 1,
  won: false,
  forfeited: false,
  chances: 1,
  here: 0,
  hereNow: false,
  notInDraw: 'pending',
};

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
const event = await createEvent(api.admin);
afterAll(() => api.close());

async function leadsOf(eventId: string): Promise<AdminLead[]> {
  return (await api.admin.get(`/api/leads?eventId=${eventId}`)).as(z.array(adminLead));
}

describe('the public form', () => {
  it('answers 201 with the whole lead, cleaned up, and keeps exactly that', async () => {
    const ownEvent = await createEvent(api.admin);
    const response = await api.anyone.post('/api/leads/public', {
      eventId: ownEvent.id.toUpperCase(),
      name: '  Zoë Müller 😀 ',
      phone: '+44 (7400) 123-123',
      email: ' Zoe.Mueller@Example.COM ',
    });

    expect(response.status).toBe(201);
    const { entryCode, ticket, nextNumber, nextCommitment, ...lead } = response.as(
      enteredLead.strict(),
    );
    const list = (await api.anyone.get(`/api/events/${ownEvent.id}/draws`)).json();
    expect(list).toMatchObject({ nextNumber, nextCommitment });
    const code = readEntryCode(entryCode) ?? new Uint8Array();
    expect(ticket).toBe(Buffer.from(ticketOf(ownEvent.id, code)).toString('hex'));
    const [stored] = await api.sql`select entry_code, ticket from leads where id = ${lead.id}`;
    expect(stored).toEqual({
      entryCode: Buffer.from(code),
      ticket: Buffer.from(ticketOf(ownEvent.id, code)),
    });
    expect(lead).toMatchObject({
      eventId: ownEvent.id,
      name: 'Zoë Müller 😀',
      phone: '07400123123',
      email: 'zoe.mueller@example.com',
      status: 'pending',
      source: 'qr',
    });
    expect(Math.abs(Date.parse(lead.submittedAt) - Date.now())).toBeLessThan(60_000);
    expect(await leadsOf(ownEvent.id)).toEqual([
      { ...lead, ...unremarkable, phoneE164: '+447400123123' },
    ]);
  });

  it('refuses answers that are nested more deeply than any answer is', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const lead = JSON.stringify({ eventId, ...newContact(), answers: { a: 0 } });
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = `${open.repeat(6000)}0${close.repeat(6000)}`;
      const response = await fetch(`${api.anyone.url}/api/leads/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: lead.replace(':0', `:${nested}`),
      });
      expect([response.status, await response.text()]).toEqual([
        400,
        'An answer has too many levels',
      ]);
    }
  });

  it('ignores fields that the server sets and unknown fields', async () => {
    const volunteer = await createVolunteer(api, [event.id]);
    const lead = await submitLead(volunteer.client, event.id, {
      source: 'volunteer',
      status: 'promoted',
      submittedBy: volunteer.id,
      submitterName: 'The Queen',
      submittedAt: '2001-01-01T00:00:00Z',
      verifiedAt: '2001-01-01T00:00:00Z',
      duplicateOf: UNKNOWN_ID,
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
    ['upcoming', 201],
    ['active', 201],
    ['ended', 409],
  ])('of an event that is %s answers %i', async (status, expected) => {
    const ownEvent = await createEvent(api.admin, { status });
    const response = await api.anyone.post('/api/leads/public', {
      eventId: ownEvent.id,
      ...newContact(),
    });
    expect(response.status).toBe(expected);
    if (expected === 409) expect(response.problem).toEqual(ENDED);
    expect(await leadsOf(ownEvent.id)).toHaveLength(expected === 201 ? 1 : 0);
  });
});

describe('adding a lead with a session', () => {
  it("gives a volunteer the lead, and keeps the volunteer's name beside it", async () => {
    const volunteer = await createVolunteer(api, [event.id]);
    const input = { eventId: event.id, ...newContact(), source: 'qr', submittedBy: UNKNOWN_ID };
    const response = await volunteer.client.post('/api/leads', input);

    expect(response.status).toBe(201);
    const { entryCode, alsoEntered, ...lead } = response.as(collectedLead.strict());
    expect(alsoEntered).toBeNull();
    expect(readEntryCode(entryCode)).toHaveLength(16);
    expect(lead).toMatchObject({ name: input.name, source: 'volunteer', status: 'pending' });
    expect((await leadsOf(event.id)).find(({ id }) => id === lead.id)).toEqual({
      ...lead,
      ...unremarkable,
      phoneE164: `+44${lead.phone.slice(1)}`,
      channel: 'volunteer',
      submittedBy: volunteer.id,
      submitterName: 'Priya Shah',
    });
  });

  it('gives an administrator the lead as the list shows it, for any event', async () => {
    const ownEvent = await createEvent(api.admin, { status: 'upcoming' });
    const first = await submitLead(api.anyone, ownEvent.id);
    const response = await api.admin.post('/api/leads', {
      eventId: ownEvent.id,
      name: 'Same Person',
      phone: first.phone,
    });

    expect(response.status).toBe(201);
    const { entryCode, ...lead } = response.as(
      adminLead.extend({ entryCode: z.string() }).strict(),
    );
    expect(readEntryCode(entryCode)).toHaveLength(16);
    expect(lead).toMatchObject({
      email: null,
      source: 'volunteer',
      submittedBy: api.admin.user?.id,
      submitterName: 'admin',
      duplicateOf: first.id,
    });
    expect((await leadsOf(ownEvent.id)).find(({ id }) => id === lead.id)).toEqual(lead);
  });

  it('still works when the event has ended, for both', async () => {
    const ownEvent = await createEvent(api.admin, { status: 'ended' });
    const volunteer = await createVolunteer(api, [ownEvent.id]);
    for (const client of [volunteer.client, api.admin]) {
      const response = await client.post('/api/leads', { eventId: ownEvent.id, ...newContact() });
      expect(response.status).toBe(201);
    }
    expect(await leadsOf(ownEvent.id)).toHaveLength(2);
  });

  it('is for active assignments only', async () => {
    const [mine, others] = [await createEvent(api.admin), await createEvent(api.admin)];
    const volunteer = await createVolunteer(api, [mine.id]);
    const add = (eventId: string) =>
      volunteer.client.post('/api/leads', { eventId, ...newContact() });
    const problem = [403, 'You are not assigned to this event'];

    expect((await add(mine.id)).status).toBe(201);
    expect((await add(others.id)).problem).toEqual(problem);
    expect((await add(UNKNOWN_ID)).problem).toEqual(problem);
    await api.sql`
      update volunteer_assignments set access_revoked = true, revoked_at = now()
      where volunteer_id = ${volunteer.id}`;
    expect((await add(mine.id)).problem).toEqual(problem);
    expect(await leadsOf(mine.id)).toHaveLength(1);
    expect(await leadsOf(others.id)).toHaveLength(0);
  });
});

describe('a contact that has entered before', () => {
  // The response to a visitor must not reveal who else has entered.
  it.each([
    ['phone', { phone: '07400 123123' }, { phone: '+44 7400 123123' }],
    ['e-mail', { email: 'again@example.com' }, { email: ' AGAIN@example.com ' }],
  ])('is taken like any other, however often: the same %s', async (_, contact, spelling) => {
    const ownEvent = await createEvent(api.admin);
    for (let entry = 1; entry <= ENTRIES_PER_PHONE; entry++) {
      await submitLead(api.anyone, ownEvent.id, contact);
    }

    const enter = (fields: object) =>
      api.anyone.post('/api/leads/public', { eventId: ownEvent.id, ...newContact(), ...fields });
    const unknown = await enter({});
    const eleventh = await enter(spelling);
    expect([eleventh.status, unknown.status]).toEqual([201, 201]);
    expect(Object.keys(eleventh.as(enteredLead.strict()))).toEqual(
      Object.keys(unknown.as(enteredLead.strict())),
    );
    expect(eleventh.as(ownLead)).toMatchObject({ status: 'pending', source: 'qr' });
    expect(await leadsOf(ownEvent.id)).toHaveLength(ENTRIES_PER_PHONE + 2);
  });

  it('is counted by its phone number for administrators, at each event', async () => {
    const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const volunteer = await createVolunteer(api, [own.id]);
    const { name, phone } = newContact();
    const lead = { eventId: own.id, name, phone };
    for (let entry = 1; entry < ENTRIES_PER_PHONE; entry++) {
      await submitLead(api.anyone, own.id, { phone });
    }
    expect((await volunteer.client.post('/api/leads', lead)).status).toBe(201);
    const eleventh = await api.admin.post('/api/leads', lead);
    expect(eleventh.as(adminLead)).toMatchObject({ entries: ENTRIES_PER_PHONE + 1 });
    await submitLead(api.anyone, own.id);
    await submitLead(api.anyone, other.id, { phone });

    const entries = (await leadsOf(own.id)).map((one) => one.entries);
    expect(entries).toEqual([1, ...Array.from({ length: ENTRIES_PER_PHONE + 1 }, () => 11)]);
    expect((await leadsOf(other.id)).map((one) => one.entries)).toEqual([1]);
  });
});

describe('the limit per address', () => {
  const oneProcess = 'counts to the last entry; processes.test.ts shows the limit of several';

  it('accepts the configured number of public entries a minute, then answers 429', async () => {
    const limited = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '5' }, undefined, { oneProcess });
    onTestFinished(() => limited.close());
    const ownEvent = await createEvent(limited.admin);
    const enter = (headers = {}) =>
      limited.anyone.post('/api/leads/public', { eventId: ownEvent.id, ...newContact() }, headers);
    for (let entry = 0; entry < 5; entry++) expect((await enter()).status).toBe(201);

    const refused = await enter();
    expect(refused.problem).toEqual([
      429,
      'Too many requests. Please wait a moment and try again.',
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    // A header that anyone can write does not count as another address.
    expect((await enter({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
    expect((await limited.sql`select from leads`).length).toBe(5);

    const byHand = await limited.admin.post('/api/leads', {
      eventId: ownEvent.id,
      ...newContact(),
    });
    expect(byHand.status).toBe(201);
    expect((await limited.anyone.get(`/api/events/${ownEvent.id}`)).status).toBe(200);
  });
});
