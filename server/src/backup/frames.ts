import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { z } from 'zod';
import { UnusableBackup } from '../failure.ts';

/*
 * A backup is one line that names the format, one line of JSON (the header), and frames:
 *
 *   length of the body (4 bytes) · kind (1 byte) · body · seal (16 bytes)
 *
 * Each body is compressed by itself, so a damaged file can be refused with the place of the damage. The
 * seal covers the header, the frame's number, its kind and its body: frames cannot be changed, swapped,
 * left out or taken from another backup. With a passphrase the body is encrypted by AES-256-GCM and the
 * seal is its tag; without one the seal is a hash, which protects against accidents only. The header says
 * how the key was derived, so that a later version can make that slower.
 */

const FORMAT = 'drawbridge-backup/1';
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const SEAL_BYTES = 16;
/** Takes 128 MiB and about half a second, so that passphrases cannot be tried quickly; tests lower it. */
export const passphraseCost = { N: 2 ** 17, r: 8, p: 1 };
const MAX_SCRYPT_BYTES = 512 * 1024 * 1024;

/** How the key of an encrypted backup was derived. A file that asks for more memory is not ours. */
const derivation = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  scrypt: z
    .object({ N: z.int().min(2), r: z.int().min(1), p: z.int().min(1).max(4) })
    .refine(({ N, r }) => (N & (N - 1)) === 0 && 128 * N * r < MAX_SCRYPT_BYTES),
});

/** `table` begins a table, `rows` are a part of it, `counted` ends it; `end` is the last frame. */
type FrameKind = 'table' | 'rows' | 'counted' | 'sequences' | 'end';
const kinds: readonly FrameKind[] = ['table', 'rows', 'counted', 'sequences', 'end'];

export interface Frame {
  kind: FrameKind;
  body: Buffer;
  /** Where the frame begins in the file. */
  offset: number;
}

/** Its message says where the damage is. */
export class DamagedBackup extends UnusableBackup {
  readonly #offset: number;
  readonly #why: string;

  constructor(offset: number, why: string, table?: string) {
    const place = table === undefined ? '' : `, in the table ${table}`;
    super(`The backup is damaged at byte ${offset}${place}: ${why}`);
    this.#offset = offset;
    this.#why = why;
  }

  inTable(name: string): DamagedBackup {
    return new DamagedBackup(this.#offset, this.#why, name);
  }
}

const deflate = promisify(deflateRaw) as (data: Uint8Array, options: object) => Promise<Buffer>;
const inflate = promisify(inflateRaw) as (data: Uint8Array, options: object) => Promise<Buffer>;
const runScrypt = promisify(scrypt) as (
  passphrase: string,
  salt: Uint8Array,
  bytes: number,
  options: object,
) => Promise<Buffer>;

function deriveKey(passphrase: string, { salt, scrypt }: z.infer<typeof derivation>) {
  const options = { ...scrypt, maxmem: MAX_SCRYPT_BYTES };
  return runScrypt(passphrase, Buffer.from(salt, 'hex'), 32, options);
}

/** Encodes a backup: first what `start` returns, then the frames in order. */
export class FrameWriter {
  /** The beginning of the file. */
  readonly start: Buffer;
  readonly #key: Buffer | undefined;
  #number = 0;

  private constructor(start: Buffer, key: Buffer | undefined) {
    this.start = start;
    this.#key = key;
  }

  static async create(header: object, passphrase: string | undefined): Promise<FrameWriter> {
    const derived = { salt: randomBytes(16).toString('hex'), scrypt: { ...passphraseCost } };
    const key = passphrase === undefined ? undefined : await deriveKey(passphrase, derived);
    const line = JSON.stringify({ ...header, ...(key && derived) });
    return new FrameWriter(Buffer.from(`${FORMAT}\n${line}\n`), key);
  }

  async encode(kind: FrameKind, content: Uint8Array): Promise<Buffer> {
    const compressed = await deflate(content, { level: constants.Z_BEST_SPEED });
    const sealing = context(this.start, this.#number, kind);
    const { body, seal } = this.#key
      ? encrypt(this.#key, this.#number, sealing, compressed)
      : { body: compressed, seal: hashSeal(sealing, compressed) };
    this.#number += 1;
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length);
    head.writeUInt8(kinds.indexOf(kind), 4);
    return Buffer.concat([head, body, seal]);
  }
}

/** Decodes a backup. Fails at the first byte that is not as it was written. */
export class FrameReader {
  readonly header: Record<string, unknown>;
  readonly #start: Buffer;
  readonly #source: ByteSource;
  #key: Buffer | undefined;
  #number = 0;

  private constructor(header: Record<string, unknown>, start: Buffer, source: ByteSource) {
    this.header = header;
    this.#start = start;
    this.#source = source;
  }

