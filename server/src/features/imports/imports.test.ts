import { randomUUID } from 'node:crypto';
import {
  IMPORT_CHUNK_MAX,
  type ImportCommit,
  importDuplicates,
  importResult,
  importState,
} from '@drawbridge/contract/imports';
import { type AdminLead, adminLead } from '@drawbridge/contract/leads';
import type { LeadCounts } from '@drawbridge/contract/live';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { TRANSACTIONS_AT_ONCE } from '../../db/transaction.ts';
import { startApi, type TestApi } from '../../test/api.ts';
import type { Client } from '../../test/client.ts';
import { createEvent, newContact, submitLead, verifiedLead } from '../../test/fixtures.ts';
import { newAdministrator } from '../../test/route-examples.ts';
import { rowsReadBy } from '../../test/rows-read.ts';
import type { TestTransaction } from '../../test/sql.ts';
import { standstill } from '../../test/standstill.ts';
import { watchStream } from '../../test/watcher.ts';

let api: TestApi;
let admin: Client;
let eventId: string;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
});
afterAll(() => api.close());

type Contact = { name: string; phone: string; email?: string | null };

/** A new event and an administrator of their own, so that tests do not give up each other's imports. */
async function prepare(fields: Record<string, unknown> = {}): Promise<void> {
  admin = await newAdministrator(api);
  eventId = (await createEvent(api.admin, fields)).id;
}
const start = (id: string = randomUUID(), client = admin) =>
  client.post('/api/imports', { id, eventId });
const sendRows = (id: string, contacts: Contact[], from = 1) =>
  admin.post(`/api/imports/${id}/rows`, {
    rows: contacts.map((contact, index) => ({ row: from + index, ...contact })),
  });
const commit = (id: string, rows: number, duplicates: ImportCommit['duplicates'] = 'import') =>
  admin.post(`/api/imports/${id}/commit`, { rows, duplicates });
const cancel = (id: string) => admin.delete(`/api/imports/${id}`);
const leadsOf = async (event = eventId): Promise<AdminLead[]> =>
  (await api.admin.get(`/api/leads?eventId=${event}`)).as(z.array(adminLead));
const contacts = (count: number) => Array.from({ length: count }, newContact);

/** An import whose rows have all arrived. */
async function stage(rows: Contact[]): Promise<string> {
  const id = importState.parse((await start()).json()).id;
  for (let from = 0; from < rows.length; from += IMPORT_CHUNK_MAX) {
    const answer = await sendRows(id, rows.slice(from, from + IMPORT_CHUNK_MAX), from + 1);
    expect(answer.status, answer.text).toBe(200);
  }
  return id;
}
async function countStaged(id: string): Promise<number> {
  const [row] = await api.sql<[{ count: number }]>`
    select count(*)::int as count from import_rows where import_id = ${id}`;
  return row.count;
}

