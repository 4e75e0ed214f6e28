import { adminLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { leadDetails, personData } from '@drawbridge/contract/collecting/personal-data';
import { problemDocument } from '@drawbridge/contract/core/problem-document';
import { type AdminEvent, adminEvent } from '@drawbridge/contract/events/events';
import { sponsor } from '@drawbridge/contract/events/sponsors';
import {
  newSponsorLink,
  type SharingInput,
  sharing,
  sponsorPage,
  sponsorReport,
  sponsorSession,
} from '@drawbridge/contract/outreach/sponsor-pages';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { newProgram } from '../../test/checks/callers.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { type ApiResponse, Client } from '../../test/world/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  logo,
  newContact,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
});
afterAll(() => api.close());

const PROGRAM = { accept: 'application/problem+json' };
const topic = crypto.randomUUID();
const note = crypto.randomUUID();

async function addSponsor(eventId: string, name: string | null = 'Acme'): Promise<string> {
  return (await api.admin.post('/api/sponsors', { eventId, name, logo })).as(sponsor).id;
}
const share = (id: string, fields: Partial<SharingInput> = {}) =>
  api.admin.send('PUT', `/api/sponsors/${id}/sharing`, {
    ...{ asked: true, questions: [], prizes: [] },
    ...fields,
  });
const makeLink = async (id: string, password?: string) =>
  (await api.admin.post(`/api/sponsors/${id}/link`, { password })).as(newSponsorLink).secret;
const open = (body: object) => api.anyone.post('/api/sponsor-page/session', body);
async function opened(secret: string): Promise<Client> {
  const { token } = (await open({ secret })).as(sponsorSession);
  return new Client(api.anyone.url, { token, user: {} as never });
}
const read = async (id: string) =>
  (await api.admin.get('/api/events'))
    .as(z.array(adminEvent))
    .find((event) => event.id === id) as AdminEvent;
const agreementOf = async (eventId: string, sponsorId: string) =>
  (await read(eventId)).questions.findLast(
    (each) => each.sponsor?.id === sponsorId && !each.archived,
  );
const namesIn = async (page: Client) =>
  (await page.get('/api/sponsor-page')).as(sponsorPage).leads.map(({ name }) => name);

/** An event with two questions and two sponsors with consent questions. */
async function sponsoredEvent(fields: Record<string, unknown> = {}) {
  const { id: eventId } = await createEvent(api.admin, fields);
  await api.admin.send('PUT', `/api/events/${eventId}/questions`, {
    version: 1,
    questions: [
      {
        ...{ id: topic, kind: 'choice', label: 'Topic' },
        choices: [
          { id: 'boats', label: 'Boats' },
          { id: 'ropes', label: 'Ropes' },
        ],
      },
      { id: note, kind: 'text', label: 'Note', askedOf: 'both' },
    ],
  });
  const [acme, globex] = [await addSponsor(eventId), await addSponsor(eventId, 'Globex')];
  for (const id of [acme, globex]) await share(id, { questions: [topic] });
  const [toAcme, toGlobex] = [
    (await agreementOf(eventId, acme))?.id ?? '',
    (await agreementOf(eventId, globex))?.id ?? '',
  ];
  return { eventId, acme, globex, toAcme, toGlobex };
}

