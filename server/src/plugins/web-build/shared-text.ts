import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The longest piece of deflate that is stored as it is. */
const STORED_BYTES_MAX = 0xffff;
/** Of a gzip file without a name and a time. */
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Text that goes to many, each time with a few words between its parts that are for one reader alone. Only the
 * parts are compressed, and only once: the words in between are stored as they are.
 */
export class SharedText {
  readonly #parts: Buffer[];
  #packed: Buffer[] | undefined;

  constructor(...parts: string[]) {
    this.#parts = parts.map((part) => Buffer.from(part));
  }

  get bytes(): number {
    return this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The text with these words, the first of them after the first part. */
  with(...words: string[]): Buffer {
    return Buffer.concat(this.#parts.flatMap((part, n) => [part, Buffer.from(words[n] ?? '')]));
  }

  gzipWith(...words: string[]): Buffer {
    const last = this.#parts.length - 1;
    this.#packed ??= this.#parts.map((part, n) =>
      // A part ends at a byte, and nothing after it refers back to it.
      deflateRawSync(part, n === last ? {} : { finishFlush: constants.Z_FULL_FLUSH }),
    );
    const pieces = this.#packed.flatMap((packed, n) =>
      n === last ? [packed] : [packed, ...stored(words[n] ?? '')],
    );
    const plain = this.with(...words);
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(crc32(plain));
    sums.writeUInt32LE(plain.length, 4);
    return Buffer.concat([GZIP_START, ...pieces, sums]);
  }
}

function stored(words: string): Buffer[] {
  const own = Buffer.from(words);
  if (own.length > STORED_BYTES_MAX) throw new RangeError('Too long to be stored in one piece');
  const start = Buffer.alloc(5);
  start.writeUInt16LE(own.length, 1);
  start.writeUInt16LE(own.length ^ STORED_BYTES_MAX, 3);
  return [start, own];
}
