import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import statement, { type Sql } from 'sql-template-tag';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createDatabase } from '../test/database/database.ts';
import { connectSql, type TestSql } from '../test/database/sql.ts';
import { startRelay } from '../test/fakes/relay.ts';
import { LONG_TIMEOUT } from '../test/fakes/until-blocked.ts';
import { allowLongStatements } from './client.ts';
import { changesOf, rowOf, valuesOf } from './columns.ts';
import { Connection, type ConnectionTarget, configFor } from './connection.ts';
import { isDatabaseUnavailable, violates } from './errors.ts';
import { readFor, readForAll } from './reads/cancelling.ts';
import { inTransaction } from './transaction.ts';

const database = await createDatabase('empty');
const other = connectSql(database.target, { max: 1 });
afterAll(async () => {
  await other.end();
  await database.drop();
});

function open(max: number, target: ConnectionTarget = database.target): TestSql {
  const sql = connectSql(target, { max });
  onTestFinished(() => sql.end({ graceMs: 0 }));
  return sql;
}

/** Answers every connection in this way, or not at all. */
async function serve(answer?: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    answer?.(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `postgres://someone@127.0.0.1:${port}/somewhere`;
}

const pidOf = async (sql: TestSql) =>
  (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a row of a schema', () => {
  const person = z.object({ id: z.string(), fullName: z.string().nullable() });
  const asPerson = rowOf(person, { computed: { id: statement`id::text` } });

  it('is written and read by the names of its fields', async () => {
    await other`create table persons (id int primary key, full_name text, city text default 'Bath')`;
    const added = await other.query(
      statement`insert into persons ${valuesOf({ id: 1, fullName: 'Ada', city: undefined })}
                returning ${asPerson.columns}`,
      asPerson,
    );
    expect(added).toEqual([{ id: '1', fullName: 'Ada' }]);
    const change = (fields: Record<string, unknown>) =>
      other.queryOne(
        statement`update persons set ${changesOf(fields)} returning ${asPerson.columns}`,
        asPerson,
      );
    expect(await change({})).toEqual({ id: '1', fullName: 'Ada' });
    expect(await change({ id: undefined, fullName: null })).toEqual({ id: '1', fullName: null });
    expect(await other`select city from persons`).toEqual([{ city: 'Bath' }]);
  });

  it('fails in tests if a column is missing or has another type', async () => {
    const read = (text: Sql) => other.query(text, asPerson);
    await expect(read(statement`select '1' as id`)).rejects.toThrow('fullName');
    await expect(read(statement`select 1 as id, null as full_name`)).rejects.toThrow('id');
  });
});

describe('a row', () => {
  it('has its columns in camel case, and values as the API shows them', async () => {
    const [row] = await other`
      select date '2026-11-15' as date, timestamptz '2026-11-15 09:30:00.25+00' as submitted_at,
             json_build_object('at', timestamptz '2026-11-15 09:30:00.25+00') as json,
             9007199254740993 as int8, 12.50::numeric as numeric, 7::int as int, true as bool,
             '\\x0102'::bytea as bytes, array['a', 'b"c'] as list, null as nothing,
             '+447700900123' as phone_e164`;
    expect(row).toEqual({
      date: '2026-11-15',
      submittedAt: '2026-11-15T09:30:00.25+00:00',
      json: { at: '2026-11-15T09:30:00.25+00:00' },
      int8: '9007199254740993',
      numeric: '12.50',
      int: 7,
      bool: true,
      bytes: Buffer.from([1, 2]),
      list: ['a', 'b"c'],
      nothing: null,
      phoneE164: '+447700900123',
    });
  });

  it('looks the same where the database has another time zone and style of dates', async () => {
    await other.unsafe(`alter database ${database.name} set TimeZone = 'Asia/Kolkata'`);
    await other.unsafe(`alter database ${database.name} set DateStyle = 'German'`);
    const [row] = await open(1)`
      select timestamptz '2026-11-15 09:30:00+00' as moment, date '2026-11-15' as day`;
    expect(row).toEqual({ moment: '2026-11-15T09:30:00+00:00', day: '2026-11-15' });
  });
});

describe('a value', () => {
  it.each([
    ['text', 'it’s "quoted" \\ {a,b}'],
    ['bytea', Buffer.from([0, 255, 92])],
    ['text[]', ['a,b', 'c"d', '\\', null, '', 'NULL', '{}']],
    ['bool[]', [true, false, null]],
    ['int[]', [1, -2]],
  ])('of type %s arrives as it was', async (type, value) => {
    const [row] = await other.unsafe(`select $1::${type} as value`, [value]);
    expect(row?.value).toEqual(value);
  });
});

