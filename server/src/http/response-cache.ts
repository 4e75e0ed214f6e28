import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readForAll } from '../db/reads/cancelling.ts';
import { Semaphore } from '../db/reads/semaphore.ts';

type Build<Entry> = () => Promise<Entry | undefined>;

/**
 * Caches responses of one kind for many readers. Each is built once for all concurrent requests, and one is built at a
 * time. The least recently used ones are dropped first.
 */
export class ResponseCache<Entry extends { bytes: Buffer }> {
  readonly #answers: LRUCache<string, Entry, Build<Entry>>;

  constructor(maxBytes: number, log?: FastifyBaseLogger) {
    const semaphore = new Semaphore(1);
    this.#answers = new LRUCache<string, Entry, Build<Entry>>({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes.length + 1,
      // Waiting requests get the response even if there was no room to cache it.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: build }) => {
        await semaphore.acquire();
        try {
          const entry = await build();
          log?.debug({ bytes: entry?.bytes.length }, 'cache: a response was built');
          return entry;
        } finally {
          semaphore.release();
        }
      },
    });
  }

  /** Returns the response of a key. The same key must always mean the same response. */
  get(key: string, build: Build<Entry>): Promise<Entry | undefined> {
    return readForAll(() => this.#answers.fetch(key, { context: build }));
  }
}

/** The size from which a text is compressed less thoroughly, which takes a fraction of the time. */
const LONG_TEXT_BYTES = 256 * 1024;

export function compressText(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  return compressAll([bytes], bytes.length > LONG_TEXT_BYTES ? 1 : undefined);
}

export function compressAll(
  pieces: Iterable<string | Buffer> | AsyncIterable<string>,
  level?: number,
): Promise<Buffer> {
  return pipeline(pieces, createGzip({ level }), (zipped) => buffer(zipped));
}

/** Sends the output of `compressAll`, for a route without other compression. */
export function sendCompressed(reply: FastifyReply, bytes: Buffer, type: string): never {
  reply.type(type).header('vary', 'accept-encoding');
  if (accepts(reply.request, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(bytes) as never;
  }
  const plain = createGunzip();
  plain.end(bytes);
  return reply.send(plain) as never;
}

/** True if the client accepts this encoding; `q=0` refuses it. */
export function accepts({ headers }: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  const accepted = headers['accept-encoding'] ?? '';
  return accepted
    .split(',')
    .some((one) => one.trim().startsWith(encoding) && !/;\s*q=0(\.0*)?\s*$/.test(one));
}
