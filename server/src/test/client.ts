import { loginAnswer, type SessionUser } from '@drawbridge/contract/accounts/auth';
import type { z } from 'zod';

/** One response of the server, read to its end if it has one. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Status and sentence of an error, to be compared in one go. */
  problem: [status: number, sentence: string];
  /** The JSON body, parsed by the contract's schema; fails the test if it does not match. */
  as<T extends z.ZodType>(schema: T): z.infer<T>;
  json<T = unknown>(): T;
  /** The address of the next page of a list, which the `Link` header names. */
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

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send('PATCH', path, body);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    });
    const endless = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (endless) await response.body?.cancel();
    const text = endless ? '' : await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      problem: [response.status, text],
      as: (schema) => schema.parse(JSON.parse(text)),
      json: () => JSON.parse(text),
      next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
    };
  }

  /** Returns a client with its own session. */
  async signIn(account: { username: string; password: string }): Promise<Client> {
    const answer = await this.post('/api/auth/login', account);
    return new Client(this.#urls, answer.as(loginAnswer));
  }
}
