import { connect as connectSocket } from 'node:net';
import type { Call } from '@drawbridge/contract/calls/call';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { startApi } from './api.ts';
import type { Answer } from './client.ts';
import { type Example, examples, type PreparedCall, prepareCall } from './examples.ts';
import { createEvent } from './fixtures.ts';
import { mailSettings } from './mail-server.ts';
import type { Body, World } from './world.ts';

/*
 * What the tests of bad input share. Anything malformed anywhere is answered 4xx with one sentence,
 * writes nothing, and is never a 5xx.
 */

/** The calls of the API; pages without scripts answer with a page whatever they are sent. */
const called = examples.filter(
  ({ call, variant }) => / \/(api|pictures)\//.test(call.route) && !variant,
);
const namesOf = (test: (call: Call) => unknown) =>
  called.filter(({ call }) => test(call)).map(({ name }) => name);

export const writing = namesOf(({ route }) => !route.startsWith('GET'));
export const withPath = namesOf(({ route }) => route.includes(':'));
export const withBody = namesOf(({ body }) => body);
export const withQuery = namesOf(({ query }) => query);
/** Every call that writes or takes a parameter. */
export const callNames = [...new Set([...writing, ...withPath, ...withQuery])];

export function exampleOf(name: string): Example {
  const example = called.find((other) => other.name === name);
  if (!example) throw new Error(`There is no example of ${name}`);
  return example;
}

const REFUSED_IN_A_ROW = process.env.THOROUGH ? 1 : 5;

/** Starts the server for a test file, with one event. */
export function openBadInputTest() {
  const world = {} as World;
  let digest = '';

  beforeAll(async () => {
    world.api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() });
    world.eventId = (await createEvent(world.api.admin)).id;
    const tables = await world.api.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('login_attempts', 'limit_counts', 'sessions', 'write_probe', 'audit_log',
                               -- Written in the background, too; each attempt to mail a link makes a code.
                               'webhooks', 'webhook_queue', 'deliveries', 'mails', 'login_codes', 'lead_counts',
                               'sponsor_reach')`;
    // Every row carries the transaction that wrote it.
    const rows = tables.map(
      ({ name }) => `(select count(*) || '/' || sum(xmin::text::bigint) from "${name}")`,
    );
    // Failed attempts are recorded, and nothing else of a call that was refused.
    const audit = `(select count(*) from audit_log
      where kind not in (
        'log-in-failed', 'password-wrong', 'second-factor-code-wrong', 'handover-code-wrong'))`;
    digest = `select concat_ws(' ', (select count(*) from sessions), ${audit}, ${rows.join()}) as contents`;
  });
  afterAll(() => world.api.close());

  const prepare = (name: string) => prepareCall(exampleOf(name), world);

  async function prepareWithBody(name: string): Promise<PreparedCall & { body: () => Body }> {
    const { body, ...call } = await prepare(name);
    if (!body) throw new Error(`${name} has no body`);
    return { ...call, body };
  }

  /** One value that changes with any row, except for the counts of failed attempts. */
  async function contents(): Promise<string> {
    const [row] = await world.api.sql.unsafe<[{ contents: string }]>(digest, []);
    return row.contents;
  }

  /**
   * Remembers the state of the database: a refused call must not change it. Looking at every row takes longer
   * than most calls, so it looks after some refused calls in a row, and at the end of the test.
   */
  async function watch() {
    // The server would hold a draw that has begun in the background.
    await world.api.sql`delete from staged_draws where reveals_at is null`;
    let before = await contents();
    let refused = 0;
    const look = async () => {
      refused = 0;
      expect(await contents(), 'a refused call wrote something').toBe(before);
    };
    onTestFinished(async () => {
      if (refused > 0) await look();
    });
    return async (call: Promise<Answer>): Promise<Answer> => {
      const answer = await call;
      expectSentence(answer);
      if (answer.status >= 400) {
        refused += 1;
        if (refused === REFUSED_IN_A_ROW) await look();
      } else {
        refused = 0;
        before = await contents();
      }
      return answer;
    };
  }

  /** Sends bytes as they are, and reads everything that comes back until the connection is closed. */
  function exchange(bytes: Uint8Array | string, { hangUp = false } = {}): Promise<string> {
    return new Promise((resolve) => {
      const received: Buffer[] = [];
      const socket = connectSocket(Number(new URL(world.api.anyone.url).port), '127.0.0.1');
      socket.on('data', (chunk) => received.push(chunk));
      // The server may close while there is still something to send.
      socket.on('error', () => {});
      socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')));
      if (hangUp) socket.end(bytes);
      else socket.write(bytes);
    });
  }

  return { world, prepare, prepareWithBody, contents, watch, exchange };
}

export function expectSentence({ status, text, headers }: Answer): void {
  expect(status, text).toBeLessThan(500);
  if (status < 400) return;
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^[^\r\n]{5,200}$/);
}
