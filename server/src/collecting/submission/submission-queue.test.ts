import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { leadInput, ownLead } from '@drawbridge/contract/collecting/leads';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { createLog } from '../../log.ts';
import { rowsReadBy } from '../../test/database/rows-read.ts';
import { connectSql, type TestTransaction } from '../../test/database/sql.ts';
import { LONG_TIMEOUT, standstill } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, newContact } from '../../test/world/fixtures.ts';
import { WAITING_MAX } from './submission-queue.ts';
import type { Submission } from './submission-rows.ts';
import { submitLeads } from './submission-store.ts';

const BUSY = [503, 'Too many entries are coming in at once. Please try again in a moment.'];
const AWAY = [503, 'The service is briefly unavailable. Please try again in a moment.'];

let api: TestApi;
let eventId: string;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' }, createLog('silent'), {
    oneProcess: 'waits until that one has read the requests',
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  eventId = (await createEvent(api.admin)).id;
});

const enter = (fields: Record<string, unknown> = {}) =>
  api.anyone.post('/api/leads/public', { eventId, ...newContact(), ...fields });

/** Waits until the server has read that many more requests completely and called their handlers. */
async function arrivalOf(count: number, begin: () => void): Promise<void> {
  if (count === 0) return;
  let read = 0;
  const all = new Promise<void>((resolve) => {
    const listen = (request: IncomingMessage) =>
      request.once('end', () => {
        read += 1;
        if (read < count) return;
        api.app.server.off('request', listen);
        resolve();
      });
    api.app.server.on('request', listen);
  });
  begin();
  await all;
  // The rest are callbacks without any waiting in between.
  for (let turns = 0; turns < 5; turns++) await turn();
}

/**
 * Sends one lead that is blocked in the database, and then the calls, which have to wait for it. Returns all
 * responses, the blocked one first. `meanwhile` runs before the lock is released.
 */
async function pileUp<T>(
  calls: (() => Promise<T>)[],
  meanwhile: (tx: TestTransaction) => Promise<unknown> = async () => {},
): Promise<[ApiResponse, ...T[]]> {
  const { first, others } = await api.sql.begin(async (tx) => {
    await tx`lock table leads in exclusive mode`;
    const first = enter();
    await standstill(api.sql, [first]);
    let others: Promise<T>[] = [];
    await arrivalOf(calls.length, () => {
      others = calls.map((call) => call());
    });
    await meanwhile(tx);
    return { first, others };
  });
  return [await first, ...(await Promise.all(others))];
}

/** The transaction that wrote each lead of the event. */
async function writers(): Promise<Map<string, string>> {
  const rows = await api.sql<{ id: string; writer: string }[]>`
    select id, xmin::text as writer from leads where event_id = ${eventId}`;
  return new Map(rows.map(({ id, writer }) => [id, writer]));
}

