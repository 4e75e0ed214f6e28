import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accepts } from '../response-cache.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The compressed forms that the build writes beside a file, the smallest first. */
const forms = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/**
 * Serves the build's files with a hash in their names. They never change, and a whole hall loads the same few at once,
 * so each is read once and then sent from memory.
 */
export function serveAssets(app: FastifyInstance, directory: string, headers: object): void {
  const files = new Set(readdirSync(directory, { recursive: true, encoding: 'utf8' }));
  const read = new Map<string, Promise<{ bytes: Buffer; etag: string }>>();

  for (const name of files) {
    const ending = extname(name);
    if (ending === '' || forms.some((form) => form.ending === ending)) continue;
    const type = types[ending];
    if (!type) throw new Error(`The type of ${name} is unknown`);
    const available = forms.filter(({ ending }) => files.has(name + ending));
    const all = { ...headers, 'content-type': type, vary: 'accept-encoding' };
    app.get(`/assets/${name}`, {}, async (request, reply) => {
      const form = available.find(({ encoding }) => accepts(request, encoding));
      const { bytes, etag } = await readOnce(name + (form?.ending ?? ''));
      reply.headers({ ...all, etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      if (form) reply.header('content-encoding', form.encoding);
      return reply.send(bytes);
    });
  }

  function readOnce(name: string) {
    const known = read.get(name);
    if (known) return known;
    const reading = readFile(join(directory, name)).then((bytes) => ({
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    }));
    read.set(name, reading);
    // Too many open files, perhaps: the next request reads it again.
    reading.catch(() => read.delete(name));
    return reading;
  }
}