describe('an import', () => {
  it('makes every row a pending lead that the administrator has added', async () => {
    await prepare();
    const id = await stage([
      { name: ' Zoë  Okafor ', phone: '+44 7400 123456', email: ' Zoe@Example.com ' },
      { name: 'Amir Haddad', phone: '07400 123457' },
    ]);
    expect(await leadsOf()).toEqual([]);
    expect((await admin.get(`/api/imports/${id}`)).as(importState)).toEqual({
      id,
      eventId,
      rows: 2,
      written: 0,
      result: null,
    });
    const answer = await commit(id, 2);
    expect(answer.as(importResult)).toEqual({ imported: 2, leftOut: { event: [], file: [] } });
    const leads = await leadsOf();
    expect(leads.find(({ name }) => name.startsWith('Zoë'))).toMatchObject({
      email: 'zoe@example.com',
      phone: '07400123456',
      phoneE164: '+447400123456',
      status: 'pending',
      source: 'volunteer',
      submittedBy: admin.user?.id,
      submitterName: 'Jo Bloggs',
    });
    expect(leads).toHaveLength(2);
    const codes = await api.sql`
      select distinct entry_code from leads where event_id = ${eventId} and not device_code`;
    expect(codes).toHaveLength(2);
    expect(await countStaged(id)).toBe(0);
  });

  it('is written once, however often and at the same time it is committed', async () => {
    await prepare();
    const id = await stage(contacts(40));
    const answers = await Promise.all(Array.from({ length: 8 }, () => commit(id, 40)));
    answers.push(await commit(id, 40));
    for (const answer of answers) expect(answer.as(importResult).imported).toBe(40);
    expect(await leadsOf()).toHaveLength(40);
    const again = await start(id);
    expect([again.status, again.as(importState).result?.imported]).toEqual([200, 40]);
    expect((await sendRows(id, contacts(1))).problem).toEqual([
      409,
      'This import has already finished',
    ]);
  });

  it('is one entry in the audit trail, with counts and without contact data', async () => {
    await prepare();
    const [known] = contacts(1) as [Contact];
    await submitLead(api.anyone, eventId, known);
    const id = await stage([known, ...contacts(2)]);
    await commit(id, 3, 'leave-out');
    await commit(id, 3, 'leave-out');
    const entries = await api.sql`
      select kind, actor_id, details from audit_log
      where event_id = ${eventId} and kind <> 'event-created'`;
    expect(entries).toEqual([
      { kind: 'leads-imported', actorId: admin.user?.id, details: { leads: 2, leftOut: 1 } },
    ]);
  });

  it('is announced to the pages of administrators in one message', async () => {
    await prepare();
    const { url, token } = admin;
    const watcher = await watchStream(`${url}/api/events/live`, {
      authorization: `Bearer ${token}`,
    });
    onTestFinished(() => watcher.close());
    const id = await stage(contacts(20));
    await commit(id, 20);
    const told: number[] = [];
    while (told.at(-1) !== 20) {
      const { kind, data } = await watcher.next();
      const counts = kind === 'leads' ? (data as LeadCounts).counts : [];
      told.push(...counts.flatMap((count) => (count.eventId === eventId ? [count.leads] : [])));
    }
    expect(told.filter((leads) => leads > 0)).toEqual([20]);
  });

  it('goes on while people enter, verify and draw, and tells how far it is', async () => {
    await prepare();
    await verifiedLead(api, eventId);
    const id = await stage(contacts(2500));
    const committing = await holdCommit(id, 2500, async () => {
      await verifiedLead(api, eventId);
      const drawn = await api.admin.post(`/api/events/${eventId}/draw-winner`, { prizeId: null });
      expect(drawn.status).toBe(201);
      // None of its leads is to be seen before all of them are.
      expect(await leadsOf()).toHaveLength(2);
    });
    expect((await committing.answer).as(importResult).imported).toBe(2500);
    const state = (await admin.get(`/api/imports/${id}`)).as(importState);
    expect([state.rows, state.written, state.result?.imported]).toEqual([0, 2000, 2500]);
    expect(await leadsOf()).toHaveLength(2502);
  });
});

it('commits of imports, however many are sent, leave room for other transactions', async () => {
  await prepare();
  const lead = await submitLead(api.anyone, eventId);
  const id = await stage(contacts(2500));
  let repeated: ReturnType<typeof commit>[] = [];
  const { answer } = await holdCommit(id, 2500, async () => {
    repeated = Array.from({ length: TRANSACTIONS_AT_ONCE }, () => commit(id, 2500));
    // Its answer comes after the server has begun with all of them.
    await admin.get(`/api/imports/${id}/duplicates`);
    const verified = await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    expect(verified.status).toBe(200);
  });
  for (const { status } of await Promise.all([answer, ...repeated])) expect(status).toBe(200);
  expect(await leadsOf()).toHaveLength(2501);
});

/** Commits, and does `work` while the commit waits to tell its progress, after its first batch. */
async function holdCommit(id: string, rows: number, work: () => Promise<unknown>) {
  return api.sql.begin(async (tx) => {
    await tx`select from imports where id = ${id} for update`;
    const answer = commit(id, rows);
    await standstill(api.sql, [answer]);
    await work();
    return { answer };
  });
}

