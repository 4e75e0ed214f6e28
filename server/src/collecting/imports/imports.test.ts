import { analytics } from '@drawbridge/contract/collecting/analytics';
import {
  importDuplicates,
  importResult,
  importState,
} from '@drawbridge/contract/collecting/imports';
import { adminLead } from '@drawbridge/contract/collecting/leads';
import { personData } from '@drawbridge/contract/collecting/personal-data';
import type { LeadCounts } from '@drawbridge/contract/raffle/live';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { TRANSACTIONS_AT_ONCE } from '../../db/transaction.ts';
import { startApi } from '../../test/world/api.ts';
import { newContact, submitLead, verifiedLead } from '../../test/world/fixtures.ts';
import { type Contact, contacts, TestImports } from '../../test/world/imports.ts';
import { watchStream } from '../../test/world/live-client.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

describe('an import', () => {
  it('makes every row a pending lead that the administrator has added', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage([
      { name: ' Zoë  Okafor ', phone: '+44 7400 123456', email: ' Zoe@Example.com ' },
      { name: 'Amir Haddad', phone: '07400 123457' },
    ]);
    expect(await imports.leads()).toEqual([]);
    expect((await imports.admin.get(`/api/imports/${id}`)).as(importState)).toEqual({
      id,
      eventId: imports.eventId,
      rows: 2,
      written: 0,
      result: null,
    });
    const response = await imports.commit(id, 2);
    expect(response.as(importResult)).toEqual({
      imported: 2,
      leftOut: { event: [], file: [] },
      chancesTaken: 0,
    });
    const leads = await imports.leads();
    expect(leads.find(({ name }) => name.startsWith('Zoë'))).toMatchObject({
      email: 'zoe@example.com',
      phone: '07400123456',
      phoneE164: '+447400123456',
      status: 'pending',
      source: 'volunteer',
      imported: true,
      submittedBy: imports.admin.user?.id,
      submitterName: 'Jo Bloggs',
    });
    expect(leads).toHaveLength(2);
    const codes = await api.sql`
      select distinct entry_code from leads where event_id = ${imports.eventId} and not device_code`;
    expect(codes).toHaveLength(2);
    expect(await imports.countStaged(id)).toBe(0);
  });

  it('is distinguished from the leads of volunteers, until its leads get another source', async () => {
    const imports = await TestImports.prepare(api);
    const countImported = async () => {
      const { leadSource, importedLeads } = (await api.admin.get('/api/analytics')).as(analytics);
      return [leadSource.volunteer, importedLeads];
    };
    const [volunteers = 0, before = 0] = await countImported();
    await api.admin.post('/api/leads', { eventId: imports.eventId, ...newContact() });
    const id = await imports.stage(contacts(2));
    await imports.commit(id, 2);
    expect(await countImported()).toEqual([volunteers + 3, before + 2]);
    expect((await imports.leads()).map(({ imported }) => imported)).toEqual([true, true, false]);
    const [lead] = await imports.leads();
    const count = async (call: string) =>
      (await api.admin.get(`/api/leads${call}eventId=${imports.eventId}`))
        .json<{ imported: boolean }[]>()
        .filter(({ imported }) => imported).length;
    expect(await count('?imported=true&')).toBe(2);
    expect(await count('?imported=false&')).toBe(0);
    expect(await count('/export?')).toBe(2);
    const { leads: held } = (await api.admin.post('/api/people/find', { leadId: lead?.id })).as(
      personData,
    );
    expect(held).toMatchObject([{ source: 'volunteer', imported: true }]);
    const changed = await api.admin.patch(`/api/leads/${lead?.id}`, { source: 'qr' });
    expect(changed.as(adminLead)).toMatchObject({ source: 'qr', imported: false });
    expect(await countImported()).toEqual([volunteers + 2, before + 1]);
  });

  it('is written once, however often and at the same time it is committed', async () => {
    const imports = await TestImports.prepare(api);
    const id = await imports.stage(contacts(40));
    const responses = await Promise.all(Array.from({ length: 8 }, () => imports.commit(id, 40)));
    responses.push(await imports.commit(id, 40));
    for (const response of responses) expect(response.as(importResult).imported).toBe(40);
    expect(await imports.leads()).toHaveLength(40);
    const again = await imports.start(id);
    expect([again.status, again.as(importState).result?.imported]).toEqual([200, 40]);
    expect((await imports.sendRows(id, contacts(1))).problem).toEqual([
      409,
      'This import has already finished',
    ]);
  });

  it('is one entry in the audit trail, with counts and without contact data', async () => {
    const imports = await TestImports.prepare(api);
    const [known] = contacts(1) as [Contact];
    await submitLead(api.anyone, imports.eventId, known);
    const id = await imports.stage([known, ...contacts(2)]);
    await imports.commit(id, 3, 'leave-out', 4);
    await imports.commit(id, 3, 'leave-out', 4);
    const entries = await api.sql`
      select kind, actor_id, details from audit_log
      where event_id = ${imports.eventId} and kind <> 'event-created'`;
    expect(entries).toEqual([
      {
        kind: 'leads-imported',
        actorId: imports.admin.user?.id,
        details: { leads: 2, duplicates: 1, withErrors: 4 },
      },
    ]);
  });

  it('is announced to the pages of administrators in one message', async () => {
    const imports = await TestImports.prepare(api);
    const { url, token } = imports.admin;
    const watcher = await watchStream(`${url}/api/events/live`, {
      authorization: `Bearer ${token}`,
    });
    onTestFinished(() => watcher.close());
    const id = await imports.stage(contacts(20));
    await imports.commit(id, 20);
    const told: number[] = [];
    while (told.at(-1) !== 20) {
      const { kind, data } = await watcher.next();
      const counts = kind === 'leads' ? (data as LeadCounts).counts : [];
      told.push(
        ...counts.flatMap((count) => (count.eventId === imports.eventId ? [count.leads] : [])),
      );
    }
    expect(told.filter((leads) => leads > 0)).toEqual([20]);
  });

  it('goes on while people enter, verify and draw, and tells how far it is', async () => {
    const imports = await TestImports.prepare(api);
    await verifiedLead(api, imports.eventId);
    const id = await imports.stage(contacts(2500));
    const committing = await imports.holdCommit(id, 2500, async () => {
      await verifiedLead(api, imports.eventId);
      const drawn = await api.admin.post(`/api/events/${imports.eventId}/draw-winner`, {
        prizeId: null,
      });
      expect(drawn.status).toBe(201);
      // No lead of the import is visible before all of them are.
      expect(await imports.leads()).toHaveLength(2);
    });
    expect((await committing.response).as(importResult).imported).toBe(2500);
    const state = (await imports.admin.get(`/api/imports/${id}`)).as(importState);
    expect([state.rows, state.written, state.result?.imported]).toEqual([0, 2000, 2500]);
    expect(await imports.leads()).toHaveLength(2502);
  });
});

