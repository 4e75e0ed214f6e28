import { uuid } from '@drawbridge/contract/core/inputs/form-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { createDatabase } from '../test/database/database.ts';
import { ADMIN } from '../test/world/accounts.ts';
import { startApi } from '../test/world/api.ts';
import { createEvent, createVolunteer, submitLead } from '../test/world/fixtures.ts';

const requestLine = z.strictObject({
  level: z.literal(30),
  time: z.int(),
  reqId: z.string().min(1),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  ms: z.number().min(0),
  msg: z.literal('request'),
});

const database = await createDatabase('schema and administrator');
afterAll(() => database.drop());

/** Runs a server from start to end, and returns all that it has logged. */
async function logOf(
  work: (api: Awaited<ReturnType<typeof startApi>>) => Promise<void>,
  env: Record<string, string> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const api = await startApi(env, log, { beside: { database } });
  await work(api);
  await api.close();
  return lines;
}

function requestsIn(lines: string[]) {
  return lines
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg === 'request')
    .map((line) => requestLine.parse(line));
}

describe('the log', () => {
  let lines: string[];
  let eventId: string;
  const told: string[] = [];
  beforeAll(async () => {
    lines = await logOf(async ({ anyone, admin }) => {
      eventId = (await createEvent(admin)).id;
      for (const path of [`/api/events/${eventId}`, '/api/leads?q=harbour', '/api/nothing']) {
        const { headers } = await anyone.get(path, { 'x-request-id': 'chosen-by-the-client' });
        told.push(String(headers.get('x-request-id')));
      }
      await anyone.post('/api/auth/login', { username: 'nobody', password: 'wrong-one' });
    });
  });

  it('has one line per request: route, status, time, and an id of its own', () => {
    const requests = requestsIn(lines);
    const written = requests.map(({ method, route, status }) => `${method} ${route} ${status}`);
    expect(written.sort()).toEqual([
      'GET /api/events/:eventId 200',
      'GET /api/leads 401',
      'GET none 404',
      'POST /api/auth/login 200',
      'POST /api/auth/login 401',
      'POST /api/events 201',
    ]);
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length);
  });

  it('names each request as its answer does', () => {
    const ids = requestsIn(lines).map(({ reqId }) => reqId);
    expect(ids).toEqual(expect.arrayContaining(told));
    expect(new Set(told).size).toBe(3);
  });

  it('has ids that do not tell how many requests there were', () => {
    const ids = requestsIn(lines).map(({ reqId }) => reqId);
    expect(ids.filter((id) => !uuid.test(id))).toEqual([]);
    // Ids in a row differ in both halves.
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(ids.length);
    expect(new Set(ids.map((id) => id.slice(8))).size).toBe(ids.length);
  });

  it('has patterns in it and never a URL', () => {
    const text = lines.join('');
    expect(text).not.toContain(eventId);
    expect(text).not.toContain('harbour');
    expect(text).not.toContain('/api/nothing');
  });
});

it('has the address of clients only where it is wanted, also in the warning of a failed login', async () => {
  const failedLogIn = async (env: Record<string, string>) => {
    const lines = await logOf(async ({ anyone }) => {
      await anyone.post('/api/auth/login', { username: 'nobody', password: 'wrong-one' });
    }, env);
    const all = lines.map((line) => JSON.parse(line) as { msg: string; reqId: string });
    const { reqId } = all.find(({ msg }) => msg === 'login failed') ?? {};
    return all.filter((line) => line.reqId === reqId);
  };
  const failed = { level: 40, msg: 'login failed', code: 'invalid-credentials' };
  const request = { msg: 'request', route: '/api/auth/login', status: 401 };
  const without = await failedLogIn({});
  expect(without).toMatchObject([failed, request]);
  expect(without.some((line) => 'address' in line)).toBe(false);
  const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/);
  expect(await failedLogIn({ LOG_CLIENT_ADDRESS: 'on' })).toMatchObject([
    { ...failed, address },
    { ...request, address },
  ]);
});

