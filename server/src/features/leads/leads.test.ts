import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { deleted } from '@drawbridge/contract/deleted';
import {
  type AdminLead,
  adminLead,
  bulkVerifyAnswer,
  type LeadSource,
  type LeadStatus,
  leadExportRow,
  leadStatuses,
  ownLead,
} from '@drawbridge/contract/leads';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startApi, type TestApi } from '../../test/api.ts';
import {
  createEvent,
  createVolunteer,
  next,
  somebody,
  submitLead,
  verifiedLead,
} from '../../test/fixtures.ts';
import { rowsReadBy } from '../../test/rows-read.ts';
import { standstill } from '../../test/standstill.ts';
import { findLeads } from './store.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const adminLeads = z.array(adminLead.strict());

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Row {
  id: string;
  eventId: string;
  name: string;
  phone: string;
  email: string | null;
  status: LeadStatus;
  source: LeadSource;
  submittedAt: string;
}

/** Leads with everything as given, times included, which no call can make. */
async function insertLeads(
  { sql }: TestApi,
  eventId: string,
  rows: Partial<Row>[],
): Promise<Row[]> {
  const leads = rows.map((row) => ({
    id: randomUUID(),
    eventId,
    name: `Guest ${next()}`,
    phone: `0770${String(next()).padStart(7, '0')}`,
    email: null,
    status: 'pending' as const,
    source: 'qr' as const,
    submittedAt: '2024-05-15T09:00:00.000Z',
    ...row,
  }));
  await sql`
    insert into leads (id, event_id, name, phone, email, status, source, submitted_at,
                       verified_at, fingerprint)
    select id, "eventId", name, phone, email, status, source, "submittedAt",
           case when status <> 'pending' then "submittedAt" end, sha256('')
    from jsonb_to_recordset(${JSON.stringify(leads)}) as t (
      id uuid, "eventId" uuid, name text, phone text, email text, status text, source text,
      "submittedAt" timestamptz)`;
  return leads;
}

/** Minutes after nine on the day before the fair. */
const at = (minute: number) => new Date(Date.UTC(2024, 4, 15, 9, minute)).toISOString();

async function list(query: string, from = api): Promise<AdminLead[]> {
  return (await from.admin.get(`/api/leads${query}`)).as(adminLeads);
}

const idsOf = (leads: { id: string }[]) => leads.map(({ id }) => id);
const namesOf = (leads: { name: string }[]) => leads.map(({ name }) => name);

