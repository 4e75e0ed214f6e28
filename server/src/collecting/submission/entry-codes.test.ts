import { randomUUID } from 'node:crypto';
import {
  enteredLead,
  leadInput,
  repeatedEntry,
  repeatedLead,
} from '@drawbridge/contract/collecting/leads';
import {
  newEntryCode,
  readEntryCode,
  writeEntryCode,
} from '@drawbridge/contract/fair-draw/entry-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/checks/callers.ts';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createVolunteer, newContact } from '../../test/world/fixtures.ts';
import { listLeads } from '../../test/world/leads.ts';
import { createPageNonces, readPageKey } from './page-nonces.ts';
import type { Submission } from './submission-rows.ts';
import { submitLeads } from './submission-store.ts';

const USED = [409, 'This entry code is already in use. Please try again.'];
const REUSED = [409, 'This lead id was already used for other details'];

let api: TestApi;
let eventId: string;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
});
afterAll(() => api.close());
beforeEach(async () => {
  eventId = (await createEvent(api.admin)).id;
});

const nonces = createPageNonces(
  () => readPageKey(api.sql),
  () => {},
);
const enter = (fields: Record<string, unknown> = {}) =>
  api.anyone.post('/api/leads/public', { eventId, ...newContact(), ...fields });
const codeIn = (response: ApiResponse) =>
  response.as(enteredLead.pick({ entryCode: true })).entryCode;
const countLeads = async () => (await listLeads(api, `?eventId=${eventId}`)).length;

describe("an entrant's own code", () => {
  it('is stored and returned, by the public call and by the other', async () => {
    const { client } = await createVolunteer(api, [eventId]);
    const [visitors, volunteers, admins] = [newEntryCode(), newEntryCode(), newEntryCode()];
    const lead = () => ({ eventId, ...newContact() });
    expect(codeIn(await enter({ entryCode: visitors }))).toBe(visitors);
    const collected = await client.post('/api/leads', { ...lead(), entryCode: volunteers });
    expect(codeIn(collected)).toBe(volunteers);
    const added = await api.admin.post('/api/leads', { ...lead(), entryCode: admins });
    expect(codeIn(added)).toBe(admins);

    const stored = await api.sql<{ entryCode: Buffer }[]>`
      select entry_code from leads where event_id = ${eventId}`;
    expect(stored.map(({ entryCode }) => writeEntryCode(entryCode)).sort()).toEqual(
      [visitors, volunteers, admins].sort(),
    );
  });

  it('is made by the server when there is none, for each lead another', async () => {
    const codes = [codeIn(await enter()), codeIn(await enter())];
    for (const code of codes) expect(readEntryCode(code)).toHaveLength(16);
    expect(codes[0]).not.toBe(codes[1]);
  });
});

describe('a code that is already used', () => {
  it('at the same event is refused, and another one is taken', async () => {
    const lead = { id: randomUUID(), ...newContact() };
    const entryCode = newEntryCode();
    await enter({ entryCode });
    expect((await enter({ ...lead, entryCode })).problem).toEqual(USED);
    const admins = { eventId, ...newContact(), entryCode };
    expect((await api.admin.post('/api/leads', admins)).problem).toEqual(USED);
    expect(await countLeads()).toBe(1);

    const another = newEntryCode();
    const response = await enter({ ...lead, entryCode: another });
    expect([response.status, codeIn(response)]).toEqual([201, another]);
  });

  it('can be used again at another event', async () => {
    const entryCode = newEntryCode();
    const other = (await createEvent(api.admin)).id;
    expect((await enter({ entryCode })).status).toBe(201);
    expect((await enter({ entryCode, eventId: other })).status).toBe(201);
  });

  it('keeps a lead from moving to the event where it is used', async () => {
    const entryCode = newEntryCode();
    const other = (await createEvent(api.admin)).id;
    const { id } = (await enter({ entryCode })).as(enteredLead);
    await enter({ entryCode, eventId: other });
    const moved = await api.admin.patch(`/api/leads/${id}`, { eventId: other });
    expect(moved.problem).toEqual(USED);
    expect(await countLeads()).toBe(1);
  });

  it('is accepted once when it is sent many times concurrently', async () => {
    const entryCode = newEntryCode();
    const responses = await Promise.all(Array.from({ length: 30 }, () => enter({ entryCode })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, problem } of responses) if (status !== 201) expect(problem).toEqual(USED);
    expect(await countLeads()).toBe(1);
  });

  it('is noticed by a server that cannot see the other lead yet', async () => {
    const entryCode = newEntryCode();
    const { late } = await api.sql.begin(async (tx) => {
      await tx`
        insert into leads (event_id, name, phone, phone_key, fingerprint, entry_code)
        values (${eventId}, 'Amara', '07400123123', '+447400123123', sha256(''),
                ${Buffer.from(readEntryCode(entryCode) ?? [])})`;
      const late = [enter({ entryCode })];
      await standstill(api.sql, late);
      return { late };
    });
    const [response] = await Promise.all(late);
    expect(response?.problem).toEqual(USED);
  });

  it('in one statement is let through once, and harms no neighbour', async () => {
    const submission = (fields: object): Submission => ({
      lead: leadInput.parse({ eventId, ...newContact(), ...fields }),
      source: 'qr',
      channel: 'form',
    });
    const [used, twice] = [newEntryCode(), newEntryCode()];
    await enter({ entryCode: used });
    const other = (await createEvent(api.admin)).id;
    const outcomes = await submitLeads(
      api.sql,
      [
        submission({}),
        submission({ entryCode: used }),
        submission({ entryCode: twice }),
        submission({ entryCode: twice }),
        submission({ eventId: other, entryCode: twice }),
        submission({}),
      ],
      new Map(),
    );
    const results = outcomes.map((outcome) => (outcome.ok ? 'new' : outcome.problem));
    // Either of the two may be first in the database.
    expect(results.slice(2, 4).sort()).toEqual(['entry-code-used', 'new']);
    expect(results.toSpliced(2, 2)).toEqual(['new', 'entry-code-used', 'new', 'new']);
    expect(await countLeads()).toBe(4);
  });
});