describe('typed text', () => {
  const typed = {
    leadName: 'Wilhelmina Featherstonehaugh',
    phone: '+44 7700 900 461',
    email: 'Wilhelmina.F@Example.org',
    searched: 'featherst',
    volunteerName: 'Ignatius Quill',
    username: 'ignatius.quill@example.net',
    password: 'a-very-secret-secret',
    newPassword: 'an-even-more-secret-one',
    wrongPassword: 'a-guess-at-a-secret',
    wrongUsername: 'who-is-this-anyway',
    inPath: 'typed-into-the-path',
  };
  const secrets = new Map<string, string>(Object.entries(typed));
  let lines: string[];

  beforeAll(async () => {
    lines = await logOf(async (api) => {
      const { anyone, admin, sql } = api;
      const event = await createEvent(admin);
      const contact = { name: typed.leadName, phone: typed.phone, email: typed.email };

      // Normal use.
      const lead = await submitLead(anyone, event.id, contact);
      secrets.set('phone as stored', lead.phone).set('e-mail as stored', String(lead.email));
      const { username, password } = typed;
      const account = { fullName: typed.volunteerName, username, password };
      const register = await admin.post('/api/auth/register', account);
      expect(register.status).toBe(201);
      const volunteer = await anyone.signIn(account);
      secrets.set('token', String(volunteer.token)).set('admin', String(admin.token));
      secrets.set('admin password', ADMIN.password);
      await volunteer.get('/api/auth/me');
      for (const q of [typed.searched, typed.phone, typed.email]) {
        const found = await admin.get(`/api/leads?q=${encodeURIComponent(q)}`);
        expect(found.status).toBe(200);
      }

      // Everyday errors.
      const { wrongUsername, wrongPassword } = typed;
      const refused = [
        anyone.post('/api/auth/login', { username, password: wrongPassword }),
        anyone.post('/api/auth/login', { username: wrongUsername, password: wrongPassword }),
        admin.post('/api/auth/register', account),
        anyone.post('/api/leads/public', { ...contact, eventId: typed.inPath }),
        anyone.post('/api/leads/public', { ...contact, eventId: event.id, phone: typed.email }),
        anyone.post('/api/leads/public', `{"phone":"${typed.phone}`),
        anyone.get(`/api/events/${typed.inPath}`),
        anyone.get(`/api/${typed.inPath}?phone=${encodeURIComponent(typed.phone)}`),
        anyone.get(`/api/events/${typed.inPath}%zz`),
        volunteer.get(`/api/leads?q=${typed.searched}`),
      ];
      for (const response of await Promise.all(refused)) {
        expect(response.status >= 400 && response.status < 500).toBe(true);
      }
      const other = await createVolunteer(api);
      const taken = await admin.patch(`/api/users/${other.id}`, {
        username,
        password: typed.newPassword,
      });
      expect(taken.status).toBe(409);

      // Errors that should never occur: PostgreSQL's own message quotes the row.
      await sql`alter table leads add constraint no_leads check (phone = '') not valid`;
      const noLead = await anyone.post('/api/leads/public', { ...contact, eventId: event.id });
      expect(noLead.status).toBe(500);
      await sql`alter table users add constraint nobody_new check (false) not valid`;
      const nobodyNew = { ...account, username: `x${username}` };
      expect((await admin.post('/api/auth/register', nobodyNew)).status).toBe(500);
      await sql`drop table leads cascade`;
      expect((await admin.get(`/api/leads?q=${typed.searched}`)).status).toBe(500);
    });
  });

  it('is nowhere in the log, though the failures are', () => {
    const text = lines.join('').toLowerCase();
    expect(text).toContain('"constraint":"no_leads"');
    expect(text).toContain('"constraint":"nobody_new"');
    expect(text).toContain('relation \\"leads\\" does not exist');
    expect(requestsIn(lines).filter(({ status }) => status === 500)).toHaveLength(3);

    const leaked = [...secrets].filter(([, value]) => text.includes(value.toLowerCase()));
    expect(leaked).toEqual([]);
    expect(secrets.size).toBeGreaterThan(Object.keys(typed).length);
  });
});