describe('an agreement', () => {
  it('is given by whoever enters, and afterwards only withdrawn, which is recorded', async () => {
    const { eventId, toAcme, toGlobex } = await sponsoredEvent();
    const { client: volunteer } = await createVolunteer(api, [eventId]);
    const program = await newProgram(api, ['leads:read', 'leads:write']);
    const own = await submitLead(api.anyone, eventId, { answers: { [toGlobex]: 1 } });
    const added = await volunteer.post('/api/leads', {
      ...{ eventId, ...newContact(), answers: { [toGlobex]: 1 } },
    });
    const ways: [Client, path: string][] = [
      [program, `/api/leads/${own.id}`],
      [api.admin, `/api/leads/${own.id}`],
      [volunteer, `/api/volunteer/leads/${added.as(ownLead).id}`],
    ];
    for (const [client, path] of ways) {
      for (const version of [0, 1]) {
        expect((await client.patch(path, { answers: { [toAcme]: version } })).problem).toEqual([
          400,
          'Only the person can agree to “Share my details with Acme”. Here it can only be withdrawn.',
        ]);
      }
      const response = await client.patch(path, { answers: { [toGlobex]: 1, [note]: 'Hello' } });
      expect(response.as(ownLead).answers).toEqual({ [toGlobex]: 1, [note]: 'Hello' });
    }
    for (const [client, path] of ways.slice(1)) {
      const withdrawn = await client.patch(path, { answers: { [toGlobex]: null } });
      expect(withdrawn.as(ownLead).answers).toEqual({ [note]: 'Hello' });
      const trail = await api.admin.get('/api/audit?kind=agreement-withdrawn');
      expect(trail.as(auditPage)[0]).toMatchObject({
        actor: { name: client.user?.username },
        subject: { id: withdrawn.as(ownLead).id },
        details: { agreement: 'Share my details with Globex' },
      });
      // An agreement cannot be given again either.
      expect((await client.patch(path, { answers: { [toGlobex]: 1 } })).status).toBe(400);
    }
  });

  it('is not given by a program for the person whom it adds', async () => {
    const { eventId, toAcme } = await sponsoredEvent();
    const program = await newProgram(api, ['leads:read', 'leads:write']);
    const send = (more: object) =>
      program.post('/api/leads', { eventId, ...newContact(), ...more }, PROGRAM);
    const forged = {
      field: `answers.${toAcme}`,
      message: 'Tokens cannot agree to “Share my details with Acme” for a person',
    };
    for (const version of [0, 1]) {
      const response = await send({ answers: { [toAcme]: version } });
      expect([response.status, response.as(problemDocument).fields]).toMatchObject([400, [forged]]);
    }
    const wrong = await send({ name: '', answers: { [toAcme]: 1 } });
    expect(wrong.as(problemDocument).fields).toMatchObject([{ field: 'name' }, forged]);
    const plain = await send({ marketing: true, answers: { [toAcme]: null, [note]: 'Hello' } });
    expect(plain.as(adminLead)).toMatchObject({ answers: { [note]: 'Hello' }, marketing: null });
  });

  it('is withdrawn when an integration replaces the person of a lead, but not when a user corrects it', async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent({ marketingText: 'Write to me' });
    const program = await newProgram(api, ['leads:read', 'leads:write']);
    const page = await opened(await makeLink(acme));
    const given = { answers: { [toAcme]: 1, [note]: 'Hello' }, marketing: true };
    for (const change of [
      { name: 'Vic Victim' },
      { phone: '07700 900998' },
      { email: 'victim@example.com', answers: { [toAcme]: 1 } },
    ]) {
      const { id } = await submitLead(api.anyone, eventId, given);
      const corrected = await api.admin.patch(`/api/leads/${id}`, { name: 'Jo Correct' });
      const { name, phone, email } = corrected.as(adminLead);
      const same = await program.patch(`/api/leads/${id}`, { name, phone, email, source: 'qr' });
      expect(same.as(adminLead)).toMatchObject(given);
      expect(await namesIn(page)).toEqual(['Jo Correct']);

      const changed = (await program.patch(`/api/leads/${id}`, change)).as(adminLead);
      expect(changed).toMatchObject({ answers: { [note]: 'Hello' }, marketing: null });
      expect(await namesIn(page)).toEqual([]);
      const trail = (await api.admin.get('/api/audit?kind=agreement-withdrawn')).as(auditPage);
      const withdrawn = trail.filter(({ subject }) => subject?.id === id);
      expect(withdrawn.map(({ details }) => details?.agreement).sort()).toEqual([
        'Marketing',
        'Share my details with Acme',
      ]);
      expect(withdrawn[0]?.actor?.name).toMatch(/^token /);
    }
  });

  it('with another text is not given by taking a lead to its event', async () => {
    const rules = { id: crypto.randomUUID(), kind: 'agreement', label: 'Rules', text: 'Be kind.' };
    const [from, to] = [await createEvent(api.admin), await createEvent(api.admin)];
    for (const [{ id }, text] of [
      [from, 'Be kind.'],
      [to, 'Pay.'],
    ] as const) {
      const questions = [{ ...rules, text }];
      await api.admin.send('PUT', `/api/events/${id}/questions`, { version: 1, questions });
    }
    const { id } = await submitLead(api.anyone, from.id, { answers: { [rules.id]: 1 } });
    const change = { eventId: to.id, answers: { [rules.id]: 1 } };
    expect((await api.admin.patch(`/api/leads/${id}`, change)).as(ownLead).answers).toEqual({});
  });
});

