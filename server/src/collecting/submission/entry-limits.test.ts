import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../log.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent, newContact } from '../../test/world/fixtures.ts';
import { ENTRIES_PER_PAGE } from './entry-limits.ts';
import { createPageNonces, readPageKey } from './page-nonces.ts';

const oneProcess = 'counts to the last entry; processes.test.ts shows the limit of several';

/** A server with a limit, and visitors who all share one address. */
async function openHall(env: Record<string, string> = {}) {
  const api = await startApi(env, createLog('silent'), { oneProcess });
  onTestFinished(() => api.close());
  const { id: eventId } = await createEvent(api.admin);
  const nonces = createPageNonces(
    () => readPageKey(api.sql),
    (error) => {
      throw error;
    },
  );
  const enter = (fields = {}, at: TestApi = api) =>
    at.anyone.post('/api/leads/public', { eventId, ...newContact(), ...fields });
  return {
    api,
    enter,
    openPage: () => nonces.issue(),
    /** The statuses of many entries sent at once. */
    sendMany: async (count: number, send: () => Promise<{ status: number }>) => {
      const responses = await Promise.all(Array.from({ length: count }, send));
      return responses.map(({ status }) => status).sort();
    },
  };
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('entries of a hall that shares one address', () => {
  it('are taken after 608 empty ones from the same address', async () => {
    const { api, enter, openPage, sendMany } = await openHall();
    const empty = await sendMany(608, () => api.anyone.post('/api/leads/public', {}));
    expect(empty).toEqual(times(608, 400));
    expect(await sendMany(25, () => enter())).toEqual(times(25, 201));
    const guest = async () => enter({ nonce: await openPage() });
    expect(await sendMany(25, guest)).toEqual(times(25, 201));
  });

  it('are taken while one page sends well-formed junk', async () => {
    const { enter, openPage, sendMany } = await openHall({ PUBLIC_SUBMITS_PER_MINUTE: '30' });
    const nonce = await openPage();
    const junk = await sendMany(100, () => enter({ nonce }));
    expect(junk).toEqual([...times(ENTRIES_PER_PAGE, 201), ...times(90, 429)]);
    const guest = async () => enter({ nonce: await openPage() });
    expect(await sendMany(20, guest)).toEqual(times(20, 201));
    // All pages of an address together still have its limit.
    expect((await guest()).status).toBe(429);
  });

  it('are taken while a program sends well-formed junk without a page', async () => {
    const { enter, openPage, sendMany } = await openHall({ PUBLIC_SUBMITS_PER_MINUTE: '20' });
    const made = ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', undefined];
    const junk = await sendMany(60, () => enter({ nonce: made[Math.floor(Math.random() * 3)] }));
    expect(junk).toEqual([...times(20, 201), ...times(40, 429)]);
    const guest = async () => enter({ nonce: await openPage() });
    expect(await sendMany(20, guest)).toEqual(times(20, 201));
  });

  it('count by their page at every server of the database, also after a restart', async () => {
    const { api, enter, openPage } = await openHall({ PUBLIC_SUBMITS_PER_MINUTE: '1' });
    const nonce = await openPage();
    const other = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '1' }, createLog('silent'), {
      oneProcess,
      beside: api,
    });
    onTestFinished(() => other.close());
    // Entries without a page have reached their limit. The page of another server has its own.
    expect((await enter({}, other)).status).toBe(201);
    expect((await enter({}, other)).status).toBe(429);
    expect((await enter({ nonce }, other)).status).toBe(201);
  });
});

describe('entries that fail', () => {
  it('are answered late once an address has sent many, and nothing else is', async () => {
    const { api, enter, sendMany } = await openHall();
    await sendMany(60, () => api.anyone.post('/api/leads/public', {}));
    const order: string[] = [];
    const failing = api.anyone.post('/api/leads/public', '{').then(({ problem }) => {
      expect(problem).toEqual([400, 'The request is not valid JSON']);
      order.push('failed');
    });
    expect((await enter()).status).toBe(201);
    order.push('entered');
    await failing;
    expect(order).toEqual(['entered', 'failed']);
  });
});