describe('leads that arrive while another is being written', () => {
  it('are written together, and each sender gets their own', async () => {
    const people = Array.from({ length: 20 }, () => ({ id: randomUUID(), ...newContact() }));
    const [first, ...responses] = await pileUp(people.map((person) => () => enter(person)));

    expect(responses.map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(responses.map((response) => response.as(ownLead).id)).toEqual(
      people.map(({ id }) => id),
    );
    const written = await writers();
    expect(new Set(people.map(({ id }) => written.get(id))).size).toBe(1);
    expect(written.get(first.as(ownLead).id)).not.toBe(written.get(people[0]?.id ?? ''));
    expect(written.size).toBe(21);
  });

  it('do not suffer from one that nothing foresaw', async () => {
    await api.sql.unsafe(`
      create function refuse_poison() returns trigger language plpgsql as
        $$ begin if new.name = 'Poison' then raise 'poison'; end if; return new; end $$;
      create trigger poison before insert on leads for each row execute function refuse_poison()`);
    onTestFinished(async () => {
      await api.sql`drop function refuse_poison cascade`;
    });
    const [, ...responses] = await pileUp([
      () => enter(),
      () => enter({ name: 'Poison' }),
      () => enter(),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 500, 201]);
    expect((await writers()).size).toBe(3);
  });
});

describe('a database that was empty when it learnt the statement', () => {
  it.each([
    { was: 'new', vacuumed: false, first: 64 },
    // While batches are small, each gets its own plan. The generic plan, made meanwhile, is used when they grow.
    { was: 'emptied and little used', vacuumed: true, first: 1 },
  ])('looks up what comes in later by index when it was $was', async ({ vacuumed, first }) => {
    // One connection, so that every lead is written with the plan of the first ones.
    const fresh = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' }, undefined, { connections: 1 });
    onTestFinished(() => fresh.close());
    const { id } = await createEvent(fresh.admin);
    // PostgreSQL assumes ten pages for a table that was never vacuumed, however empty it is.
    if (vacuumed) await fresh.sql`vacuum (analyze) leads, deleted_leads`;
    for (const table of ['leads', 'deleted_leads']) {
      await fresh.sql`alter table ${fresh.sql(table)} set (autovacuum_enabled = off)`;
    }
    const some = (length: number): Submission[] =>
      Array.from({ length }, () => ({
        lead: leadInput.parse({ eventId: id, id: randomUUID(), ...newContact() }),
        source: 'qr',
        channel: 'form',
      }));
    const countries = new Map();
    const submitTwice = async (submissions: Submission[]) => {
      await submitLeads(fresh.sql, submissions, countries);
      const again = await submitLeads(fresh.sql, submissions, countries);
      expect(again.every(({ ok }) => ok)).toBe(true);
    };
    for (let batch = 0; batch < 8; batch++) await submitTwice(some(first));
    await fresh.sql`
      insert into leads (event_id, name, phone, phone_key, email, fingerprint)
      select ${id}::uuid, 'Visitor', '0880' || 1000000 + n, '0880' || 1000000 + n, n || '@example.com', sha256('')
      from generate_series(1, 5000) n`;
    await fresh.sql`
      insert into deleted_leads (id, event_id)
      select gen_random_uuid(), ${id}::uuid from generate_series(1, 5000) n`;

    const submit = () => submitTwice(some(64));
    expect(await rowsReadBy(fresh.sql, 'leads', submit)).toBeLessThan(1000);
    expect(await rowsReadBy(fresh.sql, 'deleted_leads', submit)).toBeLessThan(1000);
  });
});

describe('an event that is locked', () => {
  it('delays its own leads and no others', async () => {
    const other = (await createEvent(api.admin)).id;
    const { stuck } = await api.sql.begin(async (tx) => {
      await tx`select from events where id = ${eventId} for update`;
      const stuck = enter();
      await standstill(api.sql, [stuck]);
      expect((await enter({ eventId: other })).status).toBe(201);
      return { stuck };
    });
    expect((await stuck).status).toBe(201);
  });
});

describe('more leads than can wait', () => {
  it('are asked to come back, and those that wait are all written', async () => {
    const BEYOND = 10;
    const statuses: number[] = [];
    let answered: Promise<void>[] = [];
    const last: ApiResponse[] = [];
    await pileUp([], async () => {
      // Requests without sockets, because each socket processes only one request at a time.
      answered = Array.from({ length: WAITING_MAX + BEYOND }, async () => {
        const payload = { eventId, ...newContact() };
        const call = { method: 'POST', url: '/api/leads/public', payload } as const;
        statuses.push((await api.app.inject(call)).statusCode);
      });
      await vi.waitFor(() => expect(statuses).toEqual(Array(BEYOND).fill(503)), LONG_TIMEOUT);
      last.push(await enter(), await api.admin.post('/api/leads', { eventId, ...newContact() }));
    });

    for (const response of last) {
      expect(response.problem).toEqual(BUSY);
      expect(response.headers.get('retry-after')).toBe('1');
    }
    await Promise.all(answered);
    expect(statuses.filter((status) => status === 201)).toHaveLength(WAITING_MAX);
    expect((await writers()).size).toBe(WAITING_MAX + 1);
    expect((await enter()).status).toBe(201);
  });
});

describe('a database that dies while leads are being written', () => {
  it('has every waiting sender try again later, and is used as soon as it is back', async () => {
    const server = connectSql(inject('server'), { max: 1 });
    onTestFinished(() => server.end());
    const [{ name }] = await api.sql<[{ name: string }]>`select current_database() as name`;
    const allow = (allowed: boolean) =>
      server.unsafe(`alter database ${name} with allow_connections ${allowed}`);
    onTestFinished(async () => {
      await allow(true);
    });

    const responses: Promise<ApiResponse>[] = [];
    const pile = pileUp(
      Array.from({ length: 5 }, () => () => {
        const response = enter();
        responses.push(response);
        return response;
      }),
      async (tx) => {
        await allow(false);
        await tx`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
        await Promise.all(responses);
        await allow(true);
      },
    );
    for (const response of await pile) {
      expect(response.problem).toEqual(AWAY);
      expect(response.headers.get('retry-after')).toBe('2');
    }
    expect((await writers()).size).toBe(0);
    const again = await pileUp([() => enter(), () => enter()]);
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