describe('TLS', () => {
  it.each([
    ['', false],
    ['?sslmode=disable', false],
    ['?sslmode=require', { rejectUnauthorized: false }],
    ['?sslmode=verify-full', {}],
  ])('of a URL with %j is what PostgreSQL’s own tools understand', (parameters, ssl) => {
    const { connectionParameters } = new Connection(
      configFor(`postgres://someone@somewhere/database${parameters}`),
    ) as unknown as { connectionParameters: { ssl: unknown } };
    expect(connectionParameters.ssl).toEqual(ssl);
  });
});

describe('a password', () => {
  it.each(['a URL', 'an embedded database'])('of %s is sent to PostgreSQL', async (kind) => {
    const asksForPassword = Buffer.from('520000000800000003', 'hex');
    let receiveMessage = (_message: string) => {};
    const sent = new Promise<string>((resolve) => {
      receiveMessage = resolve;
    });
    const url = await serve((socket) => {
      socket.once('data', () => {
        socket.once('data', (message) => {
          receiveMessage(message.toString());
          socket.end();
        });
        socket.write(asksForPassword);
      });
    });
    const { hostname: host, port } = new URL(url);
    const target =
      kind === 'a URL'
        ? url.replace('someone', 'someone:secret')
        : { host, port: Number(port), database: 'db', user: 'someone', password: 'secret' };
    void failureOf(open(1, target)`select 1`);
    expect(await sent).toContain('secret');
  });
});

describe('a statement', () => {
  it('that is refused does not cost its connection', async () => {
    const sql = open(1);
    await sql`create table single (id int constraint single_key primary key)`;
    await sql`insert into single values (1)`;
    const pid = await pidOf(sql);
    const failure = await failureOf(sql`insert into single values (1)`);
    expect([violates(failure, 'single_key'), isDatabaseUnavailable(failure)]).toEqual([
      true,
      false,
    ]);
    expect(await pidOf(sql)).toBe(pid);
  });

  it('that a migration has outdated is prepared again', async () => {
    const sql = open(1);
    await sql`create table growing (id int)`;
    const read = () => sql`select * from growing`;
    await sql`insert into growing values (1)`;
    expect(await read()).toEqual([{ id: 1 }]);
    await other`alter table growing alter column id type text, add column name text`;
    expect(await read()).toEqual([{ id: '1', name: null }]);
  });

  it('that is not answered in time fails, and its connection is not used again', async () => {
    const sql = open(1);
    const pid = await pidOf(sql);
    const failure = await failureOf(sql.query(statement`select pg_sleep(1000)`, { timeoutMs: 50 }));
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(await pidOf(sql)).not.toBe(pid);
    await other`select pg_terminate_backend(${pid})`;
  });

  it('is cancelled when it takes too long, unless its transaction may', async () => {
    const sql = connectSql(database.target, { max: 1, statementTimeoutMs: 50 });
    onTestFinished(() => sql.end());
    const failure = await failureOf(sql`select pg_sleep(1000)`);
    expect(failure).toMatchObject({ code: '57014' });
    const slept = inTransaction(sql, async (tx) => {
      await allowLongStatements(tx);
      return tx.query(statement`select pg_sleep(0.1), 1 as one`);
    });
    expect(await slept).toMatchObject([{ one: 1 }]);
    expect(await failureOf(sql`select pg_sleep(1000)`)).toMatchObject({ code: '57014' });
  });

  it('is cancelled when the client that it is read for goes, also while it waits for a connection', async () => {
    const sql = open(1);
    const pid = await pidOf(sql);
    const disconnect = new AbortController();
    const asked = readFor(disconnect.signal, () => [
      failureOf(sql`select pg_sleep(1000)`),
      failureOf(sql`select 1`),
    ]);
    const shared = readFor(disconnect.signal, () => readForAll(() => pidOf(sql)));
    await vi.waitFor(async () => {
      const [running] =
        await other`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
      expect(running).toBeDefined();
    }, LONG_TIMEOUT);
    disconnect.abort();
    expect(await Promise.all(asked)).toMatchObject([{ code: '57014' }, { name: 'AbortError' }]);
    // A late cancel request would hit the next statement, so the connection must be another one.
    expect(await shared).not.toBe(pid);
  });

  it('waits for a free connection as long as it takes', async () => {
    const sql = open(1);
    const holder = await sql.pool.connect();
    const waiting = Array.from({ length: 5 }, () => pidOf(sql));
    await other`select 1`;
    holder.release();
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
  });
});

describe('a pool whose connections are lost', () => {
  it('has another for the next statement', async () => {
    const sql = open(1);
    for (let time = 0; time < 5; time++) {
      const pid = await pidOf(sql);
      await other`select pg_terminate_backend(${pid}, 5000)`;
      // The loss may not have been read yet; a statement on the lost connection fails.
      const failure = await failureOf(sql`select 1`);
      expect(failure === undefined || isDatabaseUnavailable(failure)).toBe(true);
      expect(await pidOf(sql)).not.toBe(pid);
    }
  });

  it('answers or fails every statement of busy callers, and recovers', async () => {
    const relay = await startRelay(database.target);
    onTestFinished(() => relay.close());
    const sql = open(5, relay.target);
    await pidOf(sql);
    let going = true;
    onTestFinished(() => {
      going = false;
    });
    let answered = 0;
    const failures: unknown[] = [];
    const callers = Array.from({ length: 30 }, async (_, caller) => {
      while (going) {
        const failure = await failureOf(sql`select ${caller}::int`);
        if (failure) failures.push(failure);
        else answered += 1;
        // Failures may be immediate: without this pause nothing else would ever run.
        await turn();
      }
    });
    for (let cut = 0; cut < 16; cut++) {
      const before = answered;
      while (answered < before + 20) await turn();
      // In turns: like a pulled cable, and like an administrator's command.
      if (cut % 2) relay.cut();
      else {
        await other`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
      }
    }
    going = false;
    await Promise.all(callers);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((failure) => !isDatabaseUnavailable(failure))).toEqual([]);
    expect(await Promise.all(Array.from({ length: 30 }, () => pidOf(sql)))).toHaveLength(30);
  });
});