describe("a sponsor's page", () => {
  it('has exactly the leads who have agreed, with the answers that are shared', async () => {
    const { eventId, acme, globex, toAcme, toGlobex } = await sponsoredEvent();
    const enter = (name: string, answers: object) =>
      submitLead(api.anyone, eventId, { name, answers });
    await enter('Ann Acme', { [toAcme]: 1, [topic]: 'boats', [note]: 'Call me' });
    await enter('Gil Globex', { [toGlobex]: 1, [topic]: 'ropes' });
    const both = await enter('Bo Both', { [toAcme]: 1, [toGlobex]: 1 });
    await enter('Nell Nobody', { [topic]: 'boats' });
    const page = await opened(await makeLink(acme));
    const other = await opened(await makeLink(globex));
    expect(await namesIn(page)).toEqual(['Bo Both', 'Ann Acme']);
    expect(await namesIn(other)).toEqual(['Bo Both', 'Gil Globex']);

    const response = await page.get('/api/sponsor-page');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const shown = response.as(sponsorPage.strict());
    expect(shown).toMatchObject({
      sponsor: { name: 'Acme' },
      agreed: 2,
      questions: [{ id: topic, label: 'Topic' }],
      leads: [{ answers: {} }, { name: 'Ann Acme', answers: { [topic]: 'boats' } }],
    });
    // No ids of leads, no status, no other agreement, no answer that is not shared.
    for (const hidden of [both.id, 'pending', toGlobex, 'Call me', 'Nell']) {
      expect(response.text).not.toContain(hidden);
    }

    // Page by page; the URL of the next page does not reveal an id either.
    const first = await page.get('/api/sponsor-page?limit=1');
    const rest = await page.get(String(first.next));
    const names = [first, rest].map((one) => one.as(sponsorPage).leads.map(({ name }) => name));
    expect([...names, rest.next]).toEqual([['Bo Both'], ['Ann Acme'], undefined]);
    const cursor = new URL(String(first.next), api.anyone.url).searchParams.get('cursor') ?? '';
    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain(both.id);

    // A withdrawal takes effect at once: by an answer, by a deletion, by an erasure.
    const withdraw = (id: string, answers: object) =>
      api.admin.patch(`/api/leads/${id}`, { answers });
    await withdraw(both.id, { [toAcme]: null });
    expect(await namesIn(page)).toEqual(['Ann Acme']);
    expect(await namesIn(other)).toEqual(['Bo Both', 'Gil Globex']);
    await api.admin.delete(`/api/leads/${both.id}`);
    expect(await namesIn(other)).toEqual(['Gil Globex']);
  });

  it('is searched and sorted by what the sponsor sees, and not by answers that it does not', async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent();
    const enter = (name: string, more: object = {}) =>
      submitLead(api.anyone, eventId, { name, answers: { [toAcme]: 1, ...more } });
    await enter('Zoë Small', { [note]: 'has a secret' });
    await enter('adam Ant');
    await enter('Bea Small');
    await submitLead(api.anyone, eventId, { name: 'Nell Small' });
    const page = await opened(await makeLink(acme));
    const list = async (query: string) => {
      const response = await page.get(`/api/sponsor-page?${query}`);
      const { found, leads } = response.as(sponsorPage);
      return { found, names: leads.map(({ name }) => name), leads, next: response.next };
    };
    expect(await list('search=zoe small')).toMatchObject({ found: 1, names: ['Zoë Small'] });
    expect(await list('search=secret')).toMatchObject({ found: 0, names: [] });
    const sortedByName = await list('sort=name&limit=2');
    expect(sortedByName).toMatchObject({ found: 3, names: ['adam Ant', 'Bea Small'] });
    const rest = (await page.get(String(sortedByName.next))).as(sponsorPage);
    expect(rest.leads.map(({ name }) => name)).toEqual(['Zoë Small']);
    expect((await list('sort=oldest')).names).toEqual(['Zoë Small', 'adam Ant', 'Bea Small']);
    const [adam] = sortedByName.leads;
    await page.send('PUT', '/api/sponsor-page/note', { key: adam?.key, note: 'Wants a BÖAT' });
    expect(await list('search=boat')).toMatchObject({ names: ['adam Ant'] });
  });

  it('shows each lead once on its pages, also of those who came in the same moment', async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent();
    const names = ['Ann One', 'Ann Two', 'Bea Three', 'Bea Four', 'Cy Five'];
    for (const name of names)
      await submitLead(api.anyone, eventId, { name, answers: { [toAcme]: 1 } });
    await api.sql`
      update leads set submitted_at = (select min(submitted_at) from leads where event_id = ${eventId})
      where event_id = ${eventId}`;
    const page = await opened(await makeLink(acme));
    for (const sort of ['newest', 'oldest', 'name']) {
      const shown: string[] = [];
      let next: string | undefined = `/api/sponsor-page?limit=2&search=e&sort=${sort}`;
      while (next) {
        const response: Awaited<ReturnType<Client['get']>> = await page.get(next);
        const { agreed, found, leads } = response.as(sponsorPage);
        expect([agreed, found]).toEqual([5, 5]);
        shown.push(...leads.map(({ name }) => name));
        next = response.next;
      }
      expect(shown.toSorted()).toEqual(names.toSorted());
    }
    const none = (await page.get('/api/sponsor-page?search=nobody')).as(sponsorPage);
    expect(none).toMatchObject({ agreed: 5, found: 0, leads: [] });
  });

  it('keeps notes for its sponsor alone, until the lead, the agreement or the link ends', async () => {
    const { eventId, acme, globex, toAcme, toGlobex } = await sponsoredEvent();
    const both = { answers: { [toAcme]: 1, [toGlobex]: 1 } };
    const [one, other] = [
      await submitLead(api.anyone, eventId, { name: 'One', ...both }),
      await submitLead(api.anyone, eventId, { name: 'Other', ...both }),
    ];
    await submitLead(api.anyone, eventId, { name: 'Gil', answers: { [toGlobex]: 1 } });
    const [page, globexPage] = [
      await opened(await makeLink(acme)),
      await opened(await makeLink(globex)),
    ];
    const leadsOf = async (client: Client) =>
      (await client.get('/api/sponsor-page?sort=name')).as(sponsorPage).leads;
    const notesOf = async (client: Client) => (await leadsOf(client)).map((lead) => lead.note);
    const write = (client: Client, key: string | undefined, text: string | null) =>
      client.send('PUT', '/api/sponsor-page/note', { key, note: text });
    const stored = async () =>
      (await api.sql`select note from sponsor_notes where sponsor_id = any(${[acme, globex]})`).map(
        (row) => row.note,
      );

    const keys = (await leadsOf(page)).map(({ key }) => key);
    for (const key of keys) expect((await write(page, key, ' =HYPERLINK() ')).status).toBe(200);
    expect(await notesOf(page)).toEqual(['=HYPERLINK()', '=HYPERLINK()']);
    expect(await notesOf(globexPage)).toEqual([null, null, null]);
    const csv = (await page.post('/api/sponsor-page/file', { format: 'csv' })).text;
    expect(csv).toContain(`"'=HYPERLINK()"`);
    expect((await write(page, keys[0], null)).status).toBe(200);
    expect(await notesOf(page)).toEqual([null, '=HYPERLINK()']);
    // A person's data export contains the sponsors' notes.
    const statement = await api.admin.post('/api/people/export', { leadIds: [other.id] });
    expect(statement.as(personData).leads[0]?.sharedWith).toMatchObject([
      { sponsor: 'Acme', note: '=HYPERLINK()' },
      { sponsor: 'Globex', note: null },
    ]);
    expect((await write(page, keys[0], 'a'.repeat(501))).status).toBe(400);
    // A sponsor cannot write notes about leads that are not in its list.
    const [gil] = await leadsOf(globexPage);
    expect((await write(page, gil?.key, 'Mine')).problem).toEqual([404, 'Lead not found']);
    expect((await write(page, one.id, 'Mine')).status).toBe(404);
    expect((await write(api.admin, keys[0], 'Mine')).status).toBe(401);

    await write(page, keys[0], 'Acme of one');
    await write(globexPage, keys[0], 'Globex of one');
    await api.admin.patch(`/api/leads/${one.id}`, { answers: { [toAcme]: null } });
    expect((await stored()).sort()).toEqual(['=HYPERLINK()', 'Globex of one']);
    await api.admin.delete(`/api/leads/${other.id}`);
    expect(await stored()).toEqual(['Globex of one']);
    // A new link has the same readers.
    const renewed = await opened(await makeLink(globex));
    expect(await notesOf(renewed)).toContain('Globex of one');
    expect((await write(globexPage, keys[0], 'Late')).status).toBe(401);
    await api.admin.delete(`/api/sponsors/${globex}/link`);
    expect(await stored()).toEqual([]);
  });

  it('shows how often its logo was seen, counted without personal data', async () => {
    const { eventId, acme, globex } = await sponsoredEvent();
    const other = await sponsoredEvent();
    const view = (id: string) => api.anyone.post(`/api/events/${id}/form-views`);
    const reachOf = async (id: string) =>
      (await api.admin.get(`/api/sponsors/${id}/report`)).as(sponsorReport).reach;
    for (const id of [eventId, eventId]) expect((await view(id)).status).toBe(202);
    await expect.poll(async () => (await reachOf(acme)).formViews, { timeout: 20_000 }).toBe(2);
    const late = await addSponsor(eventId, 'Late');
    await view(eventId);
    await expect.poll(async () => (await reachOf(late)).formViews, { timeout: 20_000 }).toBe(1);
    expect((await reachOf(globex)).formViews).toBe(3);
    expect((await reachOf(other.acme)).formViews).toBe(0);
    expect((await view(crypto.randomUUID())).status).toBe(404);
    // One address counts at most this many form views in a minute; the form is still served.
    const limit = 300 * api.servers;
    const views = Array.from({ length: limit + 50 }, () => view(other.eventId));
    expect(new Set((await Promise.all(views)).map(({ status }) => status))).toEqual(new Set([202]));
    await expect
      .poll(async () => (await reachOf(other.acme)).formViews, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect((await reachOf(other.acme)).formViews).toBeLessThanOrEqual(limit);
  });

  it('is downloaded as a file in which no cell is a formula, with every download recorded', async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent({ timeZone: 'Asia/Tokyo' });
    await share(acme, { questions: [topic, note] });
    const formula = '=HYPERLINK("https://evil.example")';
    await submitLead(api.anyone, eventId, {
      name: '@SUM(A1)',
      answers: { [toAcme]: 1, [note]: formula },
    });
    await submitLead(api.anyone, eventId, { answers: { [topic]: 'boats' } });
    const page = await opened(await makeLink(acme));
    const csv = await page.post('/api/sponsor-page/file', { format: 'csv' });
    expect(csv.headers.get('cache-control')).toBe('no-store');
    const [head, ...rows] = csv.text.split('\r\n');
    expect(head).toContain('"Submitted At","Notes","Topic","Note"');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`"'@SUM(A1)"`);
    expect(rows[0]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect((await page.post('/api/sponsor-page/file', { format: 'xlsx' })).text.slice(0, 2)).toBe(
      'PK',
    );
    expect((await page.post('/api/sponsor-page/file', { format: 'pdf' })).status).toBe(400);

    await page.get('/api/sponsor-page');
    await page.get('/api/sponsor-page');
    const entries = (await api.admin.get(`/api/audit?eventId=${eventId}&limit=4`)).as(auditPage);
    const viewed = { kind: 'sponsor-leads-viewed', actor: { name: 'Acme (sponsor)' } };
    const file = { kind: 'sponsor-leads-downloaded', subject: { id: acme, name: 'Acme' } };
    expect(entries).toMatchObject([
      viewed,
      { ...file, details: { leads: 1, format: 'xlsx' } },
      { ...file, details: { leads: 1, format: 'csv' } },
      { kind: 'sponsor-link-created' },
    ]);
  });

  it('gives so many files in a minute to a sponsor, with however many logins, and still its page', async () => {
    const { acme, globex } = await sponsoredEvent();
    const secret = await makeLink(acme);
    const file = async (page: Client) =>
      (await page.post('/api/sponsor-page/file', { format: 'csv' })).status;
    const [first, second] = [await opened(secret), await opened(secret)];
    // Servers that have just started to count allow as many each.
    const limit = 10 * api.servers;
    const files = await Promise.all(
      Array.from({ length: limit + 2 }, (_, n) => file(n % 2 ? first : second)),
    );
    expect(new Set(files)).toEqual(new Set([200, 429]));
    expect(files.filter((status) => status === 200).length).toBeLessThanOrEqual(limit);
    expect((await first.get('/api/sponsor-page')).status).toBe(200);
    expect(await file(await opened(await makeLink(globex)))).toBe(200);
  });

  it('answers a sponsor so often in a minute, with however many logins, and others still', async () => {
    const { acme, globex } = await sponsoredEvent();
    const secret = await makeLink(acme);
    const pages = [await opened(secret), await opened(secret), await opened(secret)];
    const limit = 240 * api.servers;
    const statuses = await Promise.all(
      Array.from({ length: limit + 2 }, async (_, n) => {
        const page = pages[n % pages.length] as Client;
        return (await page.get('/api/sponsor-page?search=a')).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(limit);
    const other = await opened(await makeLink(globex));
    expect((await other.get('/api/sponsor-page')).status).toBe(200);
  });

  it('is searched once at a time, and two of all sponsors are, while others enter', async () => {
    const alone = await startApi({}, undefined, { oneProcess: 'limits the searches of a server' });
    onTestFinished(() => alone.close());
    const { id: eventId } = await createEvent(alone.admin);
    const open = async (name: string) => {
      const created = await alone.admin.post('/api/sponsors', { eventId, name, logo });
      const path = `/api/sponsors/${created.as(sponsor).id}`;
      const { secret } = (await alone.admin.post(`${path}/link`, {})).as(newSponsorLink);
      const session = await alone.anyone.post('/api/sponsor-page/session', { secret });
      const { token } = session.as(sponsorSession);
      return new Client(alone.anyone.url, { token, user: {} as never });
    };
    const pages = [await open('Acme'), await open('Globex'), await open('Initech')];
    const running = async () => {
      const statements = await alone.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return statements.length;
    };
    const { searches } = await alone.sql.begin(async (tx) => {
      await tx`lock table sponsor_notes`;
      const searches: Promise<ApiResponse>[] = [];
      for (const [some, most] of [[pages.slice(0, 1), 1] as const, [pages.slice(1), 2] as const]) {
        for (const page of some) {
          for (let n = 0; n < 3; n += 1) searches.push(page.get('/api/sponsor-page?search=a'));
        }
        await expect.poll(running, LONG_TIMEOUT).toBeGreaterThanOrEqual(most);
        // Later calls have been answered by the time the others are counted.
        for (let n = 0; n < 10; n += 1) await submitLead(alone.anyone, eventId);
        expect(await running()).toBe(most);
      }
      return { searches };
    });
    const statuses = (await Promise.all(searches)).map(({ status }) => status);
    expect(statuses).toEqual(Array(9).fill(200));
  });

  it('ends with its link, which is revoked, renewed, or past the retention period', async () => {
    const { eventId, acme } = await sponsoredEvent();
    const first = await makeLink(acme);
    const page = await opened(first);
    const second = await makeLink(acme);
    const ended = [401, 'Please log in to continue'];
    expect((await page.get('/api/sponsor-page')).problem).toEqual(ended);
    const invalid = [
      404,
      'This link has expired or was revoked. Please ask the organiser for a new one.',
    ];
    expect((await open({ secret: first })).problem).toEqual(invalid);
    const renewed = await opened(second);
    expect((await renewed.get('/api/sponsor-page/report')).status).toBe(200);
    await api.admin.delete(`/api/sponsors/${acme}/link`);
    expect((await renewed.get('/api/sponsor-page/report')).problem).toEqual(ended);

    const secret = await makeLink(acme);
    const last = await opened(secret);
    const program = await newProgram(api, ['events:write']);
    await program.patch(`/api/events/${eventId}`, { date: '2020-01-01', retentionDays: 30 });
    expect((await last.get('/api/sponsor-page')).status).toBe(200);
    // As if it had been confirmed a day ago.
    await api.sql`update events set erasure_approved_for = date + retention_days where id = ${eventId}`;
    expect((await last.post('/api/sponsor-page/file', { format: 'csv' })).problem).toEqual(ended);
    expect((await open({ secret })).problem).toEqual(invalid);
    await api.admin.patch(`/api/events/${eventId}`, { retentionDays: null });
    expect((await last.get('/api/sponsor-page')).status).toBe(200);
    // A sponsor that was deleted and restored gets a new link.
    await api.admin.delete(`/api/sponsors/${acme}`);
    expect((await last.get('/api/sponsor-page')).problem).toEqual(ended);
    await api.admin.post(`/api/sponsors/${acme}/restore`);
    expect((await last.get('/api/sponsor-page')).problem).toEqual(ended);
    expect((await open({ secret })).problem).toEqual(invalid);
    const back = await opened(await makeLink(acme));
    expect((await back.get('/api/sponsor-page')).status).toBe(200);
    const [stored] = await api.sql<[{ found: number }]>`
      select count(*)::int as found from sponsor_pages p where p::text like ${`%${secret}%`}`;
    expect(stored.found).toBe(0);
  });

  it('can have a password, which nobody guesses, and guessing keeps nobody else out', async () => {
    const { eventId, acme } = await sponsoredEvent();
    const short = await api.admin.post(`/api/sponsors/${acme}/link`, { password: '7 signs' });
    expect(short.problem).toEqual([400, 'Password must be at least 8 characters']);
    const secret = await makeLink(acme, 'opens-one-page');
    expect((await open({ secret })).problem[0]).toBe(401);
    const device = crypto.randomUUID();
    const right = { secret, password: 'opens-one-page', device };
    expect((await open(right)).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, n) => open({ secret, password: `guess ${n}` })),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect((await open({ secret, password: 'opens-one-page' })).status).toBe(429);
    expect((await open(right)).status).toBe(200);
    const entries = (await api.admin.get(`/api/audit?eventId=${eventId}&limit=1`)).as(auditPage);
    expect(entries[0]).toMatchObject({ kind: 'sponsor-password-wrong', subject: { id: acme } });
    expect(Number(entries[0]?.details.count)).toBe(statuses.filter((one) => one === 401).length);
  });

  it('cannot be found by trying links', async () => {
    const tries = await Promise.all(
      Array.from({ length: 30 * api.servers + 1 }, () => open({ secret: crypto.randomUUID() })),
    );
    const statuses = tries.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    const { acme } = await sponsoredEvent();
    expect((await open({ secret: await makeLink(acme) })).status).toBe(200);
  });

  it('has a report, which the organiser reads too', async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent({
      timeZone: 'Asia/Tokyo',
      winnerDisplay: 'short',
    });
    const { id: bicycle } = await createPrize(api.admin, eventId);
    const { id: tandem } = await createPrize(api.admin, eventId, {
      ...{ name: 'Tandem', position: 1, sponsorId: acme },
    });
    await share(acme, { questions: [topic, toAcme], prizes: [bicycle, tandem] });
    const lead = await verifiedLead(api, eventId, {
      name: 'Ada Lovelace',
      answers: { [toAcme]: 1, [topic]: 'boats' },
    });
    await submitLead(api.anyone, eventId, { answers: { [topic]: 'ropes' } });
    const { id: early } = await submitLead(api.anyone, eventId, {});
    await api.sql`update leads set submitted_at = now() - interval '1 day' where id = ${early}`;
    await api.sql`update leads set submitted_at = '2026-12-05T16:20:00Z' where id = ${lead.id}`;
    await api.admin.post(`/api/events/${eventId}/draw-winner`, { prizeId: bicycle });
    const page = await opened(await makeLink(acme));
    const report = (await page.get('/api/sponsor-page/report')).as(sponsorReport.strict());
    expect(report).toMatchObject({
      agreed: 1,
      leads: 2,
      times: [{ at: '2026-12-06 01:00', leads: 1 }],
      answers: [
        {
          question: topic,
          answered: 1,
          values: [
            { value: 'boats', leads: 1 },
            { value: 'ropes', leads: 0 },
          ],
        },
      ],
      reach: { entries: 3, people: 1 },
      prizes: [
        { name: 'City bicycle', people: 1, winner: 'Ada Lovelace', handedOver: false },
        { name: 'Tandem', drawnAt: null, people: null, winner: null },
      ],
    });
    expect(JSON.stringify(report)).not.toContain('@');
    expect((await api.admin.get(`/api/sponsors/${acme}/report`)).as(sponsorReport)).toEqual(report);
    const all = (await api.admin.get(`/api/sponsors/sharing?eventId=${eventId}`)).as(
      z.array(sharing),
    );
    expect(all[0]).toMatchObject({
      asked: true,
      agreed: 1,
      questions: [topic],
      prizes: [bicycle, tandem],
    });
    expect(all[0]?.link?.viewedAt).not.toBeNull();
    const { held } = (await api.admin.get(`/api/leads/${lead.id}`)).as(leadDetails);
    expect(held.sharedWith).toMatchObject([{ sponsor: 'Acme', viewedAt: expect.any(String) }]);
    // Winners who have not agreed are named as on public pages.
    await api.admin.patch(`/api/leads/${lead.id}`, { answers: { [toAcme]: null } });
    const later = (await page.get('/api/sponsor-page/report')).as(sponsorReport);
    expect(later.prizes[0]?.winner).toBe('Ada L.');
  });
});

