import type { Method, Path, RequestOf, ResponseOf } from '@drawbridge/contract/calls/client';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { Language } from '@drawbridge/contract/languages/languages';
import { newId } from '../device/storage.ts';
import { currentLanguage, t } from '../texts/texts.ts';
import { startDeadline } from './deadline.ts';
import { type ReadProblem, readProblem } from './read-problem.ts';
import { currentSession, endSession } from './session.ts';
import { hasShape, type Shape } from './shape.ts';

/** Any error response: the message is `{status}: {text}`, and `sentence` is the text for people. */
export class ApiError extends Error {
  readonly status: number;
  /** The text for people; empty if the server gave no reason. */
  readonly sentence: string;
  readonly code: ReadProblem['code'];
  readonly fields: NonNullable<ReadProblem['fields']>;
  /** The time that the server asks to wait before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, { sentence, code, fields }: ReadProblem, retryAfterMs?: number) {
    super(`${status}: ${sentence || t('visitor.retry')}`);
    this.status = status;
    this.sentence = sentence;
    this.code = code;
    this.fields = fields ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** True if the server responded with this problem. */
export function hasCode(error: unknown, code: ProblemCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The error's text for people; the fallback is for a server that gave no reason. */
export function sentenceOf(error: unknown, fallback = t('visitor.retry')): string {
  if (error instanceof ApiError) return error.sentence || fallback;
  // fetch throws a TypeError if there was no response, and so does our timeout.
  return error instanceof TypeError ? t('visitor.unreachable') : fallback;
}

/** The time limit of a request, because a bad network may never respond. */
const TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 10 * 60_000;

export interface CallOptions {
  /** Aborts the request when the response is no longer needed. */
  signal?: AbortSignal | undefined;
  /** Raises the time limit to ten minutes, for large requests and responses on a slow network. */
  large?: boolean | undefined;
  /** Keeps the session after a 401, for calls in the background: they must not log the user out and leave the page. */
  keepSession?: boolean | undefined;
  /** Lets the request finish even if the page is left meanwhile. */
  keepalive?: boolean | undefined;
  /** The token to send instead of the session's: a sponsor's, who has no account. */
  token?: string | undefined;
  /** The language of a problem's text; by default the page's. */
  language?: Language | undefined;
  /** The expected shape of the response; anything else is a failure. */
  shape?: Shape | undefined;
}

/** The arguments of a call: required if it has required inputs; a call without inputs needs no second argument. */
export type CallArgs<M extends Method, P extends Path<M>> =
  object extends RequestOf<M, P>
    ? [given?: RequestOf<M, P> & CallOptions]
    : [given: RequestOf<M, P> & CallOptions];

/**
 * The input of any call. The functions below are written for it and typed afterwards: otherwise the compiler would
 * compare all calls with each other.
 */
export interface CallInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Send<M extends Method> = <P extends Path<M>>(
  path: P,
  ...args: CallArgs<M, P>
) => Promise<ResponseOf<M, P>>;

function sender<M extends Method>(method: M): Send<M> {
  const send = (path: string, { params, query, body, ...options }: CallInput = {}) => {
    const sent = method === 'GET' || method === 'DELETE' ? undefined : (body ?? {});
    return call(method, addressOf(path, { params, query }), sent, options);
  };
  return send as unknown as Send<M>;
}

/** The calls of the server by method and path, typed by the contract's table of calls. */
export const api = {
  get: sender('GET'),
  post: sender('POST'),
  put: sender('PUT'),
  patch: sender('PATCH'),
  delete: sender('DELETE'),
};

/** A path with its parameters filled in, and the query parameters that are not empty. */
export function addressOf(path: string, { params = {}, query = {} }: CallInput = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  return parameters.length > 0
    ? `${filled}?${new URLSearchParams(parameters as string[][])}`
    : filled;
}

/** The address of something to read, which is also its query key. */
export const urlOf = addressOf as unknown as <P extends Path<'GET'>>(
  path: P,
  ...args: CallArgs<'GET', P>
) => string;

export function get<Body>(url: string, options?: CallOptions): Promise<Body> {
  return call('GET', url, undefined, options);
}

async function call<Body>(
  method: string,
  url: string,
  body?: unknown,
  { signal, large, shape, ...more }: CallOptions = {},
): Promise<Body> {
  return within(large ? LONG_TIMEOUT_MS : TIMEOUT_MS, signal, async (limit) => {
    const response = await request(method, url, body, limit, more);
    // 204 has no body.
    const received = response.status === 204 ? null : await response.json();
    if (shape && !hasShape(received, shape)) throw new Error(`Unexpected response of ${url}`);
    return received as Body;
  });
}

/** The time limit includes the body, because a response may stop half-way. */
async function within<Result>(
  milliseconds: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, clear } = startDeadline(milliseconds, callerSignal);
  try {
    return await work(signal);
  } finally {
    clear();
  }
}

/** A page of a list, and the address of the next one from the response's `Link` header. */
export interface Page<Rows> {
  rows: Rows;
  next: string | undefined;
}

/** A page of the list at a path; its address comes from `urlOf` or from the page before. */
export function getPage<P extends Path<'GET'>>(
  url: string,
  { signal, token }: Pick<CallOptions, 'signal' | 'token'>,
): Promise<Page<ResponseOf<'GET', P>>> {
  return within(TIMEOUT_MS, signal, async (limit) => {
    const response = await request('GET', url, undefined, limit, { token });
    const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    return { rows: (await response.json()) as ResponseOf<'GET', P>, next };
  });
}

interface Download extends Pick<CallOptions, 'token'> {
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void;
}

function download(
  path: string,
  { body, onProgress, token, ...input }: CallInput & Download,
): Promise<Blob> {
  return within(LONG_TIMEOUT_MS, undefined, async (limit) => {
    const response = await request('POST', addressOf(path, input), body, limit, { token });
    if (!onProgress || !response.body) return await response.blob();
    let arrived = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, out) => {
        arrived += piece.length;
        onProgress(arrived);
        out.enqueue(piece);
      },
    });
    return await new Response(response.body.pipeThrough(counted)).blob();
  });
}