describe('a lead that is sent again under its id', () => {
  it('with its code is the same lead, however the code is written', async () => {
    const lead = { id: randomUUID(), ...newContact(), entryCode: newEntryCode() };
    const first = await enter(lead);
    const second = await enter({ ...lead, entryCode: lead.entryCode.toLowerCase() });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.json()).toEqual(first.json());
    expect(await countLeads()).toBe(1);
  });

  it("without a device's code is refused", async () => {
    const lead = { id: randomUUID(), ...newContact() };
    await enter({ ...lead, entryCode: newEntryCode() });
    expect((await enter(lead)).problem).toEqual(REUSED);
  });

  it("by the page that entered it gets the server's code, for ten minutes", async () => {
    const lead = { id: randomUUID(), ...newContact(), nonce: await nonces.issue() };
    const first = await enter(lead);
    const again = await enter(lead);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    await api.sql`update leads set submitted_at = now() - interval '11 minutes' where id = ${lead.id}`;
    expect((await enter(lead)).as(repeatedEntry)).not.toHaveProperty('entryCode');
  });

  it("by anybody else gets the lead without the server's code", async () => {
    const { client } = await createVolunteer(api, [eventId]);
    const token = await newProgram(api, ['leads:read', 'leads:write']);
    const lead = { id: randomUUID(), eventId, ...newContact() };
    expect(codeIn(await enter({ ...lead, nonce: await nonces.issue() }))).toBeTruthy();
    const repeated = [
      await enter(lead),
      await enter({ ...lead, nonce: await nonces.issue() }),
      await client.post('/api/leads', lead),
      await api.admin.post('/api/leads', lead),
      await token.post('/api/leads', lead, { 'idempotency-key': lead.id }),
    ];
    for (const response of repeated) {
      expect([response.status, response.as(repeatedLead.or(repeatedEntry)).id]).toEqual([
        200,
        lead.id,
      ]);
      expect(response.json()).not.toHaveProperty('entryCode');
    }
  });

  it('by the account that added it gets no code a second time', async () => {
    const lead = { id: randomUUID(), eventId, ...newContact() };
    expect(codeIn(await api.admin.post('/api/leads', lead))).toBeTruthy();
    const again = await api.admin.post('/api/leads', lead);
    expect([again.status, again.json()]).toEqual([
      200,
      expect.not.objectContaining({ entryCode: expect.anything() }),
    ]);
  });

  it.each([
    ['its own code', newEntryCode()],
    ["the server's code", undefined],
  ])('with another code is refused, if it had %s', async (_, entryCode) => {
    const lead = { id: randomUUID(), ...newContact() };
    await enter({ ...lead, entryCode });
    expect((await enter({ ...lead, entryCode: newEntryCode() })).problem).toEqual(REUSED);
    expect(await countLeads()).toBe(1);
  });
});
