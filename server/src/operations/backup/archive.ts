import { createCipheriv, randomBytes, scrypt } from 'node:crypto';
import { pipeline } from 'node:stream';
import { ReadableStream, type ReadableWritablePair } from 'node:stream/web';
import { promisify } from 'node:util';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';
import { isFileError, UnusableBackup } from '../../db/errors.ts';

/*
 * The format of backups: a tar.gz of manifest.json and one file per table, in the text format of PostgreSQL's `copy`.
 * With a passphrase it is an age file around that. `age -d FILE | tar xz` opens it on any machine.
 */

const MANIFEST = 'manifest.json';
const MAX_MANIFEST_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const AGE = 'age-encryption.org/v1\n';
const GZIP = Buffer.from([0x1f, 0x8b]);
/**
 * The largest ratio of compression. A backup unpacks to about ten times its size; a much higher ratio was made to fill
 * the disk.
 */
const MAX_RATIO = 100;
const ALWAYS_UNPACKED_BYTES = 16 * 1024 * 1024;
/**
 * The cost of a passphrase. It takes 128 MiB and about half a second, so that passphrases cannot be tried quickly;
 * tests lower it.
 */
export const passphraseCost = { logN: 17 };

const manifestSchema = z.object({
  format: z.literal('drawbridge-backup/1'),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      bytes: z.int().min(0),
      sha256: z.string(),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TablePart = Manifest['tables'][number];

const fileOf = ({ name }: TablePart) => `tables/${name}.copy`;

export interface ArchiveFile {
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/** The bytes of a tar.gz with these files. The next file is requested when the one before it has been read. */
export function packFiles(
  files: AsyncIterable<ArchiveFile>,
  mtime: Date,
): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const packAll = async () => {
    for await (const { name, bytes, content } of files) {
      const file = controller.add({ name, size: bytes, mtime, mode: 0o600, type: 'file' });
      await ReadableStream.from(content).pipeTo(file as WritableStream);
    }
    controller.finalize();
  };
  packAll().catch((error) => controller.error(error));
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
  return pipeline(readable as ReadableStream<Uint8Array>, gzip, () => {});
}

/** The bytes of a backup. `read` is called once for each table, in the order of the manifest. */
export async function* packBackup(
  manifest: Manifest,
  read: (table: TablePart) => AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  async function* files(): AsyncGenerator<ArchiveFile> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    yield { name: MANIFEST, bytes: text.length, content: ReadableStream.from([text]) };
    for (const table of manifest.tables) {
      yield { name: fileOf(table), bytes: table.bytes, content: read(table) };
    }
  }
  const packed = packFiles(files(), new Date(manifest.createdAt));
  yield* passphrase === undefined ? packed : await encrypt(packed, passphrase);
}

/** The age library, loaded on demand, because most servers never need it. */
const loadAge = () => import('age-encryption');

async function encrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter, Stanza } = await loadAge();
  const encrypter = new Encrypter();
  // Like `setPassphrase`, which would block the whole server while it derives the key.
  encrypter.addRecipient({
    async wrapFileKey(fileKey) {
      const { logN } = passphraseCost;
      const salt = randomBytes(16);
      const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
      const cost = { N: 2 ** logN, r: 8, p: 1, maxmem: 2 ** (logN + 11) };
      const key = await deriveKey(passphrase, labelled, 32, cost);
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
        authTagLength: 16,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      const args = ['scrypt', salt.toString('base64').replace(/=+$/, ''), String(logN)];
      return [new Stanza(args, body)];
    },
  });
  return encrypter.encrypt(ReadableStream.from(content)) as Promise<ReadableStream<Uint8Array>>;
}

const deriveKey = promisify(scrypt) as (
  passphrase: string,
  salt: Uint8Array,
  bytes: number,
  options: object,
) => Promise<Buffer>;

export interface OpenBackup {
  manifest: Manifest;
  /** The content of the next table's file, which must be the given one. */
  next(table: TablePart): Promise<AsyncIterable<Uint8Array>>;
  /** Throws if anything follows the last table, or the file is cut off there. */
  end(): Promise<void>;
}

/** Opens a backup and reads its manifest. Throws as soon as any part differs from what was written. */
export async function openBackup(
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): Promise<OpenBackup> {
  const tar = ReadableStream.from(unpack(await decrypt(chunks, passphrase)));
  const decoder = createTarDecoder({ strict: true });
  const entries = guarded(tar.pipeThrough(decoder as ReadableWritablePair))[Symbol.asyncIterator]();
  const nextFile = async (expected: string, fits: (bytes: number) => boolean) => {
    const { value } = await entries.next();
    if (
      value?.header.name !== expected ||
      value.header.type !== 'file' ||
      !fits(value.header.size)
    ) {
      throw damaged(`the file ${expected} was expected`);
    }
    return value.body;
  };
  const body = await nextFile(MANIFEST, (bytes) => bytes <= MAX_MANIFEST_BYTES);
  const manifest = manifestSchema.safeParse(parseJson(await readText(guarded(body))));
  if (!manifest.success) throw damaged(`its ${MANIFEST} is not readable`);
  return {
    manifest: manifest.data,
    next: async (table) =>
      guarded(await nextFile(fileOf(table), (bytes) => bytes === table.bytes), table.name),
    end: async () => {
      if (!(await entries.next()).done) throw damaged('it contains more than its manifest names');
    },
  };
}

export const damaged = (why: string, table?: string) =>
  new UnusableBackup(`The backup is damaged${table ? `, in the table ${table}` : ''}: ${why}`);

/** Reports any failure while reading a backup as damage, unless the file itself cannot be read. */
async function* guarded<T>(items: AsyncIterable<T>, table?: string): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof UnusableBackup || isFileError(error)) throw error;
    throw damaged((error as Error).message, table);
  }
}

async function* unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let bytes = 0;
  for await (const chunk of pipeline(packed, gunzip, () => {})) {
    bytes += chunk.length;
    if (bytes > ALWAYS_UNPACKED_BYTES + MAX_RATIO * gunzip.bytesWritten) {
      throw new UnusableBackup('The backup unpacks to far more than a backup does');
    }
    yield chunk;
  }
}

async function decrypt(
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const { start, all } = await peek(chunks, AGE.length);
  const isEncrypted = start.equals(Buffer.from(AGE));
  if (!isEncrypted && !start.subarray(0, GZIP.length).equals(GZIP)) {
    throw new UnusableBackup('This is not a backup of Drawbridge, or its first bytes are damaged');
  }
  if (!isEncrypted && passphrase !== undefined) {
    // Anyone can write an unencrypted file. Only one that the passphrase decrypts is known to be ours.
    throw new UnusableBackup(
      'The backup is not encrypted, although BACKUP_PASSPHRASE is set. If you trust this file, add --plain.',
    );
  }
  if (!isEncrypted) return all;
  if (passphrase === undefined) {
    throw new UnusableBackup('The backup is encrypted: set BACKUP_PASSPHRASE');
  }
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return (await decrypter.decrypt(ReadableStream.from(all))) as ReadableStream<Uint8Array>;
  } catch (error) {
    if (isFileError(error)) throw error;
    throw new UnusableBackup('The passphrase is wrong, or the backup is damaged at its beginning');
  }
}

/** Reads the first bytes, and returns them together with all chunks. */
async function peek(chunks: AsyncIterable<Buffer>, bytes: number) {
  const rest = chunks[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  while (buffered.length < bytes) {
    const { value, done } = await rest.next();
    if (done) break;
    buffered = Buffer.concat([buffered, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield buffered;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { start: buffered.subarray(0, bytes), all: all() };
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
