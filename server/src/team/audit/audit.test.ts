import type { AuditKind } from '@drawbridge/contract/core/audit-kinds';
import { type AuditEntry, auditChoices, auditEntry } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../log.ts';
import { newAdministrator } from '../../test/checks/callers.ts';
import { examples, prepareCall } from '../../test/examples/examples.ts';
import { mailSettings } from '../../test/fakes/mail-server.ts';
import { startApi } from '../../test/world/api.ts';
import type { Client } from '../../test/world/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  newContact,
  submitLead,
} from '../../test/world/fixtures.ts';
import { tryLogIn } from '../../test/world/login.ts';

// One test makes the database refuse an entry, which is an error in the log.
const api = await startApi(
  { PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() },
  createLog('silent'),
);
const eventId = (await createEvent(api.admin)).id;
afterAll(() => api.close());

const idOf = ({ user }: Client) => user?.id ?? '';
const read = async (query: Record<string, string> = {}) =>
  (await api.admin.get(`/api/audit?${new URLSearchParams(query)}`)).as(
    z.array(auditEntry.strict()),
  );
const countEntries = async () => {
  const [row] = await api.sql<[{ count: number }]>`select count(*)::int as count from audit_log`;
  return row.count;
};

describe('every call that changes something', () => {
  /** Calls without changes that the trail records. Visitors' leads store their own source and time. */
  const silent = [
    ...['enterRaffle', 'sayHere', 'startDraw', 'updateEventStage', 'countFormView', 'applaud'],
    // A rehearsal writes nothing.
    'rehearse',
    // Calls with the number of leads that wait on a device.
    ...['sendHeartbeat', 'deleteSilentDevices'],
    // Rows of a file change nothing until they are committed.
    ...['createImport', 'addImportRows', 'deleteImport'],
    // Reads like the list of leads; exporting the data is recorded.
    'findPeople',
    // No account has the address, and people who unsubscribe are not users.
    ...['askForPasswordLink', 'unsubscribe'],
    // The key has no effect until it is confirmed.
    'startSecondFactor',
    // The returned values have no effect until they are sent back.
    ...['createPasskeyChallenge', 'startPasskey'],
    // Opening the page is not recorded, but reading the leads is.
    'openSponsorLink',
  ];
  /** The audit kinds of examples that are not those of their calls. */
  const otherKinds: Record<string, AuditKind> = {
    updateLead: 'lead-verified',
    updateWebhook: 'webhook-disabled',
  };
  let volunteer: Client | undefined;
  const changes = examples.filter(({ call }) => !call.route.startsWith('GET'));
  const recorded = changes.filter(
    ({ call, status }) => status < 300 && !silent.includes(call.name),
  );

  it.each(recorded)('is recorded with who made it, and only then: $name', async (example) => {
    let { client, method, url, body } = await prepareCall(example, { api, eventId });
    if (example.allowedFor !== 'anyone') {
      volunteer ??= (await createVolunteer(api)).client;
      const before = await countEntries();
      // Calls of a volunteer on their own account are refused for the wrong password or input.
      const response = await volunteer.send(
        method,
        url,
        body && { ...body(), currentPassword: '' },
      );
      const done = response.status === 200;
      expect(await countEntries()).toBe(before + (done ? 1 : 0));
      if (done) {
        // This may have ended their session, or consumed the prepared resources.
        volunteer = undefined;
        ({ client, method, url, body } = await prepareCall(example, { api, eventId }));
      }
    }
    const before = await countEntries();
    const response = await client.send(method, url, body?.());
    expect(response.status).toBe(example.status);
    const added = (await countEntries()) - before;
    expect(added).toBeGreaterThan(0);
    // Several entries of one change have the same time, and so no defined order.
    const entries = await read({ limit: String(added) });
    const [entry] = entries;
    const kind = otherKinds[example.name] ?? example.call.audit;
    if (kind) expect(entries.map((each) => each.kind)).toContain(kind);
    if (client.user?.id)
      expect(entry?.actor).toEqual({ id: idOf(client), name: client.user.username });
    expect(Object.values(entry?.details ?? {}).join()).not.toMatch(/visitor\d|07700|kettles/i);
  });

  it('costs the public form nothing', async () => {
    const before = await countEntries();
    await submitLead(api.anyone, eventId);
    expect(await countEntries()).toBe(before);
  });
});

