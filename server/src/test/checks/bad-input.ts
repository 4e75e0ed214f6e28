import { connect as connectSocket } from 'node:net';
import type { Call } from '@drawbridge/contract/core/call';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestSql } from '../database/sql.ts';
import { type Example, examples, type PreparedCall, prepareCall } from '../examples/examples.ts';
import { mailSettings } from '../fakes/mail-server.ts';
import { startApi } from '../world/api.ts';
import type { ApiResponse } from '../world/client.ts';
import type { Body, World } from '../world/example-context.ts';
import { createEvent } from '../world/fixtures.ts';

/*
 * Shared code of the tests of bad input. Malformed input anywhere gets a 4xx response with one sentence, writes
 * nothing, and never causes a 5xx.
 */

/** The calls of the API. Pages without scripts are excluded, because they respond with a page to any input. */
const called = examples.filter(
  ({ call, variant }) => / \/(api|pictures)\//.test(call.route) && !variant,
);
const namesOf = (test: (call: Call) => unknown) =>
  called.filter(({ call }) => test(call)).map(({ name }) => name);

export const writing = namesOf(({ route }) => !route.startsWith('GET'));
export const withPath = namesOf(({ route }) => route.includes(':'));
export const withBody = namesOf(({ body }) => body);
export const withQuery = namesOf(({ query }) => query);
/** The names of all calls that write or take a parameter. */
export const callNames = [...new Set([...writing, ...withPath, ...withQuery])];

export function exampleOf(name: string): Example {
  const example = called.find((other) => other.name === name);
  if (!example) throw new Error(`There is no example of ${name}`);
  return example;
}

/** Starts the server for a test file, with one event. */
export function openBadInputTest() {
  const world = {} as World;

  beforeAll(async () => {
    world.api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() });
    world.eventId = (await createEvent(world.api.admin)).id;
    await recordWrites(world.api.sql);
  });
  afterAll(() => world.api.close());

  const prepare = (name: string) => prepareCall(exampleOf(name), world);

  async function prepareWithBody(name: string): Promise<PreparedCall & { body: () => Body }> {
    const { body, ...call } = await prepare(name);
    if (!body) throw new Error(`${name} has no body`);
    return { ...call, body };
  }

  /** The tables written to since the last call, except for the counts of failed attempts. */
  async function takeWrites(): Promise<string[]> {
    const rows = await world.api.sql<{ name: string }[]>`delete from noted.writes returning name`;
    return [...new Set(rows.map(({ name }) => name))].sort();
  }

  /** Starts watching: a refused call must not write anything afterwards. */
  async function watch() {
    // Otherwise the server would hold a draw that has started in the background.
    await world.api.sql`update stages set began_at = null, drawing = null where reveals_at is null`;
    await takeWrites();
    return async (call: Promise<ApiResponse>): Promise<ApiResponse> => {
      const response = await call;
      expectSentence(response);
      const written = await takeWrites();
      if (response.status >= 400) expect(written, 'a refused call wrote something').toEqual([]);
      return response;
    };
  }

  /** Sends bytes as they are, and returns everything received until the connection is closed. */
  function exchange(bytes: Uint8Array | string, { hangUp = false } = {}): Promise<string> {
    return new Promise((resolve) => {
      const received: Buffer[] = [];
      const socket = connectSocket(Number(new URL(world.api.anyone.url).port), '127.0.0.1');
      socket.on('data', (chunk) => received.push(chunk));
      // The server may close while there is still data to send.
      socket.on('error', () => {});
      socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')));
      if (hangUp) socket.end(bytes);
      else socket.write(bytes);
    });
  }

  return { world, prepare, prepareWithBody, takeWrites, watch, exchange };
}

/** Records every committed write, except those in the background and those of failed attempts. */
async function recordWrites(sql: TestSql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('login_attempts', 'sessions', 'write_probe', 'audit_log',
                             -- Also written in the background; each attempt to mail a link creates a code.
                             'webhooks', 'webhook_queue', 'deliveries', 'mails', 'login_codes', 'lead_counts',
                             'sponsor_reach')`;
  const events = [
    ...tables.map(({ name }) => `insert or update or delete on "${name}" for each row`),
    'insert or delete on sessions for each row',
    `insert on audit_log for each row when (new.kind not in (
       'login-failed', 'password-wrong', 'second-factor-code-wrong', 'handover-code-wrong'))`,
  ];
  await sql.unsafe(`
    create schema noted;
    create table noted.writes (name text);
    create function noted.note_write() returns trigger language plpgsql as
      $$ begin insert into noted.writes values (tg_table_name); return null; end $$;
    ${events.map((event) => `create trigger note_write after ${event} execute function noted.note_write();`).join('\n')}`);
}

export function expectSentence({ status, text, headers }: ApiResponse): void {
  expect(status, text).toBeLessThan(500);
  if (status < 400) return;
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^[^\r\n]{5,200}$/);
}
