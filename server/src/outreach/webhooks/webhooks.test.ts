import {
  delivery,
  newWebhook,
  WEBHOOKS_MAX,
  WEBHOOKS_PER_TOKEN,
  webhook,
  webhookKindNames,
} from '@drawbridge/contract/outreach/webhooks';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { auditPage } from '@drawbridge/contract/team/audit';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { deleteExpired } from '../../operations/upkeep/cleanup.ts';
import { newProgram } from '../../test/checks/callers.ts';
import { startReceiver } from '../../test/fakes/receiver.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, submitLead, verifiedLead } from '../../test/world/fixtures.ts';
import { contacts, TestImports } from '../../test/world/imports.ts';
import { claimDue } from './delivery-store.ts';

const api = await startApi(
  { WEBHOOKS_TO_PRIVATE: 'on', PUBLIC_SUBMITS_PER_MINUTE: '0' },
  undefined,
  {
    oneProcess: 'counts what a process sends at once',
  },
);
afterAll(() => api.close());
afterEach(() => api.sql`delete from webhooks`);

const post = (fields: object = {}, admin = api.admin) =>
  admin.post('/api/webhooks', {
    url: 'http://127.0.0.1:1/',
    kinds: webhookKindNames,
    currentPassword: ADMIN.password,
    ...fields,
  });
const add = async (fields: object = {}) => (await post(fields)).as(newWebhook);
const readList = async (id: string) =>
  (await api.admin.get('/api/webhooks')).as(z.array(webhook)).find((one) => one.id === id);
const logOf = async (id: string) =>
  (await api.admin.get(`/api/webhooks/${id}/deliveries`)).as(z.array(delivery));
const queued = (id: string) => api.sql<{ kind: string; subjectId: string }[]>`
  select kind, subject_id from (
    select created_at, kind, subject_id from deliveries where webhook_id = ${id}
    union all
    select created_at, kind, unnest(subject_ids) from webhook_queue where webhook_id = ${id}
  ) queued order by created_at, kind`;

async function receiver(...response: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...response);
  onTestFinished(() => started.close());
  return started;
}

/** The first matching entry of the log, once it exists. */
const settled = (id: string, matches: object) =>
  vi.waitFor(async () => {
    const deliveries = await logOf(id);
    expect(deliveries).toContainEqual(expect.objectContaining(matches));
    return deliveries.find((one) => one.state === Object(matches).state) as z.infer<
      typeof delivery
    >;
  }, LONG_TIMEOUT);

