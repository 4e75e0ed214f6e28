import type { LookupAddress } from 'node:dns';
import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivate, literalAddress } from './rules.ts';

/** The time limit on a whole attempt: name resolution, connection and response. */
const TIMEOUT_MS = 10_000;
/** The limits on reading and storing a response. */
const READ_BYTES = 64 * 1024;
const STORED_BYTES = 4 * 1024;

/** Resolves a host name to addresses. */
type Resolve = (name: string) => Promise<LookupAddress[]>;

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface SendOptions {
  /** True if private addresses are allowed. */
  toPrivate: boolean;
  resolve?: Resolve | undefined;
  timeoutMs?: number;
  /** Aborts when the server stops. */
  signal?: AbortSignal;
}

/** The result of an attempt: a response, or an error before there was one. */
export interface Attempt {
  status: number | null;
  response: string | null;
  error: string | null;
}

/** Sends a message once. Redirects are not followed, because they could lead anywhere. */
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
    const { status, response } = await post(message, {
      lookup: checkedLookup(resolve, toPrivate),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      toPrivate,
    });
    return { status, response, error: describeStatus(status) };
  } catch (error) {
    const message = timeout.aborted
      ? `No complete response within ${timeoutMs / 1000} seconds`
      : (error as Error).message || String((error as NodeJS.ErrnoException).code);
    return { status: null, response: null, error: storable(Buffer.from(message).subarray(0, 500)) };
  }
}

/**
 * Converts a response to text for PostgreSQL, which cannot store NUL. Invalid or cut characters become replacement
 * characters.
 */
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
  return new Promise<{ status: number; response: string }>((resolve, reject) => {
    const sending = request(
      url,
      // A new connection without a proxy, so that each address is checked.
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
          const start = Buffer.concat(chunks).subarray(0, STORED_BYTES);
          resolve({ status: response.statusCode ?? 0, response: storable(start) });
        };
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes - chunk.length < STORED_BYTES) chunks.push(chunk);
          // The status is enough; the rest of the response is not read.
          if (bytes < READ_BYTES) return;
          finish();
          sending.destroy();
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    // The connection to a receiver that switches to another protocol is closed without an error event.
    sending.on('close', () => reject(new Error('The receiver did not respond')));
    sending.end(body);
  });
}

class RefusedAddress extends Error {
  override message = 'The address is not public, so nothing was sent';
}

/**
 * Resolves a name and checks the addresses, so that the connection goes to the checked ones even if the name changes.
 */
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

/** Asks name servers directly, without the system's threads: those hash passwords, and a slow name would block them. */
const resolveByDns: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return results.flatMap((result, index) =>
    result.status === 'fulfilled'
      ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
};

/** Asks the system, which also knows names of the local network, such as those in the file hosts. */
const resolveBySystem: Resolve = (name) => askSystem(name, { all: true });
