import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The session listens for other tabs as soon as it is loaded, and there are none here.
vi.stubGlobal('addEventListener', () => {});
const { api, get, sentenceOf } = await import('./api-client.ts');

/** A network that accepts every request and never responds. */
function silence(_url: string, { signal }: { signal?: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn(silence));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function failureOf(call: Promise<unknown>, after: number): Promise<unknown> {
  const failure = call.then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(after);
  return Promise.race([failure, Promise.resolve('still waiting')]);
}

test('a call that is never answered says after half a minute that the server cannot be reached', async () => {
  const sentence = 'The server cannot be reached. Check your connection and try again.';
  expect(sentenceOf(await failureOf(api.post('/api/auth/sign-on'), 30_000))).toBe(sentence);
  expect(sentenceOf(await failureOf(get('/api/events'), 30_000))).toBe(sentence);
});

test('a large response may take minutes', async () => {
  const list = get('/api/leads?eventId=all', { large: true });
  expect(await failureOf(list, 5 * 60_000)).toBe('still waiting');
  expect(await failureOf(list, 5 * 60_000)).toBeInstanceOf(TypeError);
});

test('a problem is explained in the language of the page, or in another one that was asked for', () => {
  api.post('/api/auth/sign-on').catch(() => {});
  api.post('/api/auth/sign-on', { language: 'de' }).catch(() => {});
  const calls = vi.mocked(fetch).mock.calls.map(([, options]) => options?.headers);
  expect(calls).toMatchObject([{ 'Accept-Language': 'en' }, { 'Accept-Language': 'de' }]);
});

test('every POST of somebody logged in has an id of its own, for proxies that repeat it', () => {
  const token = 'of the session';
  const body = { currentPassword: 'secret' };
  for (const call of [
    () => api.post('/api/account/second-factor', { token, body }),
    () => api.post('/api/account/second-factor/recovery-codes', { token, body }),
    () => api.delete('/api/leads/:leadId', { params: { leadId: '1' }, token }),
    () => get('/api/leads', { token }),
    () => api.post('/api/auth/sign-on'),
  ]) {
    call().catch(() => {});
  }
  const ids = vi
    .mocked(fetch)
    .mock.calls.map(([, options]) => new Headers(options?.headers).get('idempotency-key'));
  expect(ids).toEqual([
    expect.stringMatching(/^[\da-f-]{36}$/),
    expect.any(String),
    null,
    null,
    null,
  ]);
  expect(ids[0]).not.toBe(ids[1]);
});

test('a response that stops half-way counts as none', async () => {
  vi.stubGlobal('fetch', async (_url: string, options: { signal: AbortSignal }) => ({
    ok: true,
    status: 200,
    json: () => silence(_url, options),
  }));
  expect(await failureOf(get('/api/events'), 30_000)).toBeInstanceOf(TypeError);
});

test('the page of a proxy is not shown, and the message keeps its form', async () => {
  const html = { status: 502, headers: { 'content-type': 'text/html' } };
  vi.stubGlobal('fetch', async () => new Response('<html><h1>502 Bad Gateway</h1></html>', html));
  const failure = await failureOf(get('/api/events'), 0);
  expect(sentenceOf(failure)).toBe('Please try again.');
  expect(sentenceOf(failure, 'Failed to submit. Please try again.')).toBe(
    'Failed to submit. Please try again.',
  );
  expect((failure as Error).message).toBe('502: Please try again.');

  vi.stubGlobal('fetch', async () => new Response('Event not found', { status: 404 }));
  expect(((await failureOf(get('/api/events/x'), 0)) as Error).message).toBe(
    '404: Event not found',
  );
});