it('commits of imports, however many are sent, leave room for other transactions', async () => {
  const imports = await TestImports.prepare(api);
  const lead = await submitLead(api.anyone, imports.eventId);
  const id = await imports.stage(contacts(2500));
  let repeated: ReturnType<typeof imports.commit>[] = [];
  const { response } = await imports.holdCommit(id, 2500, async () => {
    repeated = Array.from({ length: TRANSACTIONS_AT_ONCE }, () => imports.commit(id, 2500));
    // The response arrives after the server has started all of the commits.
    await imports.admin.get(`/api/imports/${id}/duplicates`);
    const verified = await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    expect(verified.status).toBe(200);
  });
  for (const { status } of await Promise.all([response, ...repeated])) expect(status).toBe(200);
  expect(await imports.leads()).toHaveLength(2501);
});

describe('duplicates', () => {
  /** Uploads rows with duplicates: 2 and 3 are in the event, by phone and by e-mail; 5 and 6 repeat row 4. */
  async function stageDuplicates() {
    const imports = await TestImports.prepare(api);
    const n = '001';
    await submitLead(api.anyone, imports.eventId, {
      phone: `07400 111${n}`,
      email: `known${n}@example.com`,
    });
    const id = await imports.stage([
      { name: 'New One', phone: `07400 222${n}` },
      { name: 'By Phone', phone: `+44 7400 111${n}` },
      { name: 'By Mail', phone: `07400 333${n}`, email: `KNOWN${n}@example.com` },
      { name: 'First', phone: `07400 444${n}`, email: `first${n}@example.com` },
      { name: 'Same Phone', phone: `(07400) 444-${n}`, email: null },
      { name: 'Same Mail', phone: `07400 555${n}`, email: `First${n}@example.com` },
    ]);
    return { imports, id };
  }

  it('are found in the event and in the file', async () => {
    const { imports, id } = await stageDuplicates();
    const response = await imports.admin.get(`/api/imports/${id}/duplicates`);
    expect(response.as(importDuplicates)).toEqual({ event: [2, 3], file: [5, 6] });
  });

  it('are left out if so chosen, and the answer says which', async () => {
    const { imports, id } = await stageDuplicates();
    const result = (await imports.commit(id, 6, 'leave-out')).as(importResult);
    expect(result).toEqual({
      imported: 2,
      leftOut: { event: [2, 3], file: [5, 6] },
      chancesTaken: 0,
    });
    expect((await imports.leads()).map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(['First', 'New One']),
    );
    expect(await imports.leads()).toHaveLength(3);
  });

  it('are imported and marked if so chosen', async () => {
    const { imports, id } = await stageDuplicates();
    const result = (await imports.commit(id, 6)).as(importResult);
    expect(result).toEqual({ imported: 6, leftOut: { event: [], file: [] }, chancesTaken: 0 });
    const marked = (await imports.leads()).filter(({ duplicateOf }) => duplicateOf !== null);
    // The last row of the file is the newest lead.
    expect(marked.map(({ name }) => name)).toEqual([
      'Same Mail',
      'Same Phone',
      'By Mail',
      'By Phone',
    ]);
  });

  it('give the leads of the event their chances if so chosen, but not winners', async () => {
    const imports = await TestImports.prepare(api, { maxChances: 10 });
    const { eventId } = imports;
    const winner = await verifiedLead(api, eventId, { phone: '07400 777001' });
    await api.admin.post(`/api/events/${eventId}/draw-winner`, {});
    const member = await submitLead(api.anyone, eventId, { phone: '07400 777002' });
    const id = await imports.stage([
      { name: 'New Member', phone: '07400 777003', chances: 2 },
      { name: 'A Member', phone: '+44 7400 777002', chances: 7 },
      { name: 'The Winner', phone: '07400 777001', chances: 9 },
    ]);
    const result = (await imports.commit(id, 3, 'take-chances')).as(importResult);
    expect(result).toEqual({
      imported: 1,
      leftOut: { event: [2, 3], file: [] },
      chancesTaken: 1,
    });
    const chances = new Map((await imports.leads()).map((lead) => [lead.id, lead.chances]));
    expect([chances.get(member.id), chances.get(winner.id)]).toEqual([7, 1]);
    expect([...chances.values()].sort()).toEqual([1, 2, 7]);
  });

  it('that came in after the check are left out too', async () => {
    const imports = await TestImports.prepare(api);
    const rows = contacts(2);
    const id = await imports.stage(rows);
    await submitLead(api.anyone, imports.eventId, rows[1]);
    const result = (await imports.commit(id, 2, 'leave-out')).as(importResult);
    expect(result.leftOut).toEqual({ event: [2], file: [] });
  });
});