describe('the list of leads', () => {
  it('shows every field, newest first', async () => {
    const event = await createEvent(api.admin);
    const volunteer = await createVolunteer(api, [event.id]);
    const [old, older] = await insertLeads(api, event.id, [
      { submittedAt: at(2) },
      { submittedAt: at(1), email: 'guest@example.com', status: 'promoted', source: 'volunteer' },
    ]);
    const sent = { eventId: event.id, ...somebody() };
    const own = (await volunteer.client.post('/api/leads', sent)).as(ownLead);

    const nothing = { submittedBy: null, submitterName: null, verifiedAt: null, duplicateOf: null };
    expect(await list(`?eventId=${event.id}`)).toEqual([
      { ...own, ...nothing, submittedBy: volunteer.id, submitterName: 'Priya Shah' },
      { ...old, ...nothing, submittedAt: '2024-05-15T09:02:00+00:00' },
      {
        ...older,
        ...nothing,
        submittedAt: '2024-05-15T09:01:00+00:00',
        verifiedAt: '2024-05-15T09:01:00+00:00',
      },
    ]);
  });

  it('is of one event, or of all', async () => {
    const [one, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const [mine] = await insertLeads(api, one.id, [{}]);
    const [theirs] = await insertLeads(api, other.id, [{}]);
    const both = [mine?.id, theirs?.id];

    expect(idsOf(await list(`?eventId=${one.id}`))).toEqual([mine?.id]);
    expect(idsOf(await list(`?eventId=${one.id.toUpperCase()}`))).toEqual([mine?.id]);
    expect(idsOf(await list(`?eventId=${other.id}&limit=10`))).toEqual([theirs?.id]);
    expect(idsOf(await list(''))).toEqual(expect.arrayContaining(both));
    expect(await list('?eventId=all')).toEqual(await list(''));
    expect(await list('?eventId=all&limit=1000')).toEqual(await list(''));
  });

  it('is [] when there is nobody', async () => {
    const event = await createEvent(api.admin);
    for (const path of ['/api/leads?', '/api/leads?limit=5&', '/api/leads/export?']) {
      const answer = await api.admin.get(`${path}eventId=${event.id}`);
      expect([answer.status, answer.text]).toEqual([200, '[]']);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it.each([nobody, 'summer-fair', '%00', "'"])('knows no event %s', async (id) => {
    for (const path of ['/api/leads?', '/api/leads?limit=5&', '/api/leads/export?']) {
      const answer = await api.admin.get(`${path}eventId=${id}`);
      expect(answer.refusal).toEqual([404, 'Event not found']);
    }
  });
});

describe('the export', () => {
  it('has the six columns of the file, newest first', async () => {
    const event = await createEvent(api.admin);
    await insertLeads(api, event.id, [
      { name: '=1+1', phone: '07700900001', submittedAt: at(1), source: 'volunteer' },
      {
        name: 'Zoë',
        phone: '07700900002',
        submittedAt: at(2),
        status: 'verified',
        email: 'z@e.fr',
      },
    ]);

    const answer = await api.admin.get(`/api/leads/export?eventId=${event.id}`);
    expect(answer.as(z.array(leadExportRow.strict()))).toEqual([
      {
        name: 'Zoë',
        email: 'z@e.fr',
        phone: '07700900002',
        status: 'verified',
        source: 'qr',
        submittedAt: '2024-05-15T09:02:00+00:00',
      },
      {
        name: '=1+1',
        email: null,
        phone: '07700900001',
        status: 'pending',
        source: 'volunteer',
        submittedAt: '2024-05-15T09:01:00+00:00',
      },
    ]);
  });

  it('is of all events without one', async () => {
    const [one, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    await insertLeads(api, one.id, [{ name: 'Export One' }]);
    await insertLeads(api, other.id, [{ name: 'Export Other' }]);
    for (const query of ['', '?eventId=all']) {
      const rows = (await api.admin.get(`/api/leads/export${query}`)).as(z.array(leadExportRow));
      expect(namesOf(rows)).toEqual(expect.arrayContaining(['Export One', 'Export Other']));
    }
  });
});

describe('duplicateOf', () => {
  const twinsOf = async (eventId: string) =>
    Object.fromEntries(
      (await list(`?eventId=${eventId}`)).map(({ name, duplicateOf }) => [name, duplicateOf]),
    );

  it('names the earliest lead of the same event with the same phone or e-mail', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    await insertLeads(api, other.id, [{ phone: '07000000001', email: 'a@x.org' }]);
    const [ann, bob] = await insertLeads(api, event.id, [
      { name: 'Ann', phone: '07000000001', email: 'a@x.org', submittedAt: at(1) },
      { name: 'Bob', phone: '07000000002', email: 'b@x.org', submittedAt: at(2) },
      { name: 'same phone', phone: '07000000001', submittedAt: at(3) },
      { name: 'same e-mail', phone: '07000000003', email: 'b@x.org', submittedAt: at(4) },
      { name: 'of both', phone: '07000000002', email: 'a@x.org', submittedAt: at(5) },
      { name: 'of both too', phone: '07000000001', email: 'b@x.org', submittedAt: at(6) },
      { name: 'no e-mail', phone: '07000000004', submittedAt: at(7) },
      { name: 'no e-mail either', phone: '07000000005', submittedAt: at(8) },
    ]);

    expect(await twinsOf(event.id)).toEqual({
      Ann: null,
      Bob: null,
      'same phone': ann?.id,
      'same e-mail': bob?.id,
      'of both': ann?.id,
      'of both too': ann?.id,
      'no e-mail': null,
      'no e-mail either': null,
    });
  });

  it('looks at phone and e-mail themselves, not along a chain', async () => {
    const event = await createEvent(api.admin);
    const [first, second] = await insertLeads(api, event.id, [
      { name: 'first', phone: '07000000001', submittedAt: at(1) },
      { name: 'second', phone: '07000000001', email: 'x@x.org', submittedAt: at(2) },
      { name: 'third', phone: '07000000009', email: 'x@x.org', submittedAt: at(3) },
    ]);
    expect(await twinsOf(event.id)).toEqual({
      first: null,
      second: first?.id,
      third: second?.id,
    });
  });

  it('is the same in the whole list, in pages and in single leads, for any population', async () => {
    const quiet = await startApi();
    onTestFinished(() => quiet.close());
    const events = [await createEvent(quiet.admin), await createEvent(quiet.admin)];
    // Few phones, addresses and moments, so that they meet often.
    const population = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        event: fc.nat(1),
        phone: fc.constantFrom('07000000001', '07000000002', '07000000003'),
        email: fc.constantFrom(null, null, 'a@x.org', 'b@x.org', 'c@x.org'),
        minute: fc.nat(4),
      }),
      { selector: ({ id }) => id, maxLength: 14 },
    );

    await fc.assert(
      fc.asyncProperty(population, fc.integer({ min: 1, max: 5 }), async (people, limit) => {
        await quiet.sql`delete from leads`;
        const rows = people.map(({ event, minute, ...lead }) => ({
          ...lead,
          eventId: events[event]?.id ?? '',
          submittedAt: at(minute),
        }));
        await insertLeads(quiet, '', rows);
        // Oldest first, as the definition reads.
        const inOrder = rows.sort((a, b) =>
          `${a.submittedAt} ${a.id}` < `${b.submittedAt} ${b.id}` ? -1 : 1,
        );
        const expected = inOrder
          .map(({ id, eventId, phone, email }, index) => ({
            id,
            duplicateOf:
              inOrder
                .slice(0, index)
                .find(
                  (one) =>
                    one.eventId === eventId &&
                    (one.phone === phone || (email !== null && one.email === email)),
                )?.id ?? null,
          }))
          .reverse();

        const whole = await list('', quiet);
        expect(whole.map(({ id, duplicateOf }) => ({ id, duplicateOf }))).toEqual(expected);
        expect(await walk(`?limit=${limit}`, quiet)).toEqual(whole);
        for (const { id } of events) {
          const ofEvent = whole.filter(({ eventId }) => eventId === id);
          expect(await list(`?eventId=${id}`, quiet)).toEqual(ofEvent);
        }
        const [any] = whole;
        if (any) {
          const single = await quiet.admin.patch(`/api/leads/${any.id}`, {});
          expect(single.as(adminLead)).toEqual(any);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** All pages, one after the other; `between` happens before every page but the first. */
async function walk(query: string, from: TestApi, between?: () => Promise<unknown>) {
  const leads: AdminLead[] = [];
  for (let path: string | undefined = `/api/leads${query}`; path; ) {
    const answer = await from.admin.get(path);
    const page = answer.as(adminLeads);
    leads.push(...page);
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    if (path) await between?.();
  }
  return leads;
}

describe('pages of leads', () => {
  it('follow each other through the Link header without gaps or repeats', async () => {
    const event = await createEvent(api.admin);
    // Five of every moment, so that pages end among equals.
    await insertLeads(
      api,
      event.id,
      Array.from({ length: 25 }, (_, i) => ({ submittedAt: at(Math.floor(i / 5)) })),
    );
    const whole = await list(`?eventId=${event.id}`);
    expect(whole).toHaveLength(25);
    for (const limit of [1, 4, 5, 24, 25, 26]) {
      expect(await walk(`?eventId=${event.id}&limit=${limit}`, api)).toEqual(whole);
    }
  });

  it('stay the same leads while new ones arrive and seen ones go', async () => {
    const event = await createEvent(api.admin);
    const before = await insertLeads(
      api,
      event.id,
      Array.from({ length: 20 }, (_, i) => ({ submittedAt: at(i) })),
    );
    const newestFirst = before.toReversed();
    const seen = await walk(`?eventId=${event.id}&limit=3`, api, async () => {
      await submitLead(api.anyone, event.id);
      // The first lead of all is on the first page; from then on it is gone.
      await api.admin.delete(`/api/leads/${newestFirst[0]?.id}`);
    });
    expect(idsOf(seen)).toEqual(idsOf(newestFirst));
  });

  it('keep the filters', async () => {
    const event = await createEvent(api.admin);
    const rows = await insertLeads(
      api,
      event.id,
      Array.from({ length: 12 }, (_, i) => ({
        name: `${i % 3 === 0 ? 'Ann & Bob' : 'Carl'} ${i}`,
        status: i % 2 === 0 ? ('verified' as const) : ('pending' as const),
        submittedAt: at(i),
      })),
    );
    const query = `?eventId=${event.id}&limit=1&status=verified&q=${encodeURIComponent('ann & B')}`;
    const expected = [rows[6], rows[0]].map((row) => row?.id);
    expect(idsOf(await walk(query, api))).toEqual(expected);
  });

  it('have no Link when nothing can follow', async () => {
    const event = await createEvent(api.admin);
    await insertLeads(api, event.id, [{}, {}]);
    const link = async (query: string) =>
      (await api.admin.get(`/api/leads?eventId=${event.id}${query}`)).headers.get('link');
    expect(await link('&limit=3')).toBeNull();
    expect(await link('&status=pending')).toBeNull();
    expect(await link('')).toBeNull();
    expect(await link('&limit=1')).toMatch(/^<\/api\/leads\?.*cursor=[\w-]+>; rel="next"$/);
  });

  it.each([
    ['limit=0', 'The limit must be a whole number from 1 to 1000'],
    ['limit=1001', 'The limit must be a whole number from 1 to 1000'],
    ['limit=many', 'The limit must be a whole number from 1 to 1000'],
    ['limit=', 'The limit must be a whole number from 1 to 1000'],
    ['limit=5&cursor=', 'The cursor is not valid'],
    ['limit=5&cursor=x', 'The cursor is not valid'],
    [`limit=5&cursor=${'x'.repeat(201)}`, 'The cursor is not valid'],
    [`limit=5&cursor=${btoa(`2024-05-15T99:00:00+00:00 ${nobody}`)}`, 'The cursor is not valid'],
    [`limit=5&cursor=${btoa('2024-05-15T09:00:00+00:00 x')}`, 'The cursor is not valid'],
    ['status=new', 'Status must be pending, verified or promoted'],
    ['source=web', 'Source must be qr or volunteer'],
    ['from=yesterday', 'Invalid date'],
    ['to=2024-02-30', 'Invalid date'],
    [`q=${'x'.repeat(201)}`, 'The search text is too long'],
    ['q=%00', 'The search text contains characters that cannot be used'],
  ])('refuse %s', async (query, sentence) => {
    expect((await api.admin.get(`/api/leads?${query}`)).refusal).toEqual([400, sentence]);
  });
});

describe('filters', () => {
  let event: { id: string };
  beforeAll(async () => {
    event = await createEvent(api.admin);
    await insertLeads(api, event.id, [
      { name: '100% sure', phone: '07700900001', submittedAt: '2024-05-14T23:59:59.999Z' },
      { name: 'snake_case', phone: '07700900002', submittedAt: '2024-05-15T00:00:00.000Z' },
      { name: 'back\\slash', phone: '07700900003', submittedAt: '2024-05-15T23:59:59.999Z' },
      {
        name: 'Élodie',
        phone: '07700900004',
        email: 'first_last@example.com',
        submittedAt: '2024-05-16T00:00:00.000Z',
        status: 'verified',
        source: 'volunteer',
      },
      {
        name: 'Plain',
        phone: '02079460958',
        submittedAt: '2024-05-17T12:00:00Z',
        status: 'promoted',
      },
    ]);
  });

  it.each([
    ['status=pending', ['back\\slash', 'snake_case', '100% sure']],
    ['status=verified', ['Élodie']],
    ['status=promoted', ['Plain']],
    ['source=volunteer', ['Élodie']],
    ['source=qr&status=promoted', ['Plain']],
    ['source=volunteer&status=promoted', []],
    ['q=%25', ['100% sure']],
    ['q=_', ['Élodie', 'snake_case']],
    ['q=%5C', ['back\\slash']],
    ['q=%5C%25', []],
    ["q='", []],
    ['q=plAIN', ['Plain']],
    ['q=%20plain%20', ['Plain']],
    ['q=%C3%A9lod', ['Élodie']],
    ['q=LAST%40example', ['Élodie']],
    ['q=2079', ['Plain']],
    ['q=', ['Plain', 'Élodie', 'back\\slash', 'snake_case', '100% sure']],
    ['from=2024-05-15&to=2024-05-15', ['back\\slash', 'snake_case']],
    ['from=2024-05-16', ['Plain', 'Élodie']],
    ['to=2024-05-14', ['100% sure']],
    ['from=2024-05-17T13:00:00%2B01:00', ['Plain']],
    ['from=2024-05-17T12:00:00.001Z', []],
    ['to=2024-05-15T00:00:00Z', ['snake_case', '100% sure']],
    ['from=2024-05-18&to=2024-05-01', []],
  ])('%s', async (query, names) => {
    expect(namesOf(await list(`?eventId=${event.id}&${query}`))).toEqual(names);
  });
});

describe('changing a lead', () => {
  it('changes any subset of the fields and leaves the rest', async () => {
    const event = await createEvent(api.admin);
    const { id } = await submitLead(api.anyone, event.id);
    let [expected] = await list(`?eventId=${event.id}`);
    const steps: [sent: object, stored: object][] = [
      [{}, {}],
      [{ name: '  New Name ' }, { name: 'New Name' }],
      [{ phone: '+44 7700 900999' }, { phone: '07700900999' }],
      [{ email: ' NEW@Example.com' }, { email: 'new@example.com' }],
      [{ source: 'volunteer' }, { source: 'volunteer' }],
      [{ email: '' }, { email: null }],
      [{ email: 'again@example.com' }, { email: 'again@example.com' }],
      [{ email: null }, { email: null }],
      [
        { source: 'qr', name: 'Both' },
        { source: 'qr', name: 'Both' },
      ],
      [
        { status: 'verified', name: 'Three' },
        { status: 'verified', name: 'Three' },
      ],
    ];
    for (const [sent, stored] of steps) {
      const answer = await api.admin.patch(`/api/leads/${id}`, sent);
      expect(answer.status).toBe(200);
      const lead = answer.as(adminLead.strict());
      expected = { ...(expected as AdminLead), ...stored, verifiedAt: lead.verifiedAt };
      expect(lead).toEqual(expected);
      expect(await list(`?eventId=${event.id}`)).toEqual([lead]);
    }
  });

  it("ignores what is the server's", async () => {
    const event = await createEvent(api.admin);
    await submitLead(api.anyone, event.id);
    const [lead] = await list(`?eventId=${event.id}`);
    const answer = await api.admin.patch(`/api/leads/${lead?.id}`, {
      id: nobody,
      submittedBy: api.admin.user?.id,
      submitterName: 'me',
      submittedAt: '2001-01-01T00:00:00Z',
      verifiedAt: '2001-01-01T00:00:00Z',
      duplicateOf: nobody,
    });
    expect(answer.as(adminLead)).toEqual(lead);
  });

  it('moves it to another event, where it may be a duplicate', async () => {
    const [from, to] = [await createEvent(api.admin), await createEvent(api.admin)];
    const there = await submitLead(api.anyone, to.id);
    const lead = await submitLead(api.anyone, from.id, { phone: there.phone });
    const answer = await api.admin.patch(`/api/leads/${lead.id}`, { eventId: to.id });
    expect(answer.as(adminLead)).toMatchObject({ eventId: to.id, duplicateOf: there.id });
    expect(await list(`?eventId=${from.id}`)).toEqual([]);
    expect(await list(`?eventId=${to.id}`)).toHaveLength(2);
  });

  it.each([
    [{ name: 'A' }, [400, 'Name must be at least 2 characters']],
    [{ name: 'x'.repeat(101) }, [400, 'Name is too long']],
    [{ phone: '1' }, [400, 'Phone number must be at least 10 digits']],
    [{ email: 'x' }, [400, 'Invalid email address']],
    [{ source: 'web' }, [400, 'Source must be qr or volunteer']],
    [{ status: 'won' }, [400, 'Status must be pending, verified or promoted']],
    [{ eventId: '' }, [400, 'Event is required']],
    [{ eventId: 'x' }, [404, 'Event not found']],
    [{ eventId: nobody, status: 'verified' }, [404, 'Event not found']],
    [{ name: 'Other Name', status: 'promoted' }, [409, 'Only verified leads can be promoted']],
  ])('refuses %j and changes nothing', async (change, refusal) => {
    const event = await createEvent(api.admin);
    const { id } = await submitLead(api.anyone, event.id);
    const before = await list(`?eventId=${event.id}`);
    expect((await api.admin.patch(`/api/leads/${id}`, change)).refusal).toEqual(refusal);
    expect(await list(`?eventId=${event.id}`)).toEqual(before);
  });

  it.each([nobody, 'x', '%00'])('knows no lead %s', async (id) => {
    const answer = await api.admin.patch(`/api/leads/${id}`, { name: 'Other' });
    expect(answer.refusal).toEqual([404, 'Lead not found']);
    expect((await api.admin.delete(`/api/leads/${id}`)).refusal).toEqual([404, 'Lead not found']);
  });
});

describe('the status of a lead', () => {
  const back = 'A lead cannot go back to pending';
  const onlyPending = 'Only pending leads can be verified';
  const onlyVerified = 'Only verified leads can be promoted';
  const table: Record<LeadStatus, Record<LeadStatus, string | null>> = {
    pending: { pending: back, verified: null, promoted: onlyVerified },
    verified: { pending: back, verified: onlyPending, promoted: null },
    promoted: { pending: back, verified: onlyPending, promoted: onlyVerified },
  };
  const steps = leadStatuses.flatMap((from) => leadStatuses.map((to) => [from, to] as const));

  it.each(steps)('from %s to %s', async (from, to) => {
    const event = await createEvent(api.admin);
    const [row] = await insertLeads(api, event.id, [{ status: from }]);
    const [before] = await list(`?eventId=${event.id}`);
    const answer = await api.admin.patch(`/api/leads/${row?.id}`, { status: to });

    const sentence = table[from][to];
    if (sentence) expect(answer.refusal).toEqual([409, sentence]);
    else expect(answer.as(adminLead).status).toBe(to);
    const [after] = await list(`?eventId=${event.id}`);
    expect(after?.status).toBe(sentence ? from : to);
    if (from !== 'pending' || sentence) expect(after?.verifiedAt).toBe(before?.verifiedAt);
  });

  it('has the moment of verification with it, which promotion and edits keep', async () => {
    const event = await createEvent(api.admin);
    const lead = await submitLead(api.anyone, event.id);
    const change = async (fields: object) =>
      (await api.admin.patch(`/api/leads/${lead.id}`, fields)).as(adminLead).verifiedAt;

    expect(await change({ name: 'Still Pending' })).toBeNull();
    const verifiedAt = (await change({ status: 'verified' })) ?? '';
    expect(Date.parse(verifiedAt)).toBeGreaterThanOrEqual(Date.parse(lead.submittedAt));
    expect(await change({ name: 'Other Name' })).toBe(verifiedAt);
    expect(await change({ status: 'promoted' })).toBe(verifiedAt);
  });

  it('takes each step once, however many try at the same time', async () => {
    const event = await createEvent(api.admin);
    const leads = await insertLeads(api, event.id, [{}, {}, {}, {}, {}]);
    for (const [status, sentence] of [
      ['verified', onlyPending],
      ['promoted', onlyVerified],
    ]) {
      const answers = await Promise.all(
        leads.map(({ id }) =>
          Promise.all([1, 2, 3, 4].map(() => api.admin.patch(`/api/leads/${id}`, { status }))),
        ),
      );
      for (const tries of answers) {
        expect(tries.filter((answer) => answer.status === 200)).toHaveLength(1);
        const refused = tries.filter((answer) => answer.status !== 200);
        for (const { refusal } of refused) expect(refusal).toEqual([409, sentence]);
      }
    }
  });
});

describe('bulk verification', () => {
  const verify = (leadIds: unknown) => api.admin.post('/api/leads/bulk-verify', { leadIds });

  it('verifies the pending ones and counts every other id once', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const rows = await insertLeads(api, event.id, [
      { submittedAt: at(5) },
      { submittedAt: at(4) },
      { submittedAt: at(3), status: 'verified' },
      { submittedAt: at(2), status: 'promoted' },
      { submittedAt: at(1) },
    ]);
    const [elsewhere] = await insertLeads(api, other.id, [{}]);
    const [a, b, verified, promoted] = idsOf(rows);
    const answer = await verify([
      a,
      b,
      a,
      b?.toUpperCase(),
      verified,
      promoted,
      nobody,
      nobody,
      elsewhere?.id,
    ]);

    expect(answer.status).toBe(200);
    expect(answer.as(bulkVerifyAnswer.strict())).toEqual({ verified: 3, skipped: 3 });
    const leads = await list(`?eventId=${event.id}`);
    expect(leads.map(({ status }) => status)).toEqual([
      'verified',
      'verified',
      'verified',
      'promoted',
      'pending',
    ]);
    expect(leads.map(({ verifiedAt }) => verifiedAt !== null)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    // Those that were verified before keep their own moment.
    expect(leads[2]?.verifiedAt).toBe('2024-05-15T09:03:00+00:00');
    expect((await verify([a])).as(bulkVerifyAnswer)).toEqual({ verified: 0, skipped: 1 });
  });

  it.each([
    [[], 'Select at least one lead'],
    [undefined, 'Select at least one lead'],
    ['all', 'Select at least one lead'],
    [[nobody, 'x'], 'The id must be a UUID'],
    [[nobody, null], 'The id must be a UUID'],
    [[[nobody]], 'The id must be a UUID'],
  ])('refuses %j', async (leadIds, sentence) => {
    expect((await verify(leadIds)).refusal).toEqual([400, sentence]);
  });

  it('verifies nothing when one id is malformed', async () => {
    const event = await createEvent(api.admin);
    const [row] = await insertLeads(api, event.id, [{}]);
    expect((await verify([row?.id, 'x'])).status).toBe(400);
    expect((await list(`?eventId=${event.id}`))[0]?.status).toBe('pending');
  });

  it('verifies every lead once when selections overlap at the same time', async () => {
    const event = await createEvent(api.admin);
    const ids = idsOf(
      await insertLeads(
        api,
        event.id,
        Array.from({ length: 2000 }, () => ({})),
      ),
    );
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids.slice(0, 900), ids.slice(600), ids.toSorted(), ids].map(verify),
    );
    const counts = answers.map((answer) => answer.as(bulkVerifyAnswer).verified);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(2000);
  });
});

describe('verifying leads whose event is being deleted', () => {
  // Whichever way the deletion goes through them, in one of the two it meets the verification.
  it.each([
    ['earlier', (ids: string[]) => ids.toSorted()],
    ['later', (ids: string[]) => ids.toSorted().reverse()],
  ])('works, and so does the deletion, when the %s id was there first', async (_, order) => {
    const event = await createEvent(api.admin);
    const leadIds = order([randomUUID(), randomUUID()]);
    await insertLeads(
      api,
      event.id,
      leadIds.map((id) => ({ id })),
    );
    const { calls } = await api.sql.begin(async (tx) => {
      await tx`select from leads where id = ${leadIds[0] ?? ''} for update`;
      const deletion = api.admin.delete(`/api/events/${event.id}`);
      await standstill(api.sql, [deletion]);
      const calls = [deletion, api.admin.post('/api/leads/bulk-verify', { leadIds })];
      await standstill(api.sql, calls);
      return { calls };
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

/** Asks for a list and goes away when the first piece of it has come. */
function readTheBeginning(query: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = `${api.admin.url}/api/leads${query}`;
    const headers = { authorization: `Bearer ${api.admin.token}` };
    const request = get(url, { agent: false, headers }, (response) => {
      response.once('data', () => {
        request.destroy();
        resolve();
      });
    });
    request.on('error', reject);
  });
}

describe('very many leads', () => {
  const MANY = 20_000;
  let event: { id: string };
  beforeAll(async () => {
    event = await createEvent(api.admin);
    await api.sql`
      insert into leads (event_id, name, phone, email, submitted_at, fingerprint)
      select ${event.id}, 'Guest "' || n || '" \\ é', '07' || lpad((n % 15000)::text, 9, '0'),
             case when n % 2 = 0 then 'guest' || n || '@example.com' end,
             timestamptz '2024-05-15 09:00Z' + (n / 3) * interval '1 second', sha256('')
      from generate_series(1, ${MANY}) n`;
  });

  it('come as one complete JSON list, in order', async () => {
    const answer = await api.admin.get(`/api/leads?eventId=${event.id}`);
    const leads = answer.as(adminLeads);
    const stored = await api.sql<{ id: string }[]>`
      select id from leads where event_id = ${event.id} order by submitted_at desc, id desc`;
    expect(idsOf(leads)).toEqual(idsOf([...stored]));
    expect(leads.filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(5000);
    const exported = await api.admin.get(`/api/leads/export?eventId=${event.id}`);
    expect(namesOf(exported.as(z.array(leadExportRow)))).toEqual(namesOf(leads));
  });

  it('can be left half-way, as often as one likes', async () => {
    // More than there are database connections: none of them may stay with a list nobody reads.
    for (let reader = 0; reader < 12; reader++) await readTheBeginning(`?eventId=${event.id}`);
    expect((await api.admin.get(`/api/leads?eventId=${event.id}&limit=1`)).status).toBe(200);
  });

  it('are verified in one call of 50,000 ids', async () => {
    const stored = await api.sql<{ id: string }[]>`
      select id from leads where event_id = ${event.id}`;
    const leadIds = idsOf([...stored]);
    while (leadIds.length < 50_000) leadIds.push(randomUUID());
    const answer = await api.admin.post('/api/leads/bulk-verify', { leadIds });
    expect(answer.as(bulkVerifyAnswer)).toEqual({ verified: MANY, skipped: 50_000 - MANY });
    const [left] = await api.sql`
      select count(*)::int as pending from leads
      where event_id = ${event.id} and status = 'pending'`;
    expect(left).toEqual({ pending: 0 });
  });
});

describe('an event that has filled up since the statistics were made', () => {
  it('is not read again for every lead of a page', async () => {
    // One connection, so that all that is read is counted.
    const fresh = await startApi({}, undefined, { connections: 1 });
    onTestFinished(() => fresh.close());
    await fresh.sql`alter table leads set (autovacuum_enabled = off)`;
    const [old, full] = [await createEvent(fresh.admin), await createEvent(fresh.admin)];
    const fill = (eventId: string, count: number) => fresh.sql`
      insert into leads (event_id, name, phone, email, fingerprint, submitted_at)
      select ${eventId}::uuid, 'Visitor', '0880' || 1000000 + n, n || '@example.com', sha256(''),
             to_timestamp(n)
      from generate_series(1, ${count}) n`;
    await fill(old.id, 2000);
    await fresh.sql`vacuum analyze leads`;
    await fill(full.id, 20_000);

    const read = await rowsReadBy(fresh.sql, 'leads', async () => {
      const page = await findLeads(fresh.sql, { eventId: full.id, limit: 5 }, undefined);
      expect(page).toHaveLength(5);
    });
    // All of the event may have been sorted once.
    expect(read).toBeLessThan(20_000 + 500);
  });
});

describe('deleting a lead', () => {
  it('answers with its id and takes that one away', async () => {
    const event = await createEvent(api.admin);
    const [gone, kept] = await insertLeads(api, event.id, [{}, {}]);
    const answer = await api.admin.delete(`/api/leads/${gone?.id}`);
    expect([answer.status, answer.as(deleted.strict())]).toEqual([200, { id: gone?.id }]);
    expect(idsOf(await list(`?eventId=${event.id}`))).toEqual([kept?.id]);
    expect((await api.admin.delete(`/api/leads/${gone?.id}`)).refusal).toEqual([
      404,
      'Lead not found',
    ]);
  });
});

describe('a lead that has won', () => {
  it('cannot be deleted or moved, but edited', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const winner = await verifiedLead(api, event.id);
    const drawn = await api.admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: null });
    expect(drawn.status).toBe(201);
    const path = `/api/leads/${winner.id}`;

    expect((await api.admin.delete(path)).refusal).toEqual([
      409,
      'This lead has won a prize and cannot be deleted',
    ]);
    const moved = await api.admin.patch(path, { eventId: other.id, name: 'Moved Away' });
    expect(moved.refusal).toEqual([
      409,
      'This lead has won a prize and cannot be moved to another event',
    ]);
    expect(namesOf(await list(`?eventId=${event.id}`))).toEqual([winner.name]);
    // A form that sends everything sends the event that the lead is in.
    const edited = await api.admin.patch(path, { eventId: event.id, name: 'Right Name' });
    expect(edited.as(adminLead).name).toBe('Right Name');
    // The id is still its own: nothing of the failed deletion stayed.
    expect((await api.sql`select from deleted_leads where id = ${winner.id}`).length).toBe(0);
  });
});

describe("a volunteer's own leads", () => {
  it('are those that the volunteer has sent, newest first', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const [me, colleague] = [
      await createVolunteer(api, [event.id, other.id]),
      await createVolunteer(api, [event.id]),
    ];
    const mine: string[] = [];
    for (const eventId of [event.id, other.id, event.id]) {
      const answer = await me.client.post('/api/leads', { eventId, ...somebody() });
      mine.push(answer.as(ownLead).id);
    }
    await colleague.client.post('/api/leads', { eventId: event.id, ...somebody() });
    await submitLead(me.client, event.id);
    const [first = '', second = '', third = ''] = mine;
    for (const [minute, id] of [second, third, first].entries()) {
      await api.sql`update leads set submitted_at = ${at(minute)} where id = ${id}`;
    }

    const answer = await me.client.get('/api/volunteer/leads');
    const leads = answer.as(z.array(ownLead.strict()));
    expect(idsOf(leads)).toEqual([first, third, second]);
    expect(leads[0]).toMatchObject({ submittedAt: '2024-05-15T09:02:00+00:00', eventId: event.id });
    const admins = await api.admin.get('/api/volunteer/leads');
    expect(admins.as(z.array(ownLead))).toEqual([]);
  });
});