describe('an import that is cancelled', () => {
  it('leaves nothing, neither in the event nor among the rows', async () => {
    await prepare();
    const id = await stage(contacts(3));
    expect((await cancel(id)).json()).toEqual({ id });
    expect(await countStaged(id)).toBe(0);
    expect(await leadsOf()).toEqual([]);
    const gone = [404, 'This import no longer exists. Please start again.'];
    expect((await commit(id, 3)).problem).toEqual(gone);
    expect((await sendRows(id, contacts(1))).problem).toEqual(gone);
    expect((await cancel(id)).problem).toEqual(gone);
  });

  it('leaves nothing even while its leads are being written', async () => {
    await prepare();
    const id = await stage(contacts(2500));
    let cancelling: ReturnType<typeof cancel> | undefined;
    const { answer } = await holdCommit(id, 2500, async () => {
      cancelling = cancel(id);
    });
    const [committed, cancelled] = [await answer, await cancelling];
    // Both wait for the same lock, so either may be first; but both cannot succeed.
    const leads = await leadsOf();
    expect([committed.status, cancelled?.status, leads.length]).toEqual(
      committed.status === 200 ? [200, 409, 2500] : [404, 200, 0],
    );
    const entries = await api.sql`
      select from audit_log where event_id = ${eventId} and kind = 'leads-imported'`;
    expect(entries).toHaveLength(committed.status === 200 ? 1 : 0);
  });

  it('leaves nothing if its row is gone when the first batch has been written', async () => {
    await prepare();
    const id = await stage(contacts(2500));
    const { answer } = await api.sql.begin(async (tx) => {
      await tx`delete from imports where id = ${id}`;
      const answer = commit(id, 2500);
      await standstill(api.sql, [answer]);
      return { answer };
    });
    expect((await answer).status).toBe(404);
    expect(await leadsOf()).toEqual([]);
  });

  it('cannot be cancelled after it has finished', async () => {
    await prepare();
    const id = await stage(contacts(1));
    await commit(id, 1);
    expect((await cancel(id)).problem).toEqual([409, 'This import has already finished']);
    expect(await leadsOf()).toHaveLength(1);
  });
});

describe('duplicates', () => {
  /** Rows 2 and 3 are in the event, by phone and by e-mail; rows 5 and 6 repeat row 4. */
  async function stageDuplicates(): Promise<string> {
    await prepare();
    const n = '001';
    await submitLead(api.anyone, eventId, {
      phone: `07400 111${n}`,
      email: `known${n}@example.com`,
    });
    return stage([
      { name: 'New One', phone: `07400 222${n}` },
      { name: 'By Phone', phone: `+44 7400 111${n}` },
      { name: 'By Mail', phone: `07400 333${n}`, email: `KNOWN${n}@example.com` },
      { name: 'First', phone: `07400 444${n}`, email: `first${n}@example.com` },
      { name: 'Same Phone', phone: `(07400) 444-${n}`, email: null },
      { name: 'Same Mail', phone: `07400 555${n}`, email: `First${n}@example.com` },
    ]);
  }

  it('are told by the event and by the file', async () => {
    const id = await stageDuplicates();
    const answer = await admin.get(`/api/imports/${id}/duplicates`);
    expect(answer.as(importDuplicates)).toEqual({ event: [2, 3], file: [5, 6] });
  });

  it('are left out if so chosen, and the answer says which', async () => {
    const id = await stageDuplicates();
    const result = (await commit(id, 6, 'leave-out')).as(importResult);
    expect(result).toEqual({ imported: 2, leftOut: { event: [2, 3], file: [5, 6] } });
    expect((await leadsOf()).map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(['First', 'New One']),
    );
    expect(await leadsOf()).toHaveLength(3);
  });

  it('are imported and marked if so chosen', async () => {
    const id = await stageDuplicates();
    const result = (await commit(id, 6)).as(importResult);
    expect(result).toEqual({ imported: 6, leftOut: { event: [], file: [] } });
    const marked = (await leadsOf()).filter(({ duplicateOf }) => duplicateOf !== null);
    // The last row of the file is the newest lead.
    expect(marked.map(({ name }) => name)).toEqual([
      'Same Mail',
      'Same Phone',
      'By Mail',
      'By Phone',
    ]);
  });

  it('that came in after the check are left out too', async () => {
    await prepare();
    const rows = contacts(2);
    const id = await stage(rows);
    await submitLead(api.anyone, eventId, rows[1]);
    const result = (await commit(id, 2, 'leave-out')).as(importResult);
    expect(result.leftOut).toEqual({ event: [2], file: [] });
  });

  it('are looked up by index in a full event', async () => {
    await prepare();
    const id = await stage(contacts(50));
    await api.sql`
      insert into leads (event_id, name, phone, phone_key, email, fingerprint)
      select ${eventId}::uuid, 'Visitor', '0880' || 1000000 + n, '0880' || 1000000 + n,
             n || '@full.example', sha256('')
      from generate_series(1, 5000) n`;
    const read = await rowsReadBy(api.sql, 'leads', () =>
      admin.get(`/api/imports/${id}/duplicates`),
    );
    expect(read).toBeLessThan(500);
  });
});

