import type { LookupAddress } from 'node:dns';
import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivate, literalAddress } from './rules.ts';

/** For everything: the name, the connection, the answer. */
const TIMEOUT_MS = 10_000;
/** No more of an answer is read, and no more of it kept. */
const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;

/** The addresses of a name. */
type Resolve = (name: string) => Promise<LookupAddress[]>;

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface SendOptions {
  /** Whether private addresses are allowed. */
  toPrivate: boolean;
  resolve?: Resolve | undefined;
  timeoutMs?: number;
  /** Gives up when the server stops. */
  signal?: AbortSignal;
}

/** What came of an attempt: an answer, or what went wrong before there was one. */
export interface Attempt {
  status: number | null;
  answer: string | null;
  error: string | null;
}

/** Sends a message once. It follows no redirect, because that could lead anywhere. */
export async function send(
  message: Message,
  {
    toPrivate,
    resolve = toPrivate ? resolveBySystem : resolveByDns,
    timeoutMs = TIMEOUT_MS,
    signal,
  }: SendOptions,
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { status, answer } = await post(message, {
      lookup: checkedLookup(resolve, toPrivate),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      toPrivate,
    });
    return { status, answer, error: describeStatus(status) };
  } catch (error) {
    const message = timeout.aborted
      ? `No complete response within ${timeoutMs / 1000} seconds`
      : (error as Error).message || String((error as NodeJS.ErrnoException).code);
    return { status: null, answer: null, error: storable(Buffer.from(message).subarray(0, 500)) };
  }
}

/** PostgreSQL stores no NUL. What was cut through a character, or is none, becomes a replacement character. */
const storable = (text: Buffer) => text.toString().replaceAll('\0', '');

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The receiver responded with ${status}; redirects are not followed`
    : `The receiver responded with ${status}`;
}

interface PostOptions {
  lookup: LookupFunction;
  signal: AbortSignal;
  toPrivate: boolean;
}

function post({ url, headers, body }: Message, { lookup, signal, toPrivate }: PostOptions) {
  const literal = literalAddress(url);
  if (literal && !toPrivate && isPrivate(literal)) throw new RefusedAddress();
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const sending = request(
      url,
      // A connection of its own, so that each is checked, without a proxy.
      {
        method: 'POST',
        agent: false,
        lookup,
        signal,
        headers: { ...headers, connection: 'close' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const finish = () => {
          const kept = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
          resolve({ status: response.statusCode ?? 0, answer: storable(kept) });
        };
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes - chunk.length < KEPT_BYTES) chunks.push(chunk);
          // The status counts, however much would follow.
          if (bytes < READ_BYTES) return;
          finish();
          sending.destroy();
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    // A receiver that switches to another protocol is hung up on without an error.
    sending.on('close', () => reject(new Error('The receiver did not respond')));
    sending.end(body);
  });
}

class RefusedAddress extends Error {
  override message = 'The address is not public, so nothing was sent';
}

/** The connection goes to the addresses that are checked here, whatever the name means a moment later. */
function checkedLookup(resolve: Resolve, toPrivate: boolean): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        const refused = !toPrivate && addresses.some(({ address }) => isPrivate(address));
        if (refused) callback(new RefusedAddress(), []);
        else if (!first) callback(new Error(`The name ${name} has no address`), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

/** Asks name servers, without the system's threads: those check passwords, and a slow name would block them. */
const resolveByDns: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
};

/** Knows names of this network too, such as those in the file hosts. */
const resolveBySystem: Resolve = (name) => askSystem(name, { all: true });