export const downloadFile = download as unknown as <P extends Path<'POST'>>(
  path: P,
  input: RequestOf<'POST', P> & Download,
) => Promise<Blob>;

/** Opens a response that never ends, such as an event stream. */
export const openStream = ((
  path: string,
  { signal, ...input }: CallInput & { signal: AbortSignal },
) => request('GET', addressOf(path, input), undefined, signal)) as unknown as <
  P extends Path<'GET'>,
>(
  path: P,
  input: RequestOf<'GET', P> & { signal: AbortSignal },
) => Promise<Response>;

type RequestOptions = Pick<CallOptions, 'keepSession' | 'keepalive' | 'language' | 'token'>;

/** Sends a request with the session's token; any error response is thrown. */
async function request(
  method: string,
  url: string,
  body: unknown,
  signal: AbortSignal,
  {
    keepSession = false,
    keepalive = false,
    language = currentLanguage(),
    token = currentSession().token ?? undefined,
  }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(url, {
    method,
    signal,
    keepalive,
    credentials: 'include',
    headers: {
      Accept: 'application/problem+json, */*',
      // Sets the language of a problem's text.
      'Accept-Language': language,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      // A proxy may repeat a request that it lost. An id in the body is kept longer than this key and takes precedence.
      ...(token && method === 'POST' && { 'Idempotency-Key': newId() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  if (response.status === 401 && !keepSession) endExpiredSession(token, url);
  const problem = await readProblem(response);
  throw new ApiError(response.status, problem, readRetryAfter(response.headers));
}

/** The header is a number of seconds or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/**
 * Ends the session after a 401, except for a wrong password and for late responses to requests of an earlier session.
 */
function endExpiredSession(token: string | undefined, url: string): void {
  const logsIn = url.startsWith('/api/auth/login');
  if (token && token === currentSession().token && !logsIn) endSession('expired');
}
