import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { loginResponse, type SessionUser } from '@drawbridge/contract/login/auth';
import type { z } from 'zod';

/** One response of the server, read to its end if it has one. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The status and the sentence of an error, for a single comparison. */
  problem: [status: number, sentence: string];
  /** The JSON body, parsed by the contract's schema; fails the test if it does not match. */
  as<T extends z.ZodType>(schema: T): z.infer<T>;
  json<T = unknown>(): T;
  /** The URL of a list's next page, from the `Link` header. */
  next: string | undefined;
}

let turn = 0;

/** Calls a server over HTTP as the web app does, or several servers in turn. */
export class Client {
  readonly #urls: readonly string[];
  readonly token: string | undefined;
  readonly user: SessionUser | undefined;

  constructor(url: string | readonly string[], session?: { token: string; user: SessionUser }) {
    this.#urls = [url].flat();
    this.token = session?.token;
    this.user = session?.user;
  }

  /** The next server in turn. */
  get url(): string {
    turn += 1;
    return this.#urls[turn % this.#urls.length] as string;
  }

  get(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('PATCH', path, body);
  }

  put(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<ApiResponse> {
    return this.send('DELETE', path);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const sent = {
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await exchange(method, new URL(`${this.url}${path}`), sent, bytesOf(body));
    const status = response.statusCode ?? 0;
    const received = new Headers();
    for (let at = 0; at < response.rawHeaders.length; at += 2) {
      received.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
    }
    const endless = received.get('content-type')?.startsWith('text/event-stream');
    if (endless) response.destroy();
    const text = endless ? '' : await readText(response);
    const parse = () => {
      if (/json/.test(received.get('content-type') ?? '')) return JSON.parse(text);
      throw new Error(`${method} ${path} answered ${status}: ${text}`);
    };
    return {
      status,
      headers: received,
      text,
      problem: [status, text],
      as: (schema) => schema.parse(parse()),
      json: () => parse() as never,
      next: /^<(.+)>; rel="next"$/.exec(received.get('link') ?? '')?.[1],
    };
  }

  /** Returns a client with its own session. */
  async signIn(account: { username: string; password: string }): Promise<Client> {
    const response = await this.post('/api/auth/login', account);
    return new Client(this.#urls, response.as(loginResponse));
  }
}

// `fetch` would take three times as long for each call, and the tests make tens of thousands.
const agent = new Agent({ keepAlive: true });

function bytesOf(body: unknown): Uint8Array | string | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

/** Follows redirects and accepts compressed responses, as browsers do. */
async function exchange(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: Uint8Array | string | undefined,
): Promise<IncomingMessage> {
  const sent = {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'user-agent': 'node',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const call = request(url, { method, agent, headers: sent });
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const { location } = response.headers;
  if (!location || !/^(GET|HEAD)$/.test(method)) return response;
  response.resume();
  return exchange(method, new URL(location, url), headers, body);
}

const unpackers: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = await buffer(response);
  const unpack = unpackers[response.headers['content-encoding'] ?? ''];
  return new TextDecoder().decode(unpack && bytes.length > 0 ? unpack(bytes) : bytes);
}
