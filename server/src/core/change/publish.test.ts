import type { Call, Changed } from '@drawbridge/contract/core/call';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listen } from '../../db/listen.ts';
import { newSession } from '../../test/checks/callers.ts';
import { examples, prepareCall, servedCalls } from '../../test/examples/examples.ts';
import { mailSettings } from '../../test/fakes/mail-server.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { eventWithPeople } from '../../test/world/raffle.ts';
import { changesOfEvents, LIVE_CHANNEL, reactions } from './publish.ts';

let api: TestApi;
let eventId: string;
let listener: ReturnType<typeof listen>;
const notifications: string[] = [];

beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() });
  ({ eventId } = await eventWithPeople(api, 0));
  await new Promise<void>((resolve) => {
    listener = listen(api.sql, LIVE_CHANNEL, {
      onNotification: (payload) => notifications.push(payload),
      onListening: resolve,
    });
  });
});
afterAll(async () => {
  await listener.stop();
  await api.close();
});

const writing = (call: Call) => !call.route.startsWith('GET ');
const changesOf = ({ changes = 'none' }: Call) =>
  [changes].flat().filter((each): each is Changed => each !== 'none');

/** Published with a delay, also for the preparations of a test. */
const delayed = ['leads', 'applause', 'rehearsal'];

/** Everything published until now. */
async function readPublished(): Promise<string[]> {
  const mark = JSON.stringify({ kind: crypto.randomUUID() });
  await api.sql`select pg_notify(${LIVE_CHANNEL}, ${mark})`;
  await vi.waitUntil(() => notifications.includes(mark), LONG_TIMEOUT);
  const kinds = notifications.splice(0).map((payload) => JSON.parse(payload).kind as string);
  const messages = await api.sql<{ kind: string }[]>`select kind from live_messages`;
  await api.sql`delete from live_messages`;
  const marked = (kind: string | undefined) => kind && !delayed.includes(kind) && kind.length < 30;
  return [...new Set([...kinds.filter(marked), ...messages.map(({ kind }) => kind)])].sort();
}

it.each(servedCalls.filter(writing))('$name says what it changes', (call) => {
  expect(call.changes).toBeDefined();
});

/** Calls that end sessions only with some inputs, which their examples do not have. */
const sometimes = ['updateAccount', 'updateVolunteer'];

it.each(examples.filter(({ call }) => writing(call)))(
  '$name publishes what it says, and nothing else',
  async (example) => {
    const { client, method, url, body } = await prepareCall(example, { api, eventId });
    const changes = changesOf(example.call);
    // Another session of the caller, which the call ends.
    if (changes.includes('sessions') && client.user) await newSession(api, client.user);
    await readPublished();
    expect((await client.send(method, url, body?.())).status).toBe(example.status);
    const published = await readPublished();
    const expected = changes.flatMap((each) => Object.values(reactions[each]));
    expect(expected).toEqual(expect.arrayContaining(published));
    const always = changesOfEvents.filter((each) => changes.includes(each));
    const certain = always.flatMap((each) => Object.values(reactions[each]));
    expect(published).toEqual(expect.arrayContaining(certain));
    const isLate = changes.includes('new leads');
    if (changes.length > 0 && !isLate && !sometimes.includes(example.call.name)) {
      expect(published).not.toEqual([]);
    }
    // The server must not hold the staged draw during the tests that follow.
    await api.sql`
      update stages set began_at = null, drawing = null, request_id = null, session_id = null
      where reveals_at is null`;
  },
);