describe('what is refused', () => {
  it('is a row that breaks the rules of the forms, with their sentences', async () => {
    await prepare();
    const id = await stage(contacts(1));
    const [good] = contacts(1) as [Contact];
    const cases: [Partial<Contact>, string][] = [
      [{ name: 'A' }, 'Name must be at least 2 characters'],
      [{ phone: '07700' }, 'Phone number must be at least 10 digits'],
      [
        { phone: '07700 900x121' },
        'Phone number can only contain digits, spaces, and +-() characters',
      ],
      [{ email: 'nobody@' }, 'Invalid email address'],
    ];
    for (const [wrong, sentence] of cases) {
      const answer = await sendRows(id, [...contacts(1), { ...good, ...wrong }], 2);
      expect(answer.problem).toEqual([400, sentence]);
    }
    expect(await countStaged(id)).toBe(1);
  });

  it("is judged by the event's country", async () => {
    await prepare({ country: 'NO' });
    const id = await stage([{ name: 'Kari Nordmann', phone: '40612345' }]);
    const short = await sendRows(id, [{ name: 'Ola Nordmann', phone: '1234567' }], 2);
    expect(short.problem).toEqual([400, "Phone number is not valid in the event's country"]);
    await api.admin.patch(`/api/events/${eventId}`, { country: 'SE' });
    expect((await commit(id, 1)).problem).toEqual([
      409,
      "The event's country has changed. Please start again.",
    ]);
  });

  it('is a commit of rows that have not all arrived', async () => {
    await prepare();
    const id = await stage(contacts(2));
    expect((await commit(id, 3)).problem).toEqual([
      409,
      'Some rows are missing. Please start again.',
    ]);
    // The same row sent again, because its answer was lost, is still one row.
    await sendRows(id, contacts(1), 2);
    expect((await commit(id, 2)).status).toBe(200);
  });

  it('is a row that arrives while the leads are being written', async () => {
    await prepare();
    const id = await stage(contacts(2500));
    const { answer } = await holdCommit(id, 2500, async () => {
      for (const from of [1, 2501]) {
        const late = await sendRows(id, [{ name: 'Too Late', phone: '07400 777888' }], from);
        expect(late.problem).toEqual([409, 'The leads of this import are being written']);
      }
    });
    expect((await answer).as(importResult).imported).toBe(2500);
    expect(await countStaged(id)).toBe(0);
    expect((await leadsOf()).filter(({ name }) => name === 'Too Late')).toEqual([]);
  });

  it('is a row that arrives while the import is finished or given up', async () => {
    const settled = async (change: (tx: TestTransaction, id: string) => Promise<unknown>) => {
      await prepare();
      const id = await stage(contacts(1));
      const { answer } = await api.sql.begin(async (tx) => {
        await change(tx, id);
        const sent = sendRows(id, contacts(1), 2);
        await standstill(api.sql, [sent]);
        return { answer: sent };
      });
      return [(await answer).status, (await answer).problem];
    };
    const result = JSON.stringify({ imported: 1, leftOut: { event: [], file: [] } });
    expect(
      await settled((tx, id) => tx`update imports set result = ${result} where id = ${id}`),
    ).toEqual([409, [409, 'This import has already finished']]);
    expect(await settled((tx, id) => tx`delete from imports where id = ${id}`)).toEqual([
      404,
      [404, 'This import no longer exists. Please start again.'],
    ]);
  });

  it('is a commit during which somebody in it is erased', async () => {
    await prepare();
    const rows = contacts(2500);
    const lead = await submitLead(api.anyone, eventId, rows[7]);
    const id = await stage(rows);
    const { answer } = await holdCommit(id, 2500, async () => {
      const erased = await api.admin.post('/api/people/erase', { leadIds: [lead.id] });
      expect(erased.status).toBe(200);
    });
    expect((await answer).problem).toEqual([409, 'Some rows are missing. Please start again.']);
    expect(await leadsOf()).toEqual([]);
    expect(await countStaged(id)).toBe(2499);
  });

  it('is an import of somebody else', async () => {
    await prepare();
    const id = await stage(contacts(1));
    const other = await newAdministrator(api);
    const gone = [404, 'This import no longer exists. Please start again.'];
    for (const answer of [
      await other.get(`/api/imports/${id}`),
      await other.get(`/api/imports/${id}/duplicates`),
      await other.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] }),
      await other.post(`/api/imports/${id}/commit`, { rows: 1, duplicates: 'import' }),
      await other.delete(`/api/imports/${id}`),
    ]) {
      expect(answer.problem).toEqual(gone);
    }
    const reused = [409, 'This import id was already used. Please start again.'];
    expect((await start(id, other)).problem).toEqual(reused);
    const { id: otherEvent } = await createEvent(api.admin);
    const moved = await admin.post('/api/imports', { id, eventId: otherEvent });
    expect(moved.problem).toEqual(reused);
    expect((await commit(id, 1)).status).toBe(200);
  });

  it('is more rows at once than a chunk has', async () => {
    await prepare();
    const id = await stage(contacts(1));
    const answer = await sendRows(id, contacts(IMPORT_CHUNK_MAX + 1));
    expect(answer.problem).toEqual([400, 'Send from 1 to 500 rows at once']);
  });
});