  static async open(
    chunks: AsyncIterable<Buffer>,
    passphrase: string | undefined,
  ): Promise<FrameReader> {
    const source = new ByteSource(chunks);
    if ((await source.line(FORMAT.length + 1)) !== FORMAT) {
      throw new UnusableBackup(
        'This is not a backup of Drawbridge, or its first bytes are damaged',
      );
    }
    const line = await source.line(MAX_HEADER_BYTES);
    const header = parseHeader(line) ?? raise(damagedHeader());
    const reader = new FrameReader(header, Buffer.from(`${FORMAT}\n${line}\n`), source);
    if (header.salt !== undefined) {
      if (passphrase === undefined) {
        throw new UnusableBackup('The backup is encrypted: set BACKUP_PASSPHRASE');
      }
      const { data: derived } = derivation.safeParse(header);
      reader.#key = await deriveKey(passphrase, derived ?? raise(damagedHeader()));
    } else if (passphrase !== undefined) {
      // Anybody can write such a file. Only one that the passphrase opens is known to be ours.
      throw new UnusableBackup(
        'The backup is not encrypted, although BACKUP_PASSPHRASE is set. If you trust this file, add --plain.',
      );
    }
    return reader;
  }

  /** All frames up to and including the last one, after which the file has to end. */
  async *frames(): AsyncGenerator<Frame> {
    for (;;) {
      const frame = await this.#next();
      yield frame;
      if (frame.kind === 'end') break;
    }
    const offset = this.#source.offset;
    if ((await this.#source.take(1)) !== undefined)
      throw damagedAt(offset, 'more data than expected');
  }

  async #next(): Promise<Frame> {
    const { offset } = this.#source;
    const cut = () => damagedAt(this.#source.received, 'the file ends too early');
    const head = (await this.#source.take(5)) ?? raise(cut());
    const length = head.readUInt32BE(0);
    const kind = kinds[head.readUInt8(4)];
    if (!kind || length > MAX_BODY_BYTES) throw damagedAt(offset, 'this is no part of a backup');
    const body = (await this.#source.take(length)) ?? raise(cut());
    const seal = (await this.#source.take(SEAL_BYTES)) ?? raise(cut());
    const sealing = context(this.#start, this.#number, kind);
    const compressed = this.#key
      ? decrypt(this.#key, this.#number, sealing, body, seal)
      : timingSafeEqual(hashSeal(sealing, body), seal)
        ? body
        : undefined;
    if (!compressed) {
      throw this.#key && this.#number === 0
        ? new UnusableBackup('The passphrase is wrong, or the backup is damaged at its beginning')
        : damagedAt(offset, 'the checksum does not match');
    }
    this.#number += 1;
    return { kind, body: await inflate(compressed, { maxOutputLength: MAX_BODY_BYTES }), offset };
  }
}

export const damagedAt = (offset: number, why: string) => new DamagedBackup(offset, why);
export const damagedHeader = () => damagedAt(FORMAT.length + 1, 'its header is not readable');

function raise(error: Error): never {
  throw error;
}

function parseHeader(line: string | undefined): Record<string, unknown> | undefined {
  try {
    const header = JSON.parse(line ?? '');
    return typeof header === 'object' && header !== null ? header : undefined;
  } catch {
    return undefined;
  }
}

/** What a seal covers besides the body. */
function context(start: Buffer, number: number, kind: FrameKind): Buffer {
  return createHash('sha256').update(start).update(`${number} ${kind}`).digest();
}

function hashSeal(sealing: Buffer, body: Buffer): Buffer {
  return createHash('sha256').update(sealing).update(body).digest().subarray(0, SEAL_BYTES);
}

/** Each frame has its own number, and each backup its own key, so no nonce is used twice. */
function nonce(number: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 6, 6);
  return bytes;
}

function encrypt(key: Buffer, number: number, sealing: Buffer, plain: Buffer) {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number)).setAAD(sealing);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { body, seal: cipher.getAuthTag() };
}

function decrypt(
  key: Buffer,
  number: number,
  sealing: Buffer,
  body: Buffer,
  seal: Buffer,
): Buffer | undefined {
  const options = { authTagLength: SEAL_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(number), options);
  decipher.setAAD(sealing).setAuthTag(seal);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Reads exact numbers of bytes from chunks of any size. */
class ByteSource {
  offset = 0;
  /** How many bytes have come so far, those included that were not taken yet. */
  received = 0;
  #held: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined if the file ends before that many bytes. */
  async take(bytes: number): Promise<Buffer | undefined> {
    const parts = [this.#held];
    let length = this.#held.length;
    while (length < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) return undefined;
      parts.push(value);
      length += value.length;
      this.received += value.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(bytes);
    this.offset += bytes;
    return all.subarray(0, bytes);
  }

  /** The text up to the next line break, if that is within `atMost` bytes. */
  async line(atMost: number): Promise<string | undefined> {
    let text = '';
    while (text.length < atMost) {
      const byte = await this.take(1);
      if (!byte) return undefined;
      if (byte[0] === 10) return text;
      text += byte.toString('latin1');
    }
    return undefined;
  }
}