describe('the question', () => {
  it("is optional, in all languages with the sponsor's name, and never becomes another's", async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent();
    const asked = await agreementOf(eventId, acme);
    expect(asked).toMatchObject({
      kind: 'agreement',
      required: false,
      label: 'Share my details with Acme',
      text: expect.stringContaining('Acme'),
      translations: { de: { label: 'Meine Angaben an Acme weitergeben' } },
    });
    expect(Object.keys(asked?.translations ?? {})).toHaveLength(9);
    const { id } = await submitLead(api.anyone, eventId, { answers: { [toAcme]: 1 } });

    // The question keeps its sponsor, and cannot be required.
    const event = await read(eventId);
    const questions = event.questions.map((each) => ({
      ...each,
      required: true,
      sponsor: undefined,
    }));
    const put = (version: number, list: object[]) =>
      api.admin.send('PUT', `/api/events/${eventId}/questions`, { version, questions: list });
    const saved = (await put(event.questionsVersion, questions)).as(adminEvent);
    expect(saved.questions.find((each) => each.id === toAcme)).toMatchObject({
      required: false,
      sponsor: { id: acme, name: 'Acme' },
    });

    // A changed name is a new question; agreements to the first one are not shared under the second.
    const page = await opened(await makeLink(acme));
    expect(await namesIn(page)).toHaveLength(1);
    await api.admin.patch(`/api/sponsors/${acme}`, { name: 'Initech' });
    const renamed = await agreementOf(eventId, acme);
    expect(renamed?.label).toBe('Share my details with Initech');
    expect(await namesIn(page)).toEqual([]);
    const { questionsVersion } = await read(eventId);
    expect((await put(questionsVersion, questions)).problem).toEqual([404, 'Sponsor not found']);
    await api.admin.patch(`/api/sponsors/${acme}`, { name: 'Acme' });
    expect((await agreementOf(eventId, acme))?.id).toBe(toAcme);
    expect(await namesIn(page)).toHaveLength(1);

    // It is deleted with its sponsor, and restored with it. Its answers stay meanwhile.
    await api.admin.delete(`/api/sponsors/${acme}`);
    expect(await agreementOf(eventId, acme)).toBeUndefined();
    const held = async () => (await api.admin.get(`/api/leads/${id}`)).as(leadDetails).held;
    expect((await held()).sharedWith).toEqual([]);
    expect((await held()).answers).toHaveLength(1);
    await api.admin.post(`/api/sponsors/${acme}/restore`);
    expect((await agreementOf(eventId, acme))?.id).toBe(toAcme);
    expect((await held()).sharedWith).toMatchObject([{ sponsor: 'Acme' }]);
  });

  it('follows a copy of the event and its language, and needs a name', async () => {
    const { eventId } = await sponsoredEvent();
    const copy = await createEvent(api.admin, { copyOf: eventId, language: 'de' });
    const [own] = await api.sql<[{ id: string }]>`
      select id from sponsors where event_id = ${copy.id} and name = 'Acme'`;
    const copied = copy.questions.find(({ sponsor }) => sponsor?.name === 'Acme');
    expect(copied).toMatchObject({
      label: 'Meine Angaben an Acme weitergeben',
      sponsor: { id: own.id },
      translations: { en: { label: 'Share my details with Acme' } },
    });
    expect(copied?.translations.de).toBeUndefined();
    const back = await api.admin.patch(`/api/events/${copy.id}`, { language: 'en' });
    const same = await api.admin.patch(`/api/events/${copy.id}`, { language: 'en' });
    for (const response of [back, same]) {
      expect(response.as(adminEvent).questions).toContainEqual(
        expect.objectContaining({ label: 'Share my details with Acme', version: 3 }),
      );
    }
    const unnamed = await addSponsor(copy.id, null);
    expect((await share(unnamed)).problem[0]).toBe(409);
    expect((await api.admin.post(`/api/sponsors/${unnamed}/link`, {})).problem[0]).toBe(409);
    const stopped = await share(own.id, { asked: false });
    expect(stopped.as(sharing)).toMatchObject({ asked: false });
  });

  it('is answered by volunteers for people, and by files without a text', async () => {
    const { eventId, acme, toAcme } = await sponsoredEvent();
    await api.admin.post('/api/leads', {
      ...{ eventId, name: 'Ada Admin', phone: '07700900777', answers: { [toAcme]: 1 } },
    });
    const id = crypto.randomUUID();
    await api.admin.post('/api/imports', { id, eventId });
    const rows = [{ row: 1, name: 'Imo Import', phone: '07700900778', answers: { [toAcme]: 1 } }];
    await api.admin.post(`/api/imports/${id}/rows`, { rows });
    const commit = { rows: 1, duplicates: 'import', withErrors: 0 };
    expect((await api.admin.post(`/api/imports/${id}/commit`, commit)).status).toBe(200);
    const page = await opened(await makeLink(acme));
    expect((await namesIn(page)).sort()).toEqual(['Ada Admin', 'Imo Import']);
    const [imported] = await api.sql<
      [{ id: string }]
    >`select id from leads where name = 'Imo Import'`;
    const { held } = (await api.admin.get(`/api/leads/${imported.id}`)).as(leadDetails);
    expect(held.answers).toMatchObject([{ answer: 'Imported as agreed', text: null }]);
  });
});