describe('a webhook', () => {
  it('receives the whole life of leads and winners, with signatures that can be verified', async () => {
    const crm = await receiver();
    const { id, secret } = await add({ url: crm.url });
    const imports = await TestImports.prepare(api);
    const { eventId } = imports;
    await imports.commit(await imports.stage(contacts(2)), 2);
    const lead = await submitLead(api.anyone, eventId, { name: 'Ada Lovelace' });
    await api.admin.patch(`/api/leads/${lead.id}`, { name: 'Ada King' });
    await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    const draw = async () =>
      (await api.admin.post(`/api/events/${eventId}/draw-winner`, {})).as(raffleResult).number;
    await api.admin.post(`/api/events/${eventId}/draws/${await draw()}/forfeit`, {
      reason: 'left',
    });
    const other = await verifiedLead(api, eventId);
    const handoverPath = `/api/events/${eventId}/draws/${await draw()}/handover`;
    expect((await api.admin.post(handoverPath, { note: 'badge' })).status).toBe(200);
    const promoted = await verifiedLead(api, eventId);
    await api.admin.patch(`/api/leads/${promoted.id}`, { status: 'promoted' });
    await api.admin.delete(`/api/leads/${promoted.id}`);
    await api.admin.post('/api/people/erase', { leadIds: [other.id] });

    await crm.next(({ message }) => message.type === 'lead.erased');
    await vi.waitFor(async () => {
      const types = new Set(crm.received.map(({ message }) => message.type));
      expect([...types].sort()).toEqual([...webhookKindNames].sort());
    }, LONG_TIMEOUT);
    const verifier = new Verifier(secret);
    for (const { body, headers, message } of crm.received) {
      expect(verifier.verify(body, headers as Record<string, string>)).toEqual(message);
      expect(message.data).toMatchObject({ eventId });
    }
    const dataOf = (type: string, subject?: string) =>
      crm.received.find(
        ({ message }) => message.type === type && (!subject || Object(message.data).id === subject),
      )?.message.data;
    expect(dataOf('import.finished')).toMatchObject({ imported: 2, leftOut: 0 });
    expect(dataOf('lead.verified', lead.id)).toMatchObject({ name: 'Ada King' });
    expect(dataOf('winner.drawn')).toMatchObject({ number: 1 });
    expect(dataOf('lead.deleted')).toEqual({ id: promoted.id, eventId });
    expect(dataOf('lead.erased')).toEqual({ id: other.id, eventId });
    const created = crm.received.filter(({ message }) => message.type === 'lead.created');
    expect(created).toHaveLength(5);
    expect(new Set(crm.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      crm.received.length,
    );
    await settled(id, { state: 'delivered', status: 200, response: 'thank you', attempts: 1 });
  });

  it('receives only its kinds and its event, a change that was committed, and a lead that leaves', async () => {
    const [own, elsewhere] = [await createEvent(api.admin), await createEvent(api.admin)];
    const narrow = await add({ eventId: own.id, kinds: ['lead.created', 'lead.deleted'] });
    const wide = await add({ kinds: ['lead.changed', 'lead.deleted'] });
    const lead = await submitLead(api.anyone, own.id);
    await submitLead(api.anyone, elsewhere.id);
    await api.sql
      .begin(async (tx) => {
        await tx`update leads set name = 'Never' where id = ${lead.id}`;
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await queued(wide.id)).toEqual([]);
    await api.admin.patch(`/api/leads/${lead.id}`, { eventId: elsewhere.id });
    await api.admin.patch(`/api/leads/${lead.id}`, { name: 'Grace Hopper' });
    const [created, left] = ['lead.created', 'lead.deleted'].map((kind) => ({
      kind,
      subjectId: lead.id,
    }));
    expect(await queued(narrow.id)).toEqual([created, left]);
    expect((await queued(wide.id)).map(({ kind }) => kind)).toEqual([
      'lead.changed',
      'lead.changed',
    ]);
    await api.admin.patch(`/api/webhooks/${wide.id}`, { disabled: true });
    await api.admin.delete(`/api/leads/${lead.id}`);
    expect(await queued(wide.id)).toHaveLength(2);
    // Subscribers to all events receive `lead.deleted` for the leads of a deleted event.
    await api.admin.patch(`/api/webhooks/${wide.id}`, { disabled: false });
    await api.admin.delete(`/api/events/${elsewhere.id}`);
    expect((await queued(wide.id)).at(-1)?.kind).toBe('lead.deleted');
  });

  it('is added with the password, for a public address unless the setting allows others', async () => {
    expect((await post({ currentPassword: 'wrong' })).status).toBe(403);
    for (const [fields, sentence] of [
      [{ kinds: [] }, 'Choose which events to send'],
      [{ kinds: ['lead.read'] }, 'There is no such kind'],
      [{ url: 'ftp://example.com' }, 'Enter an address that begins with https:// or http://'],
      [
        { url: 'https://ada:secret@example.com' },
        'The address must not contain a user name or password',
      ],
    ] as const) {
      expect((await post(fields)).problem).toEqual([400, sentence]);
    }
    expect((await post({ eventId: crypto.randomUUID() })).status).toBe(404);
    const { id, secret } = await add({ url: 'http://127.0.0.1:1/secret-path' });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect((await api.admin.get('/api/webhooks')).text).not.toContain(secret);
    const url = 'https://elsewhere.example/';
    expect((await api.admin.patch(`/api/webhooks/${id}`, { url })).status).toBe(403);
    const confirmed = { url, currentPassword: ADMIN.password };
    expect((await api.admin.patch(`/api/webhooks/${id}`, confirmed)).as(webhook).url).toBe(url);
    for (let n = 1; n < WEBHOOKS_MAX; n++) await add();
    expect((await post()).problem).toEqual([409, 'There are too many webhooks. Delete one first.']);
    expect((await api.admin.delete(`/api/webhooks/${id}`)).status).toBe(200);
    const trail = (await api.admin.get('/api/audit?limit=200')).as(auditPage);
    const kinds = trail.filter(({ subject }) => subject?.id === id).map(({ kind }) => kind);
    expect(kinds).toEqual(['webhook-deleted', 'webhook-changed', 'webhook-added']);
    expect(JSON.stringify(trail)).not.toMatch(/whsec_|secret-path/);

    const careful = await startApi({}, undefined, {
      beside: api,
      oneProcess: 'has other settings',
    });
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '169.254.169.254']) {
      const response = await post({ url: `http://${host}/` }, careful.admin);
      expect(response.problem).toEqual([
        400,
        'This address is not public. Choose a public address.',
      ]);
    }
    await careful.close();
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const crm = await receiver();
    const { id, secret } = await add({ url: crm.url });
    const rotated = await api.admin.post(`/api/webhooks/${id}/rotate`, {
      currentPassword: ADMIN.password,
    });
    const second = rotated.as(newWebhook).secret;
    const test = async () => {
      const sent = (await api.admin.post(`/api/webhooks/${id}/test`)).as(delivery);
      return crm.next(({ headers }) => headers['webhook-id'] === sent.id);
    };
    const verify = ({ body, headers }: Awaited<ReturnType<typeof test>>, key: string) =>
      new Verifier(key).verify(body, headers as Record<string, string>);
    const both = await test();
    expect(verify(both, secret)).toMatchObject({ type: 'test', data: { webhookId: id } });
    expect(verify(both, second)).toEqual(verify(both, secret));
    await api.sql`update webhooks set previous_secret_until = now() where id = ${id}`;
    const after = await test();
    expect(() => verify(after, secret)).toThrow();
    expect(verify(after, second)).toMatchObject({ type: 'test' });
  });

  it('has a log in pages, of which anything can be sent again, for a week', async () => {
    const crm = await receiver();
    const { id } = await add({ url: crm.url });
    for (let n = 0; n < 3; n++) await api.admin.post(`/api/webhooks/${id}/test`);
    await vi.waitFor(async () => {
      const deliveries = await logOf(id);
      expect(deliveries.map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    }, LONG_TIMEOUT);
    const first = await api.admin.get(`/api/webhooks/${id}/deliveries?limit=2`);
    const rest = await api.admin.get(String(first.next));
    const [oldest, ...more] = rest.as(z.array(delivery)) as [z.infer<typeof delivery>];
    expect([first.as(z.array(delivery)).length, more.length, rest.next]).toEqual([2, 0, undefined]);
    await api.admin.post(`/api/webhooks/${id}/deliveries/${oldest.id}/send`);
    await vi.waitFor(() => {
      const same = crm.received.filter(({ headers }) => headers['webhook-id'] === oldest.id);
      expect(same.map(({ body }) => body)).toEqual([oldest.payload, oldest.payload]);
    }, LONG_TIMEOUT);
    await settled(id, { id: oldest.id, state: 'delivered', attempts: 2 });
    const unknown = `/api/webhooks/${id}/deliveries/${crypto.randomUUID()}/send`;
    expect((await api.admin.post(unknown)).problem).toEqual([404, 'Delivery not found']);
    await api.sql`update deliveries set created_at = now() - interval '8 days' where id = ${oldest.id}`;
    await deleteExpired(api.sql);
    expect(await logOf(id)).toHaveLength(2);
  });
});

describe("a token's webhook", () => {
  const leadKinds = ['lead.created', 'import.finished'];

  it('is its own, and tells nothing that the token may not read', async () => {
    const [own, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const limited = await newProgram(api, ['webhooks:write', 'leads:read'], { eventId: own.id });
    const unlimited = await newProgram(api, ['webhooks:write', 'draws:read']);
    const fields = { kinds: leadKinds, currentPassword: undefined };
    for (const [program, more, sentence] of [
      [limited, {}, 'This token is limited to one event. Add its eventId.'],
      [limited, { eventId: other.id }, 'This token is for another event'],
      [
        limited,
        { eventId: own.id, kinds: ['winner.drawn'] },
        'This token lacks the scope for this',
      ],
      [unlimited, {}, 'This token lacks the scope for this'],
    ] as const) {
      expect((await post({ ...fields, ...more }, program)).problem).toEqual([403, sentence]);
    }
    const createdWebhook = (await post({ ...fields, eventId: own.id }, limited)).as(newWebhook);
    expect(createdWebhook.secret).toMatch(/^whsec_/);
    await post({ ...fields, kinds: ['winner.drawn'] }, unlimited);
    const personId = await add();

    const seen = await limited.get('/api/webhooks');
    expect(seen.as(z.array(webhook)).map(({ id }) => id)).toEqual([createdWebhook.id]);
    expect(seen.text).not.toContain(createdWebhook.secret);
    const path = `/api/webhooks/${createdWebhook.id}`;
    // Not even an administrator can extend it, because the token may change its URL.
    for (const client of [limited, api.admin]) {
      for (const wider of [{ eventId: null }, { eventId: other.id }, { kinds: ['winner.drawn'] }]) {
        expect((await client.patch(path, wider)).status).toBe(403);
      }
    }
    expect(await readList(createdWebhook.id)).toMatchObject({ kinds: leadKinds, eventId: own.id });
    const moved = await limited.patch(path, { url: 'http://127.0.0.1:2/' });
    expect(moved.as(webhook)).toMatchObject({
      url: 'http://127.0.0.1:2/',
      owner: createdWebhook.owner,
    });
    for (const [method, of] of [
      ['PATCH', personId.id],
      ['DELETE', personId.id],
    ] as const) {
      const response = await limited.send(method, `/api/webhooks/${of}`, { disabled: true });
      expect(response.problem).toEqual([404, 'Webhook not found']);
    }
    expect((await limited.get(`${path}/deliveries`)).problem).toEqual([
      403,
      'Tokens cannot do this',
    ]);
    expect((await limited.delete(path)).status).toBe(200);
  });

  it('does not count towards the limit of others, receives nothing once the token has expired, and is revoked with it', async () => {
    const program = await newProgram(api, ['webhooks:write', 'leads:read']);
    const fields = { kinds: leadKinds, currentPassword: undefined };
    const { id, owner } = (await post(fields, program)).as(newWebhook);
    // In one transaction, so that the server does not send it meanwhile.
    await api.sql.begin(async (tx) => {
      await tx`
        insert into deliveries (webhook_id, kind, due_at)
        values (${id}, 'test', now() - interval '1 minute')`;
      await tx`update sessions set expires_at = now() - interval '1 second' where user_id = ${owner?.id}`;
      expect(await claimDue(tx, [], 1)).toEqual([]);
      await tx`update sessions set expires_at = 'infinity' where user_id = ${owner?.id}`;
      expect(await claimDue(tx, [], 1)).toMatchObject([{ webhookId: id }]);
    });
    for (let n = 1; n < WEBHOOKS_PER_TOKEN; n++) await post(fields, program);
    expect((await post(fields, program)).status).toBe(409);
    await api.admin.delete(`/api/tokens/${owner?.id}`);
    expect([await readList(id), await queued(id)]).toEqual([undefined, []]);
  });
});

describe('a receiver', () => {
  it('that is dead is tried again later, and disabled after three days', async () => {
    const { id } = await add();
    await submitLead(api.anyone, (await createEvent(api.admin)).id);
    const error = expect.stringContaining('ECONNREFUSED');
    const failed = await settled(id, { state: 'waiting', attempts: 1, status: null, error });
    expect(Date.parse(failed.dueAt)).toBeGreaterThan(Date.parse(failed.createdAt) + 3_000);
    expect((await readList(id))?.failingSince).not.toBeNull();
    await api.sql`update webhooks set failing_since = failing_since - interval '3 days' where id = ${id}`;
    await api.sql`update deliveries set due_at = now(), retry_until = now() where webhook_id = ${id}`;
    await settled(id, { state: 'failed', attempts: 2 });
    expect(await readList(id)).toMatchObject({ disabledBecause: 'failing' });
    expect((await api.admin.post(`/api/webhooks/${id}/test`)).problem).toEqual([
      409,
      'This webhook is disabled. Enable it first.',
    ]);
    const trail = (await api.admin.get('/api/audit?kind=webhook-disabled')).as(auditPage);
    expect(trail).toContainEqual(
      expect.objectContaining({
        actor: { id: null, name: 'Drawbridge' },
        subject: { id, name: '127.0.0.1:1' },
        details: { because: 'failed for three days' },
      }),
    );
  });

  it('that works again is no longer failing; one that answers 410 is disabled', async () => {
    let status = 500;
    const crm = await receiver((_, response) => void response.writeHead(status).end());
    const { id } = await add({ url: crm.url });
    await api.admin.post(`/api/webhooks/${id}/test`);
    const failed = await settled(id, {
      state: 'waiting',
      error: 'The receiver responded with 500',
    });
    status = 204;
    await api.admin.post(`/api/webhooks/${id}/deliveries/${failed.id}/send`);
    await settled(id, { state: 'delivered', error: null });
    expect((await readList(id))?.failingSince).toBeNull();
    status = 410;
    await api.admin.post(`/api/webhooks/${id}/test`);
    await settled(id, { state: 'failed', status: 410 });
    expect(await readList(id)).toMatchObject({ disabledBecause: 'gone' });
    await api.admin.patch(`/api/webhooks/${id}`, { disabled: false });
    expect(await readList(id)).toMatchObject({ disabledAt: null, failingSince: null });
  });

  it('that is slow gets four at once, and delays nobody else', async () => {
    const waiting: (() => void)[] = [];
    const slow = await receiver((_, response) => void waiting.push(() => response.end()));
    const quick = await receiver();
    const event = await createEvent(api.admin);
    const [one, other] = [await add({ url: slow.url }), await add({ url: quick.url })];
    const leads = [];
    for (let n = 0; n < 14; n++) leads.push((await submitLead(api.anyone, event.id)).id);
    await vi.waitFor(() => expect(quick.received).toHaveLength(14), LONG_TIMEOUT);
    expect(slow.received).toHaveLength(4);
    const answered = setInterval(() => {
      for (const response of waiting.splice(0)) response();
    }, 20);
    onTestFinished(() => clearInterval(answered));
    await vi.waitFor(() => expect(slow.received).toHaveLength(14), LONG_TIMEOUT);
    for (const { received } of [slow, quick]) {
      const results = received.map(({ message }) => Object(message.data).id);
      expect(results.sort()).toEqual(leads.sort());
    }
    await settled(one.id, { state: 'delivered' });
    await settled(other.id, { state: 'delivered' });
  });
});

describe('an erased person', () => {
  it('is erased from the log too, with what was answered', async () => {
    const crm = await receiver(({ body }, response) => void response.end(body));
    const { id } = await add({ url: crm.url });
    const event = await createEvent(api.admin);
    const lead = await verifiedLead(api, event.id, { name: 'Ada Lovelace' });
    await api.admin.post(`/api/events/${event.id}/draw-winner`, {});
    await vi.waitFor(async () => {
      const deliveries = await logOf(id);
      expect(deliveries).toHaveLength(3);
      for (const { response } of deliveries) expect(response).toContain('Ada Lovelace');
    }, LONG_TIMEOUT);
    await api.admin.post('/api/people/erase', { leadIds: [lead.id] });
    await crm.next(({ message }) => message.type === 'lead.erased');
    expect(JSON.stringify(await logOf(id))).not.toContain('Ada Lovelace');
    const rows = await api.sql`select * from deliveries where webhook_id = ${id}`;
    expect(JSON.stringify(rows)).not.toContain('Ada Lovelace');
    const deliveries = await logOf(id);
    const drawn = deliveries.find(({ kind }) => kind === 'winner.drawn');
    await api.admin.post(`/api/webhooks/${id}/deliveries/${drawn?.id}/send`);
    const again = await vi.waitFor(() => {
      const sent = crm.received.filter(({ headers }) => headers['webhook-id'] === drawn?.id);
      expect(sent).toHaveLength(2);
      return sent[1];
    }, LONG_TIMEOUT);
    expect(Object.keys(Object(again?.message.data)).sort()).toEqual(['eventId', 'id']);
  });

  it('while a message is made is not in it', async () => {
    const crm = await receiver();
    const event = await createEvent(api.admin);
    const lead = await submitLead(api.anyone, event.id, { name: 'Ada Lovelace' });
    await api.sql.begin(async (tx) => {
      await tx`delete from leads where id = ${lead.id}`;
      const { id } = await add({ url: crm.url });
      await api.sql`
        insert into deliveries (webhook_id, kind, event_id, subject_id)
        values (${id}, 'lead.created', ${event.id}, ${lead.id})`;
      await vi.waitFor(async () => {
        const waiting = await api.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`;
        expect(waiting).toHaveLength(1);
      }, LONG_TIMEOUT);
    });
    const { message } = await crm.next(() => true);
    expect(message).toMatchObject({ type: 'lead.created', data: { id: lead.id } });
    expect(JSON.stringify(crm.received)).not.toContain('Ada Lovelace');
  });
});