describe('imports that lead nowhere', () => {
  it('are given up when the same administrator starts another', async () => {
    await prepare();
    const first = await stage(contacts(2));
    const second = await stage(contacts(1));
    expect((await commit(first, 2)).status).toBe(404);
    expect(await countStaged(first)).toBe(0);
    expect((await commit(second, 1)).status).toBe(200);
  });

  it('are forgotten after a day, with their rows', async () => {
    await prepare();
    const id = await stage(contacts(2));
    const finished = await stageOfOther();
    await api.sql`update imports set touched_at = now() - interval '25 hours' where id in (${id}, ${finished})`;
    await start(randomUUID(), await newAdministrator(api));
    const left = await api.sql`select from imports where id in (${id}, ${finished})`;
    expect(left).toEqual([]);
    expect(await countStaged(id)).toBe(0);
  });

  it('go with their event, whether it is deleted before or while they are committed', async () => {
    await prepare();
    const first = await stage(contacts(1));
    await api.admin.delete(`/api/events/${eventId}`);
    expect((await commit(first, 1)).status).toBe(404);
    expect((await start()).problem).toEqual([404, 'Event not found']);

    await prepare();
    const second = await stage(contacts(200));
    const [committed, removed] = await Promise.all([
      commit(second, 200),
      api.admin.delete(`/api/events/${eventId}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(committed.status);
    const left = await api.sql`select from leads where event_id = ${eventId}`;
    expect([left.length, await countStaged(second)]).toEqual([0, 0]);
  });
});

/** A finished import of another administrator. */
async function stageOfOther(): Promise<string> {
  const before = admin;
  admin = await newAdministrator(api);
  const id = await stage(contacts(1));
  await commit(id, 1);
  admin = before;
  return id;
}
