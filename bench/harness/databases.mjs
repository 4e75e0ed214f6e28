import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { logIn } from '../../scripts/lib/api.mjs';
import { makeDataDirectory } from '../../scripts/lib/server-process.mjs';
import { connect } from '../../server/dist/db/client.js';
import { startEmbedded } from '../../server/dist/db/embedded/embedded.js';
import { ADMIN, startServer } from './server.mjs';

/** The number of leads that one statement writes. */
const PIECE = 10_000;
const FIRST = 'Amir Ana Bruno Chloé Dora Elif Femi Grace Hiro Ines Jakub Kofi Lena Olga'.split(' ');
const LAST =
  'Abbott Castillo Dubois Haddad Kowalska Lindqvist Müller Nakamura Okafor Rossi Shah Yılmaz Zhang'.split(
    ' ',
  );

/** A template tag that runs its statement on the server's own kind of pool, without a time limit for filling tables. */
export function connectSql(target, options) {
  const db = connect(target, { statementTimeoutMs: 0, ...options });
  const tag = (strings, ...values) => db.query(sql(strings, ...values));
  return Object.assign(tag, db, { unsafe: (text) => db.query(raw(text)) });
}

/** One PostgreSQL, as the server embeds it, with databases that are filled when a row first needs them. */
export async function openDatabases() {
  const directory = await makeDataDirectory();
  const embedded = await startEmbedded({ dataDir: directory.path, log: { info() {}, warn() {} } });
  const maintenance = connectSql(embedded.connection, { max: 1 });
  const databases = new Map();
  let servers = 0;

  function open(name, events, leads) {
    if (!databases.has(name)) databases.set(name, create(name, events, leads));
    return databases.get(name);
  }

  async function create(name, events, leads) {
    await maintenance.unsafe(`create database ${name}`);
    const target = { ...embedded.connection, database: name };
    const database = { sql: connectSql(target, { max: 1 }), environment: environmentFor(target) };
    // The first start creates the tables and the administrator.
    await withServer(database, async () => {});
    database.eventIds = [];
    for (let event = 1; event <= events; event++) {
      database.eventIds.push(await createEvent(database.sql, `Winter Fair ${event}`, leads));
    }
    // Does the work of autovacuum in advance, which would run a minute later.
    await database.sql`vacuum (analyze)`;
    await database.sql`checkpoint`;
    return database;
  }

  async function withServer(database, work) {
    servers += 1;
    const server = await startServer(
      { NODE_ENV: 'production', LOG_LEVEL: 'info', ...database.environment },
      // The log goes to a file, because reading a pipe would take time from the measurement.
      { logFile: join(directory.path, `server-${servers}.log`) },
    );
    try {
      const session = await logIn(server.url, ADMIN);
      return await work({ ...server, session, token: session.token });
    } finally {
      await server.stop();
    }
  }

  return {
    empty: () => open('empty', 1, 0),
    /** One event with so many leads. */
    peopleOf: (leads) => open(`people_${leads}`, 1, leads),
    /** 1,000,000 leads of 20 events. */
    million: () => open('million', 20, 50_000),
    withServer,
    async close() {
      for (const database of databases.values()) await (await database).sql.end();
      await maintenance.end();
      await embedded.stop();
      await directory.remove();
    },
  };
}

/** An event of the administrator, with verified leads. */
export async function createEvent(sql, name, leads = 0) {
  const [{ id }] = await sql`
    insert into events (name, date, location, status, country, created_by)
    select ${name}, '2026-12-05', 'Hall 7, Bristol', 'active', 'GB', id
    from users where role = 'admin'
    returning id`;
  await sql`insert into stages (event_id) values (${id})`;
  for (let from = 1; from <= leads; from += PIECE) {
    await fillEvent(sql, id, from, Math.min(from + PIECE - 1, leads));
  }
  return id;
}

/** Phone numbers are in random order; one person in twenty has two leads. */
async function fillEvent(sql, eventId, from, to) {
  await sql`
    insert into leads (event_id, name, email, phone, phone_key, status, source, submitted_at,
                       verified_at, fingerprint)
    select ${eventId}::uuid,
           (${FIRST}::text[])[1 + person % ${FIRST.length}::int] || ' ' ||
           (${LAST}::text[])[1 + person / ${FIRST.length}::int % ${LAST.length}::int],
           'visitor' || person || '@example.com', '0' || number, '+44' || number,
           'verified', 'qr', now() - n * interval '1 second', now(), sha256(n::text::bytea)
    from (
      select n, (case when n % 20 = 0 then n - 1 else n end) * 6700417::bigint % 9999999967 as person
      from generate_series(${from}::int, ${to}::int) n
    ) people, lpad((person * 7919 % 10000000000)::text, 10, '0') number`;
}

/** A socket's directory cannot be the host of a URL, so it is passed in PGHOST. */
function environmentFor({ host, port, database, user, password }) {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    ...(password && { PGPASSWORD: password }),
  };
}