it('is asked for by people alone: a token changes no agreement to share, and brings none back', async () => {
  const { eventId, acme, globex, toAcme } = await sponsoredEvent();
  const program = await newProgram(api, ['events:write']);
  const save = async (change: object) => {
    const { questions, questionsVersion: version } = await read(eventId);
    const asked = questions
      .filter(({ id, archived }) => !archived || id === toAcme)
      .map((each) => (each.id === toAcme ? { ...each, ...change } : each));
    return program.send('PUT', `/api/events/${eventId}/questions`, { version, questions: asked });
  };
  const translate = async (german: object) => {
    const { questions, questionsVersion: version } = await read(eventId);
    const texts = questions.map(({ id, translations }) => [id, translations] as const);
    const given = Object.fromEntries(texts);
    given[toAcme] = { ...given[toAcme], ...german };
    const body = { version, questions: given };
    return program.send('PUT', `/api/events/${eventId}/translations`, body);
  };
  const refused = [
    403,
    'Tokens cannot show winners in full or change what people share with a sponsor. Ask an administrator.',
  ];
  expect((await save({ text: 'Win twice as often' })).problem).toEqual(refused);
  expect((await translate({ de: { text: 'Doppelt gewinnen' } })).problem).toEqual(refused);
  expect((await translate({})).status).toBe(200);
  expect((await save({})).status).toBe(200);
  await share(acme, { asked: false });
  expect((await save({})).problem).toEqual(refused);

  // A program cannot rename, delete or restore a sponsor that has, or had, a consent question or a link.
  const [linked, free] = [await addSponsor(eventId, 'Linked'), await addSponsor(eventId, 'Free')];
  await makeLink(linked);
  const { id: copy } = await createEvent(api.admin, { copyOf: eventId });
  const [copied] = await api.sql<[{ id: string }]>`
    select id from sponsors where event_id = ${copy} and name = 'Globex'`;
  const otherLogo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" id="b"/>';
  for (const id of [acme, globex, linked, copied.id]) {
    const path = `/api/sponsors/${id}`;
    for (const readData of [{ name: 'Red Cross' }, { logo: otherLogo }]) {
      expect((await program.patch(path, readData)).problem).toEqual(refused);
    }
    expect((await program.delete(path)).problem).toEqual(refused);
    const { name } = (await program.patch(path, { position: 9 })).as(sponsor);
    expect((await program.patch(path, { name, logo })).status).toBe(200);
    await api.admin.delete(path);
    expect((await program.post(`${path}/restore`)).problem).toEqual(refused);
    expect((await api.admin.post(`${path}/restore`)).as(sponsor).name).toBe(name);
  }
  expect(
    (await program.patch(`/api/sponsors/${free}`, { name: 'Freed', logo: otherLogo })).status,
  ).toBe(200);
  expect((await program.delete(`/api/sponsors/${free}`)).status).toBe(200);
  expect((await program.post(`/api/sponsors/${free}/restore`)).status).toBe(200);
});
