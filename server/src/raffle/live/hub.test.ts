import { ServerResponse } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LIVE_CHANNEL, publish } from '../../core/change/publish.ts';
import { createLog } from '../../log.ts';
import { createDatabase } from '../../test/database/database.ts';
import { rowsReadBy } from '../../test/database/rows-read.ts';
import { connectSql, type TestSql } from '../../test/database/sql.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { drawWinner } from '../draws/draw-store.ts';
import { LiveHub } from './hub.ts';
import type { StoredMessage } from './messages.ts';
import { Reader } from './reader.ts';
import { readMessages } from './store.ts';

const eventId = '00000000-0000-4000-8000-000000000000';

const response = () => new ServerResponse({ method: 'GET' } as never);

/** Opens a hub on a database of its own. */
async function openHub(contents: Parameters<typeof createDatabase>[0], emptyRoomMs?: number) {
  const database = await createDatabase(contents);
  const sql = connectSql(database.target);
  const hub = new LiveHub(sql, createLog('silent'), emptyRoomMs);
  onTestFinished(async () => {
    await hub.close();
    await sql.end();
    await database.drop();
  });
  return { hub, sql };
}

/** Sends a notification as another server does. */
const announce = (sql: TestSql, notice: object) =>
  sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`;

async function createEvent(sql: TestSql): Promise<string> {
  const [event] = await sql<[{ id: string }]>`
    insert into events (name, date, location, country, created_by)
    select 'Fair', '2026-12-05', 'Hall 7', 'GB', id from users returning id`;
  await sql`insert into stages (event_id) values (${event.id})`;
  return event.id;
}

/** A reader with the messages written to it. */
function openReader() {
  const stream = response();
  const write = vi.spyOn(stream, 'write');
  const all = () => write.mock.calls.map(([text]) => String(text));
  const isCount = (text: string) => text.startsWith('event: eligible');
  return {
    reader: new Reader(stream, () => {}),
    stream,
    texts: () => all().filter((text) => !isCount(text)),
    counts: () => all().filter(isCount).length,
  };
}

async function addPrize(sql: TestSql, event: string, name: string): Promise<void> {
  await sql`insert into prizes (event_id, name) values (${event}, ${name})`;
  await publish(sql, 'prizes', { eventIds: [event] });
}

it('a room that cannot be opened fails its readers and no others', async () => {
  // A database without tables makes every read fail.
  const { hub } = await openHub('empty');
  const { reader } = openReader();
  const joining = hub.join(eventId, reader, undefined);
  const leaving = hub.leave(eventId, reader);
  const closing = hub.close();
  await expect(joining).rejects.toThrow('does not exist');
  await expect(leaving).resolves.toBeUndefined();
  await expect(closing).resolves.toBeUndefined();
  expect(hub.rooms).toBe(0);
});

it('pages that join after it has closed are ended', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const event = await createEvent(sql);
  await hub.close();
  const [page, leads] = [openReader(), openReader()];
  await hub.join(event, page.reader, undefined);
  await hub.joinLeads(leads.reader, '', null);
  expect([page, leads].map(({ stream }) => stream.writableEnded)).toEqual([true, true]);
});

it('a room stays open as long as it has a reader', async () => {
  const { hub, sql } = await openHub('schema and administrator', 0);
  const event = await createEvent(sql);
  const [first, second, closed] = [openReader(), openReader(), openReader()];
  closed.stream.destroy();

  await hub.join(event, closed.reader, undefined);
  await vi.waitFor(() => expect(hub.rooms).toBe(0));
  await hub.join(event, first.reader, undefined);
  // One reader joins while the only other one leaves.
  const leaving = hub.leave(event, first.reader);
  await hub.join(event, second.reader, undefined);
  await leaving;
  expect([hub.rooms, hub.readers]).toEqual([1, 1]);
  await addPrize(sql, event, 'Bicycle');
  await vi.waitFor(() => expect(second.texts().at(-1)).toContain('Bicycle'), LONG_TIMEOUT);

  await hub.leave(event, second.reader);
  await hub.join(eventId, first.reader, undefined);
  await vi.waitFor(() => expect([hub.rooms, hub.readers]).toEqual([0, 0]));
});

it('opening a room again and again counts the people once', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const query = vi.spyOn(sql, 'query');
  const counted = () =>
    query.mock.calls.filter(([{ text }]) => text.includes('from person) as people')).length;
  // When the listener has connected, the people in all rooms are counted.
  await hub.join(eventId, openReader().reader, undefined);
  await vi.waitFor(async () => {
    const listening = await sql`
      select from pg_stat_activity where datname = current_database()
        and state = 'idle' and query like 'listen%'`;
    expect(listening).toHaveLength(1);
  }, LONG_TIMEOUT);
  const event = await createEvent(sql);
  // A request without a stream does not start a count.
  const [snapshot] = (await hub.catchUp(event, undefined)) as [StoredMessage];
  expect(snapshot.kind).toBe('snapshot');
  const missed = () => hub.catchUp(event, snapshot.version);
  expect(await missed()).toMatchObject([{ kind: 'heartbeat' }]);
  expect(counted()).toBe(0);
  for (let n = 0; n < 5; n += 1) {
    const { reader } = openReader();
    await hub.join(event, reader, undefined);
    // The count arrives before the next one.
    await vi.waitFor(async () => expect(await missed()).toHaveLength(2));
    await hub.leave(event, reader);
  }
  expect(counted()).toBe(1);
});

it('a snapshot that still says the same stays, so that it is compressed once', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const event = await createEvent(sql);
  const snapshot = async () => (await hub.catchUp(event, undefined))?.[0];
  const first = await snapshot();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await snapshot()).toBe(first);
  await sql`update stages set blank = true`;
  vi.setSystemTime(Date.now() + 61_000);
  expect((await snapshot())?.json).toContain('"blank":true');
});

it('does not show later viewers a winner revealed more than an hour ago', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const event = await createEvent(sql);
  await sql`
    insert into leads (event_id, name, phone, phone_key, status, verified_at, fingerprint)
    values (${event}, 'Ada', '07700900461', '1', 'verified', now(), sha256(''))`;
  const [user] = await sql<[{ id: string }]>`select id from users`;
  const request = { eventId: event, prizeId: null, phrase: '', conductedBy: user.id };
  expect((await drawWinner(sql, request)).ok).toBe(true);
  const revealed = async () => {
    const { reader, texts } = openReader();
    await hub.join(event, reader, undefined);
    return texts()[0]?.match(/"revealed":(\w+)/)?.[1];
  };
  expect(await revealed()).toBe('1');
  await sql`update records set at = at - interval '1 hour'`;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await revealed()).toBe('null');
});

it('many changes to the next draw are at most one message in a second, and the last one counts', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const event = await createEvent(sql);
  const { reader, texts, counts } = openReader();
  await hub.join(event, reader, undefined);
  // The first count needs no notification.
  await vi.waitFor(() => expect(counts()).toBeGreaterThan(0), LONG_TIMEOUT);
  const before = counts();
  const began = Date.now();
  for (let n = 0; n < 20; n += 1) await announce(sql, { eventId: event, kind: 'eligible' });
  await addPrize(sql, event, 'Lamp');
  await vi.waitFor(() => expect(texts().join('')).toContain('event: prizes'), LONG_TIMEOUT);
  const maxMessages = () => 2 + (Date.now() - began) / 1000;
  expect(counts() - before).toBeLessThan(maxMessages());
  await vi.waitFor(() => expect(counts()).toBeGreaterThan(before), LONG_TIMEOUT);
  expect(counts() - before).toBeLessThan(maxMessages());
});

it('a list of prizes that has changed many times is read once to catch up', async () => {
  const database = await createDatabase('schema and administrator');
  // One connection, so that all reads are counted.
  const sql = connectSql(database.target, { max: 1 });
  onTestFinished(async () => {
    await sql.end();
    await database.drop();
  });
  const event = await createEvent(sql);
  await sql`
    insert into prizes (event_id, name) select ${event}, 'Prize ' || n from generate_series(1, 200) n`;
  for (let n = 0; n < 40; n += 1) await publish(sql, 'prizes', { eventIds: [event] });
  const read = await rowsReadBy(sql, 'prizes', async () => {
    expect(await readMessages(sql, event, 0)).toMatchObject([{ kind: 'prizes' }]);
  });
  expect(read).toBeLessThan(2 * 200);
});

it('messages that a failover has lost are replaced by a snapshot', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const event = await createEvent(sql);
  const [first, second] = [openReader(), openReader()];
  const addShownPrize = async (name: string) => {
    await addPrize(sql, event, name);
    await vi.waitFor(() => expect(first.texts().at(-1)).toContain(name));
  };
  await hub.join(event, first.reader, undefined);
  await addShownPrize('Bicycle');
  await addShownPrize('Lamp');

  await sql`update events set live_version = live_version - 1`;
  await sql`delete from live_messages where version > (select live_version from events)`;
  await hub.join(event, second.reader, undefined);
  expect(second.texts()[0]).toContain('event: snapshot');
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`;
  await vi.waitFor(() => expect(first.texts().at(-1)).toContain('event: snapshot'));
  // The next message gets the version of the message that was lost.
  await addShownPrize('Kettle');
});

it('a reader is not dropped for what it has to catch up on', async () => {
  const { hub, sql } = await openHub('schema and administrator');
  const event = await createEvent(sql);
  await sql`
    insert into prizes (event_id, name, description)
    select ${event}, 'Prize', repeat('x', 500) from generate_series(1, 200) n`;
  await sql`select publish_live_message(${event}, 'prizes', null) from generate_series(1, 199)`;
  // These readers do not read their data.
  const [first, again] = [openReader(), openReader()];
  await hub.join(event, first.reader, undefined);
  await hub.join(event, again.reader, 150);
  expect(again.stream.writableLength).toBeGreaterThan(64 * 1024);
  await addPrize(sql, event, 'Bicycle');
  // A dropped reader would get no further message.
  for (const { texts } of [first, again]) {
    await vi.waitFor(() => expect(texts().join()).toContain('Bicycle'));
  }
});
