import {
  bulkVerifyResponse,
  leadExportRow,
  leadFlagCounts,
  leadTally,
  submitter,
} from '@drawbridge/contract/collecting/lead-lists';
import { type AdminLead, adminLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { foldText } from '@drawbridge/contract/collecting/search';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../../test/database/property-runs.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  submitLead,
  UNKNOWN_ID,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { adminLeads, at, idsOf, insertLeads, listLeads, namesOf } from '../../test/world/leads.ts';
import { eventWithPeople } from '../../test/world/raffle.ts';

const api = await startApi();
afterAll(() => api.close());

const list = (query: string, from = api) => listLeads(from, query);

describe('the list of leads', () => {
  it('shows every field, newest first', async () => {
    const event = await createEvent(api.admin);
    const volunteer = await createVolunteer(api, [event.id]);
    const [old, older] = await insertLeads(api, event.id, [
      { submittedAt: at(2) },
      { submittedAt: at(1), email: 'guest@example.com', status: 'promoted', source: 'volunteer' },
    ]);
    const input = { eventId: event.id, ...newContact() };
    const ownedLead = (await volunteer.client.post('/api/leads', input)).as(ownLead);

    const nothing = {
      answers: {},
      incomplete: false,
      imported: false,
      channel: null,
      submittedBy: null,
      submitterName: null,
      verifiedAt: null,
      consentVersion: null,
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
    const e164 = (lead?: { phone: string }) => `+44${lead?.phone.slice(1)}`;
    expect(await list(`?eventId=${event.id}`)).toEqual([
      {
        ...ownedLead,
        ...nothing,
        channel: 'volunteer',
        submittedBy: volunteer.id,
        submitterName: 'Priya Shah',
        consentVersion: event.consentVersion,
        phoneE164: e164(ownedLead),
      },
      { ...old, ...nothing, submittedAt: '2024-05-15T09:02:00+00:00', phoneE164: e164(old) },
      {
        ...older,
        ...nothing,
        submittedAt: '2024-05-15T09:01:00+00:00',
        verifiedAt: '2024-05-15T09:01:00+00:00',
        notInDraw: 'promoted',
        phoneE164: e164(older),
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

    const response = await api.admin.get(`/api/leads/export?eventId=${event.id}`);
    expect(response.as(z.array(leadExportRow.strict()))).toEqual([
      {
        name: 'Zoë',
        email: 'z@e.fr',
        phone: '07700900002',
        status: 'verified',
        source: 'qr',
        imported: false,
        submittedAt: '2024-05-15T09:02:00+00:00',
      },
      {
        name: '=1+1',
        email: null,
        phone: '07700900001',
        status: 'pending',
        source: 'volunteer',
        imported: false,
        submittedAt: '2024-05-15T09:01:00+00:00',
      },
    ]);
  });
});

describe('a file of leads', () => {
  const save = async (body: object) => api.admin.post('/api/leads/export', body);

  it('has the specified columns, a mark for Excel, harmless cells and the times of a clock', async () => {
    const event = await createEvent(api.admin);
    await insertLeads(api, event.id, [
      { name: '=1+1', phone: '07700900001', submittedAt: at(1), source: 'volunteer' },
      { name: 'Zoë "Zo"', phone: '07700900002', submittedAt: at(2), email: 'z@e.fr' },
    ]);
    const file = await save({ eventId: event.id, format: 'csv', timeZone: 'Pacific/Auckland' });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.text).toBe(
      [
        '"Name","Email","Phone","Status","Source","Submitted At"',
        '"Zoë ""Zo""","z@e.fr","07700900002","pending","qr","2024-05-15 21:02:00"',
        `"'=1+1","","07700900001","pending","volunteer","2024-05-15 21:01:00"`,
      ].join('\r\n'),
    );
    // Without a time zone in the request, times are in the event's time zone.
    await api.admin.patch(`/api/events/${event.id}`, { timeZone: 'Asia/Tokyo' });
    const local = await save({ eventId: event.id, format: 'csv' });
    expect(local.text).toContain('2024-05-15 18:02:00');
    const empty = await save({ eventId: event.id, q: 'nobody', format: 'csv' });
    expect(empty.text).toBe('"Name","Email","Phone","Status","Source","Submitted At"');
  });

  it('has those that match, in the order of the list, with their event and consent', async () => {
    const event = await createEvent(api.admin, { name: 'Winter Fair' });
    await insertLeads(api, event.id, [{ name: 'Wei' }, { name: 'Amara' }, { name: 'Other' }]);
    await api.sql`
      update leads set consent_id = ${event.consentVersion}, marketing = false, channel = 'import',
                       source = 'volunteer'
      where event_id = ${event.id} and name = 'Amara'`;
    const body = { eventId: event.id, sort: 'name', format: 'csv', details: true };
    const lines = (await save({ ...body, q: 'e' })).text.split('\r\n');
    // Everybody has one chance.
    expect(lines[0]).toMatch(/"Submitted At","Event","Consent","Consent Version","Marketing"$/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['"Other"', '"Wei"']);
    expect(lines[1]).toMatch(/"Winter Fair","","",""$/);
    await api.admin.patch(`/api/events/${event.id}`, { maxChances: 5 });
    const [, amara] = (await save({ ...body, q: 'a' })).text.split('\r\n');
    expect(amara).toContain('"import"');
    expect(amara).toMatch(new RegExp(`","${event.consentVersion}","no","1"$`));
  });
});

describe('the submitters of leads', () => {
  it('is listed by the latest name, also after the account is gone, and filters the list', async () => {
    const event = await createEvent(api.admin);
    const [priya, tom] = [
      await createVolunteer(api, [event.id]),
      await createVolunteer(api, [event.id]),
    ];
    const add = ({ client }: typeof priya, name: string) =>
      client.post('/api/leads', { eventId: event.id, ...newContact(), name });
    await add(priya, 'Of Priya');
    await add(tom, 'Of Tom');
    await submitLead(api.anyone, event.id, { name: 'Of Nobody' });
    await api.sql`update leads set submitter_name = 'Tom Ellis' where submitted_by = ${tom.id}`;
    await api.admin.delete(`/api/users/${tom.id}`);

    const response = await api.admin.get(`/api/leads/submitters?eventId=${event.id}`);
    const submitters = response.as(z.array(submitter.strict()));
    expect(submitters).toEqual([
      { key: priya.id, name: 'Priya Shah' },
      { key: 'former Tom Ellis', name: 'Tom Ellis' },
    ]);
    const names = async (key: string) =>
      namesOf(await list(`?eventId=${event.id}&addedBy=${encodeURIComponent(key)}`));
    expect(await names(priya.id)).toEqual(['Of Priya']);
    expect(await names('former Tom Ellis')).toEqual(['Of Tom']);
    expect(await names('public')).toEqual(['Of Nobody']);
    const all = await api.admin.get('/api/leads/submitters');
    expect(all.as(z.array(submitter))).toEqual(expect.arrayContaining(submitters));
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

  it('is the same in the whole list, in pages and in single leads, for any population', async () => {
    const quiet = await startApi();
    onTestFinished(() => quiet.close());
    const events = [await createEvent(quiet.admin), await createEvent(quiet.admin)];
    // Few phones, addresses and timestamps, so that they collide often.
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
        // Oldest first, as in the definition of a duplicate.
        const sorted = rows.sort((a, b) =>
          `${a.submittedAt} ${a.id}` < `${b.submittedAt} ${b.id}` ? -1 : 1,
        );
        const expected = sorted
          .map(({ id, eventId, phone, email }, index) => ({
            id,
            entries: sorted.filter((one) => one.eventId === eventId && one.phone === phone).length,
            duplicateOf:
              sorted
                .slice(0, index)
                .find(
                  (one) =>
                    one.eventId === eventId &&
                    (one.phone === phone || (email !== null && one.email === email)),
                )?.id ?? null,
          }))
          .reverse();

        const whole = await list('', quiet);
        expect(whole.map(({ id, entries, duplicateOf }) => ({ id, entries, duplicateOf }))).toEqual(
          expected,
        );
        expect(await walk(`?limit=${limit}`, quiet)).toEqual(whole);
        for (const { id } of events) {
          const eventLeads = whole.filter(({ eventId }) => eventId === id);
          expect(await list(`?eventId=${id}`, quiet)).toEqual(eventLeads);
        }
        // The filters may exclude the earlier lead, or some of the entries.
        const late = whole.filter(
          ({ submittedAt }) => Date.parse(submittedAt) >= Date.parse(at(2)),
        );
        expect(await list(`?from=${at(2)}`, quiet)).toEqual(late);
        expect(await walk(`?from=${at(2)}&limit=${limit}`, quiet)).toEqual(late);
        const found = whole.filter(
          ({ phone, email }) => phone === '07000000002' || email === 'b@x.org',
        );
        const samePhone = found.filter(({ phone }) => phone === '07000000002');
        expect(await list('?q=07000000002', quiet)).toEqual(samePhone);
        const sameEmail = found.filter(({ email }) => email === 'b@x.org');
        expect(await list('?q=b@x.org', quiet)).toEqual(sameEmail);
        const [any] = whole;
        if (any) {
          const single = await quiet.admin.patch(`/api/leads/${any.id}`, {});
          expect(single.as(adminLead)).toEqual(any);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

/** Reads all pages. Calls `between` before every page but the first. */
async function walk(query: string, from: TestApi, between?: () => Promise<unknown>) {
  const leads: AdminLead[] = [];
  for (let path: string | undefined = `/api/leads${query}`; path; ) {
    const response = await from.admin.get(path);
    const page = response.as(adminLeads);
    leads.push(...page);
    path = response.next;
    if (path) await between?.();
  }
  return leads;
}

describe('pages of leads', () => {
  it('stay the same leads while new ones arrive and seen ones go', async () => {
    const event = await createEvent(api.admin);
    const before = await insertLeads(
      api,
      event.id,
      Array.from({ length: 20 }, (_, i) => ({ submittedAt: at(i) })),
    );
    const newestFirst = before.toReversed();
    const response = await walk(`?eventId=${event.id}&limit=3`, api, async () => {
      await submitLead(api.anyone, event.id);
      // The newest lead is on the first page. It is deleted before the next one.
      await api.admin.delete(`/api/leads/${newestFirst[0]?.id}`);
    });
    expect(idsOf(response)).toEqual(idsOf(newestFirst));
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

  it('follow each other in every order', async () => {
    const event = await createEvent(api.admin);
    const names = ['zoë', 'Élodie', 'Ella', 'Emil', 'ella', 'Ella'];
    const rows = await insertLeads(
      api,
      event.id,
      names.map((name, minute) => ({ name, submittedAt: at(minute) })),
    );
    const eventQuery = `?eventId=${event.id}&limit=2`;
    expect(idsOf(await walk(`${eventQuery}&sort=oldest`, api))).toEqual(idsOf(rows));
    // Newer leads come first among equal names.
    const sortedByName = [rows[5], rows[4], rows[2], rows[1], rows[3], rows[0]].map(
      (row) => row?.id,
    );
    expect(idsOf(await walk(`${eventQuery}&sort=name`, api))).toEqual(sortedByName);
    const search = `${eventQuery}&sort=oldest&q=el`;
    expect(namesOf(await walk(search, api))).toEqual(['Élodie', 'Ella', 'ella', 'Ella']);
    const unsorted = await api.admin.get(`/api/leads${eventQuery}`);
    const mixed = await api.admin.get(`${unsorted.next}&sort=name`);
    expect(mixed.problem).toEqual([400, 'The cursor is not valid']);
  });

  it('have what few leads match, however old they are', async () => {
    const event = await createEvent(api.admin);
    await insertLeads(api, event.id, [{ name: 'The Oldest', submittedAt: '2020-01-01T00:00Z' }]);
    await api.sql`
      insert into leads (event_id, name, phone, phone_key, fingerprint)
      select ${event.id}::uuid, 'Visitor', '0770' || 1000000 + n, '0770' || 1000000 + n, sha256('')
      from generate_series(1, 6000) n`;
    for (const query of ['q=oldest', 'q=oldest&status=pending', 'sort=oldest']) {
      const leads = await list(`?eventId=${event.id}&limit=1&${query}`);
      expect(namesOf(leads)).toEqual(['The Oldest']);
    }
    await api.sql`delete from leads where event_id = ${event.id}`;
  });

  it('have no Link when nothing can follow', async () => {
    const event = await createEvent(api.admin);
    await insertLeads(api, event.id, [{}, {}]);
    const link = async (query: string) =>
      (await api.admin.get(`/api/leads?eventId=${event.id}${query}`)).headers.get('link');
    expect(await link('&limit=3')).toBeNull();
    expect(await link('&limit=2')).toBeNull();
    expect(await link('&status=pending')).toBeNull();
    expect(await link('')).toBeNull();
    expect(await link('&limit=1')).toMatch(/^<\/api\/leads\?.*cursor=[\w-]+>; rel="next"$/);
  });
});

describe('filters', () => {
  let event: { id: string };
  beforeAll(async () => {
    event = await createEvent(api.admin, { timeZone: 'UTC' });
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
    ['q=%25', ['100% sure']],
    ['q=_', ['Élodie', 'snake_case']],
    ['q=%5C', ['back\\slash']],
    ['q=plAIN', ['Plain']],
    ['q=%C3%A9lod', ['Élodie']],
    ['q=ELODIE', ['Élodie']],
    ['q=e%CC%81lod', ['Élodie']],
    ['q=example%20elod', ['Élodie']],
    ['q=sure%20100', ['100% sure']],
    ['q=plain%207946', ['Plain']],
    ['q=LAST%40example', ['Élodie']],
    ['q=2079', ['Plain']],
    ['q=%2B44%2020', ['Plain']],
    ['q=0', ['Plain', 'Élodie', 'back\\slash', 'snake_case', '100% sure']],
    ['q=000', ['Élodie', 'back\\slash', 'snake_case', '100% sure']],
    ['q=', ['Plain', 'Élodie', 'back\\slash', 'snake_case', '100% sure']],
    ['from=2024-05-15&to=2024-05-15', ['back\\slash', 'snake_case']],
    ['from=2024-05-16', ['Plain', 'Élodie']],
    ['to=2024-05-14', ['100% sure']],
    ['from=2024-05-17T13:00:00%2B01:00', ['Plain']],
    ['from=2024-05-17T12:00:00.001Z', []],
    ['to=2024-05-15T00:00:00Z', ['snake_case', '100% sure']],
  ])('%s', async (query, names) => {
    const leads = await list(`?eventId=${event.id}&${query}`);
    expect(namesOf(leads)).toEqual(names);
    const counts = await api.admin.get(`/api/leads/counts?eventId=${event.id}&${query}`);
    const count = (status: string) => leads.filter((lead) => lead.status === status).length;
    expect(counts.as(leadTally.strict())).toEqual({
      pending: count('pending'),
      verified: count('verified'),
      promoted: count('promoted'),
      at: expect.any(String),
    });
  });

  it("take the days of the event's clock", async () => {
    const ownEvent = await createEvent(api.admin, { timeZone: 'America/New_York' });
    await insertLeads(api, ownEvent.id, [
      { name: 'Late', submittedAt: '2024-05-16T03:59:59.999Z' },
      { name: 'Next', submittedAt: '2024-05-16T04:00:00.000Z' },
    ]);
    const onDay = async (day: string) =>
      namesOf(await list(`?eventId=${ownEvent.id}&from=${day}&to=${day}`));
    expect(await onDay('2024-05-15')).toEqual(['Late']);
    expect(await onDay('2024-05-16')).toEqual(['Next']);
  });

  it('find those who have won, in lists, counts, files and bulk verifications', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const [absent, present] = [
      (await raffle.draw()).as(raffleResult),
      (await raffle.draw()).as(raffleResult),
    ];
    await raffle.forfeit(absent.number);
    await submitLead(api.anyone, eventId);
    const namesFound = async (query: string) => namesOf(await list(`?eventId=${eventId}&${query}`));
    expect(await namesFound('won=true')).toEqual([present.winner.name]);
    expect(await namesFound('won=true&limit=10')).toEqual([present.winner.name]);
    expect(await namesFound('won=false')).toHaveLength(3);
    expect(await namesFound('won=false&limit=10&status=pending')).toHaveLength(1);
    const counts = await api.admin.get(`/api/leads/counts?eventId=${eventId}&won=true`);
    expect(counts.as(leadTally)).toMatchObject({ pending: 0, verified: 1, promoted: 0 });
    const file = await api.admin.post('/api/leads/export', { eventId, won: 'true', format: 'csv' });
    expect(file.text.split('\r\n')).toHaveLength(2);
    const verify = async (won: string) =>
      (await api.admin.post('/api/leads/bulk-verify', { filter: { eventId, won } })).as(
        bulkVerifyResponse,
      ).verified;
    expect([await verify('true'), await verify('false')]).toEqual([0, 1]);
  });

  it('find a lead by its id, for links from the audit trail', async () => {
    const [lead] = await list(`?eventId=${event.id}&limit=1`);
    expect(namesOf(await list(`?q=${lead?.id.toUpperCase()}`))).toEqual(['Plain']);
    expect(await list(`?q=${UNKNOWN_ID}`)).toEqual([]);
  });
});

describe('a search', () => {
  it('folds names in the database as the contract does', async () => {
    const event = await createEvent(api.admin);
    const names = [
      'Sørensen',
      'ŁUKASZ Żółć',
      'Weiß',
      'İnci Işık',
      'Nguyễn Đức',
      'Ægir Þór',
      'Ἀχιλλεύς',
    ];
    await insertLeads(
      api,
      event.id,
      names.map((name) => ({ name })),
    );
    for (const name of names) {
      const q = encodeURIComponent(foldText(name).split(' ').reverse().join(' '));
      expect(namesOf(await list(`?eventId=${event.id}&q=${q}`))).toEqual([name]);
    }
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
      const response = await me.client.post('/api/leads', { eventId, ...newContact() });
      mine.push(response.as(ownLead).id);
    }
    await colleague.client.post('/api/leads', { eventId: event.id, ...newContact() });
    await submitLead(me.client, event.id);
    const [first = '', second = '', third = ''] = mine;
    for (const [minute, id] of [second, third, first].entries()) {
      await api.sql`update leads set submitted_at = ${at(minute)} where id = ${id}`;
    }

    const response = await me.client.get('/api/volunteer/leads');
    const leads = response.as(z.array(ownLead.strict()));
    expect(idsOf(leads)).toEqual([first, third, second]);
    expect(leads[0]).toMatchObject({ submittedAt: '2024-05-15T09:02:00+00:00', eventId: event.id });
    const admins = await api.admin.get('/api/volunteer/leads');
    expect(admins.as(z.array(ownLead))).toEqual([]);
  });
});

it('says of each lead why it is not in the next draw, and lists those with more chances and those who are here', async () => {
  const event = await createEvent(api.admin, { country: 'GB', maxChances: 5 });
  const winner = await verifiedLead(api, event.id, { name: 'Winner', phone: '07400 900201' });
  await api.admin.post(`/api/events/${event.id}/draw-winner`, {});
  await submitLead(api.anyone, event.id, { name: 'Waiting' });
  const promoted = await verifiedLead(api, event.id, { name: 'Promoted' });
  await api.admin.patch(`/api/leads/${promoted.id}`, { status: 'promoted' });
  await verifiedLead(api, event.id, { name: 'Same Number', phone: '+44 7400 900201' });
  await verifiedLead(api, event.id, { name: 'Same Address', email: String(winner.email) });
  const absent = await verifiedLead(api, event.id, { name: 'Absent' });
  const presentLead = await verifiedLead(api, event.id, { name: 'Present' });
  await api.admin.patch(`/api/leads/${presentLead.id}`, { chances: 4 });
  const reasons = async () =>
    Object.fromEntries(
      (await listLeads(api, `?eventId=${event.id}`)).map(({ name, notInDraw }) => [
        name,
        notInDraw,
      ]),
    );
  const expected = {
    Winner: 'won',
    Waiting: 'pending',
    Promoted: 'promoted',
    'Same Number': 'shared',
    'Same Address': 'shared',
    Absent: null,
    Present: null,
  };
  expect(await reasons()).toEqual(expected);
  // The same people are eligible.
  const eligible = await api.sql<{ name: string }[]>`
    select name from eligible_leads(${event.id}) order by name`;
  expect(namesOf([...eligible])).toEqual(['Absent', 'Present']);

  await api.admin.post(`/api/events/${event.id}/roll-calls`, {});
  await api.admin.post(`/api/leads/${presentLead.id}/here`);
  expect(await reasons()).toEqual({ ...expected, Absent: 'absent' });
  const named = async (query: string) =>
    namesOf(await listLeads(api, `?eventId=${event.id}&${query}`));
  expect(await named('here=true')).toEqual(['Present']);
  expect(await named('manyChances=true')).toEqual(['Present']);
  expect((await named('notInDraw=false')).sort()).toEqual(['Present']);
  await api.admin.delete(`/api/events/${event.id}/roll-calls/current`);
  expect((await reasons()).Absent).toBeNull();
  expect(absent.name).toBe('Absent');

  // Pages in the order of chances.
  const first = await api.admin.get(`/api/leads?eventId=${event.id}&sort=chances&limit=3`);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await api.admin.get(next);
  const all = [...first.as(adminLeads), ...second.as(adminLeads)];
  expect(all[0]?.name).toBe('Present');
  expect(new Set(idsOf(all)).size).toBe(6);
});

describe('the marks of leads', () => {
  it('are counted, and each is a filter that finds the same leads', async () => {
    const event = await createEvent(api.admin, { country: 'GB' });
    const other = await createEvent(api.admin, { country: 'GB' });
    const enter = (name: string, phone: string, email = '', eventId = event.id) =>
      submitLead(api.anyone, eventId, { name, phone, email });
    await enter('First', '07400 900121', 'one@example.com');
    await enter('Same Phone', '+44 7400 900121');
    await enter('Same Both', '07400 900121', 'one@example.com');
    await enter('Same E-mail', '07400 900122', 'one@example.com');
    await enter('Doubtful', '01234 5678901234');
    await enter('Elsewhere', '07400 900121', 'one@example.com', other.id);
    const winner = await verifiedLead(api, event.id, { name: 'Winner', phone: '07400 900123' });
    await api.admin.post(`/api/events/${event.id}/draw-winner`, {});

    const countFlagsOf = async (query: string) =>
      (await api.admin.get(`/api/leads/marks?${query}`)).as(leadFlagCounts.strict());
    const eventQuery = `eventId=${event.id}`;
    const none = { manyChances: 0, here: 0 };
    const counts = {
      invalidPhone: 1,
      duplicate: 3,
      incomplete: 0,
      won: 1,
      imported: 0,
      ...none,
      notInDraw: 6,
    };
    expect(await countFlagsOf(eventQuery)).toEqual(counts);
    const ofOne = {
      invalidPhone: 1,
      duplicate: 0,
      incomplete: 0,
      won: 0,
      imported: 0,
      ...none,
      notInDraw: 1,
    };
    expect(await countFlagsOf(`${eventQuery}&q=doubtful`)).toEqual(ofOne);
    expect((await countFlagsOf('')).duplicate).toBeGreaterThanOrEqual(3);
    // Counting them in all events would read every lead.
    expect((await countFlagsOf('')).notInDraw).toBeNull();
    // With too many leads to compare them all, the filter requires an event.
    await api.sql`
      insert into lead_counts (kind, event_id, status, source, imported, n)
      values ('event', ${event.id}, 'pending', 'visitor', false, 100000)`;
    expect((await countFlagsOf('')).duplicate).toBeNull();
    expect((await countFlagsOf(eventQuery)).duplicate).toBe(3);
    const tooMany = [400, 'There are too many leads to find all duplicates. Choose an event.'];
    expect((await api.admin.get('/api/leads?duplicate=true&limit=5')).problem).toEqual(tooMany);
    await api.sql`delete from lead_counts where n = 100000`;
    const named = async (query: string) =>
      namesOf(await listLeads(api, `?${eventQuery}&${query}`)).sort();
    const everybody = await named('');
    for (const [filter, names] of [
      ['invalidPhone', ['Doubtful']],
      ['duplicate', ['Same Both', 'Same E-mail', 'Same Phone']],
      ['won', [winner.name]],
      ['manyChances', []],
      ['here', []],
      ['imported', []],
    ] as const) {
      expect(await named(`${filter}=true`)).toEqual(names);
      expect(await named(`${filter}=true&limit=5`)).toEqual(names);
      const others = everybody.filter((name) => !(names as readonly string[]).includes(name));
      expect(await named(`${filter}=false`)).toEqual(others);
    }
  });
});