describe('the end of a pool', () => {
  it('waits for running statements, but not for ever', async () => {
    const sql = connectSql(database.target, { max: 2 });
    const short = sql`select pg_sleep(0.05), 1 as one`;
    const endless = failureOf(sql`select pg_sleep(600)`);
    await turn();
    await sql.end({ graceMs: 300 });
    expect(await short).toMatchObject([{ one: 1 }]);
    expect(isDatabaseUnavailable(await endless)).toBe(true);
    await sql.end();
    expect(isDatabaseUnavailable(await failureOf(sql`select 1`))).toBe(true);
  });

  it('waits for no connection that is never given back', async () => {
    const sql = connectSql(database.target, { max: 2 });
    const kept = await sql.pool.connect();
    await sql.end({ graceMs: 10 });
    expect(isDatabaseUnavailable(await failureOf(kept.query('select 1')))).toBe(true);
  });
});

describe('the database is unavailable', () => {
  it('when nobody listens', async () => {
    const sql = open(1, 'postgres://someone@127.0.0.1:1/somewhere');
    expect(isDatabaseUnavailable(await failureOf(sql`select 1`))).toBe(true);
  });

  it('when the connection is closed at once', async () => {
    const sql = open(1, await serve((socket) => socket.end()));
    expect(isDatabaseUnavailable(await failureOf(sql`select 1`))).toBe(true);
  });

  it('when nobody answers for five seconds', async () => {
    const sql = open(1, await serve());
    const failure = await failureOf(sql`select 1`);
    expect(failure).toMatchObject({ message: 'timeout expired' });
    expect(isDatabaseUnavailable(failure)).toBe(true);
  });

  it.each(['N', 'E'])('when it answers %s to a question for TLS', async (response) => {
    const target = await serve((socket) => socket.once('data', () => socket.end(response)));
    const sql = open(1, `${target}?sslmode=require`);
    expect(isDatabaseUnavailable(await failureOf(sql`select 1`))).toBe(true);
  });

  it('when PostgreSQL has no such database', async () => {
    const target =
      typeof database.target === 'string'
        ? `${database.target}_not`
        : { ...database.target, database: 'not_there' };
    expect(isDatabaseUnavailable(await failureOf(open(1, target)`select 1`))).toBe(true);
  });

  it('but not when a statement is wrong', async () => {
    for (const failure of [
      await failureOf(other`select 1 / 0`),
      await failureOf(other`slect`),
      new Error('Something else'),
      undefined,
    ]) {
      expect(isDatabaseUnavailable(failure)).toBe(false);
    }
  });
});