describe('the trail', () => {
  /** All entries recorded while `work` ran, oldest first. */
  async function during(work: () => Promise<unknown>): Promise<AuditEntry[]> {
    const before = await countEntries();
    await work();
    const entries = await read({ limit: String((await countEntries()) - before || 1) });
    return entries.reverse();
  }
  const kindsOf = (entries: AuditEntry[]) => entries.map(({ kind }) => kind);

  it('tells the steps of a lead, with its id and without its contact data', async () => {
    const lead = await submitLead(api.anyone, eventId, { name: 'Visitor Amara' });
    const entries = await during(async () => {
      await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
      await api.admin.patch(`/api/leads/${lead.id}`, { status: 'promoted' });
      await api.admin.patch(`/api/leads/${lead.id}`, { ...newContact(), email: 'a@example.com' });
      await api.admin.delete(`/api/leads/${lead.id}`);
    });
    expect(kindsOf(entries)).toEqual<AuditKind[]>([
      'lead-verified',
      'lead-promoted',
      'lead-changed',
      'lead-deleted',
    ]);
    for (const entry of entries) {
      expect(entry.subject).toEqual({ id: lead.id, name: null });
      expect(entry.event).toEqual({ id: eventId, name: 'Harbour Winter Fair' });
    }
    expect(entries[2]?.details).toEqual({ fields: 'name, phone, email' });
    expect(JSON.stringify(entries)).not.toMatch(/amara|example\.com|07700/i);
  });

  it('records an export once, but not a request for its headers', async () => {
    const entries = await during(async () => {
      await api.admin.send('HEAD', `/api/leads/export?eventId=${eventId}`);
      await api.admin.get(`/api/leads/export?eventId=${eventId}`);
      await api.admin.post('/api/leads/export', { eventId, format: 'csv' });
      await api.admin.post('/api/leads/export', { q: 'nobody', format: 'xlsx' });
    });
    const event = { id: eventId };
    expect(entries).toMatchObject([
      { kind: 'leads-exported', event, details: {} },
      { kind: 'leads-exported', event, details: { leads: expect.any(Number) } },
      { kind: 'leads-exported', event: null, details: { leads: 0 } },
    ]);
  });

  it('tells who failed to log in, but not what was typed for an unknown name', async () => {
    const { id, username } = await createVolunteer(api);
    const entries = await during(async () => {
      await tryLogIn(api, username, 'wrong-password');
      await tryLogIn(api, 'my secret passphrase', 'wrong-password');
    });
    expect(entries).toMatchObject([
      { kind: 'login-failed', actor: { id, name: username }, details: { address: '127.0.0.1' } },
      { kind: 'login-failed', actor: null, details: { reason: 'unknown username' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('passphrase');
  });

  it('counts failed logins in one entry for each account, of which nothing else can be changed', async () => {
    const { username } = await createVolunteer(api);
    const guess = (name: string) => tryLogIn(api, name, 'wrong-password');
    const unknown = () => guess(`nobody ${crypto.randomUUID()}`);
    const guesses = [() => guess(username), unknown];
    for (const attempt of guesses) await attempt();
    const before = await countEntries();
    await Promise.all([...guesses, ...guesses, ...guesses].map((attempt) => attempt()));
    expect(await countEntries()).toBe(before);
    const entries = await read({ kind: 'login-failed', limit: '1' });
    expect(entries[0]).toMatchObject({
      actor: { name: username },
      details: { reason: 'wrong password', count: 4, address: '127.0.0.1' },
    });
    for (const change of ["details = '{}'", "actor_name = 'Somebody'", 'at = now()']) {
      await expect(api.sql.unsafe(`update audit_log set ${change}`)).rejects.toThrow(
        'The audit trail cannot be changed',
      );
    }
  });

  it('survives the deletion of what it is about', async () => {
    const { id } = await createEvent(api.admin, { name: 'A Fair That Is Gone' });
    const { id: userId, client, username } = await createVolunteer(api, [id]);
    await client.post('/api/auth/logout');
    await api.admin.delete(`/api/users/${userId}`);
    await api.admin.delete(`/api/events/${id}`);

    const eventEntries = await read({ eventId: id });
    expect(kindsOf(eventEntries)).toEqual(['event-deleted', 'volunteer-assigned', 'event-created']);
    for (const { event } of eventEntries)
      expect(event).toEqual({ id, name: 'A Fair That Is Gone' });
    expect(kindsOf(await read({ actorId: userId }))).toEqual(['logout', 'login']);
    const choices = (await api.admin.get('/api/audit/choices')).as(auditChoices);
    expect(choices.people).toContainEqual({ id: userId, name: username });
    expect(choices.events).toContainEqual({ id, name: 'A Fair That Is Gone' });
  });

  it.each(["update audit_log set kind = 'login'", 'delete from audit_log', 'truncate audit_log'])(
    'refuses to be changed: %s',
    async (statement) => {
      const before = await countEntries();
      await expect(api.sql.unsafe(statement)).rejects.toThrow('The audit trail cannot be changed');
      expect(await countEntries()).toBe(before);
    },
  );

  it('is stored with the change or not at all', async () => {
    const before = await countEntries();
    // The entry cannot be written, so the prize and the lead must not exist either.
    await api.sql`
      alter table audit_log add constraint none_added check (kind not like '%-added') not valid`;
    for (const list of ['prizes', 'leads']) {
      const body = { eventId, ...newContact(), name: 'Never added' };
      expect((await api.admin.post(`/api/${list}`, body)).status).toBe(500);
      const listed = (await api.admin.get(`/api/${list}?eventId=${eventId}`)).text;
      expect(listed).not.toContain('Never added');
    }
    await api.sql`alter table audit_log drop constraint none_added`;
    expect(await countEntries()).toBe(before);
  });
});

describe('reading the trail', () => {
  it('goes page by page, each entry once and newest first', async () => {
    const admin = await newAdministrator(api);
    for (let n = 0; n < 7; n += 1) await createEvent(admin, { name: `Fair ${n}` });
    const names = [];
    let pages = 0;
    for (let path: string | undefined = `/api/audit?actorId=${idOf(admin)}&limit=3`; path; ) {
      const page = await api.admin.get(path);
      names.push(...page.as(z.array(auditEntry)).map(({ event }) => event?.name));
      path = page.next;
      pages += 1;
    }
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Fair ${n}`));
    expect(pages).toBe(3);
  });

  it('filters by person, event, kind and day, all together', async () => {
    const admin = await newAdministrator(api);
    // In this time zone it is tomorrow for most of the day.
    const timeZone = 'Pacific/Kiritimati';
    const { id } = await createEvent(admin, { timeZone });
    await createPrize(admin, id);
    await createPrize(api.admin, id);
    const query = { actorId: idOf(admin), eventId: id, kind: 'prize-added' };
    const entries = await read(query);
    expect(entries).toHaveLength(1);
    const at = new Date(String(entries[0]?.at));
    const today = at.toLocaleDateString('sv-SE', { timeZone });
    expect(await read({ ...query, from: today, to: today })).toHaveLength(1);
    expect(await read({ ...query, to: '2020-01-01' })).toEqual([]);
    expect(await read({ ...query, kind: 'logout' })).toEqual([]);
  });

  it('says where a lead is now, while it exists', async () => {
    const lead = await submitLead(api.anyone, eventId);
    const { id: other } = await createEvent(api.admin);
    await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    await api.admin.patch(`/api/leads/${lead.id}`, { eventId: other });
    const verified = await read({ kind: 'lead-verified', limit: '1' });
    expect(verified).toMatchObject([
      { event: { id: eventId }, lead: { id: lead.id, eventId: other } },
    ]);
    await api.admin.delete(`/api/leads/${lead.id}`);
    const after = await read({ kind: 'lead-verified', limit: '1' });
    expect(after).toMatchObject([{ subject: { id: lead.id }, lead: null }]);
  });

  it('exports everything that matches, and records the export', async () => {
    const admin = await newAdministrator(api);
    for (let n = 0; n < 3; n += 1) await createEvent(admin);
    const response = await admin.get(`/api/audit/export?actorId=${idOf(admin)}&kind=event-created`);
    expect(response.as(z.array(auditEntry.strict()))).toHaveLength(3);
    const entries = await read({ actorId: idOf(admin), limit: '1' });
    expect(entries[0]?.kind).toBe('audit-exported');
  });
});
