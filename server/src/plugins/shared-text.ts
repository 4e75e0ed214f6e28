import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The longest piece of deflate that is stored as it is. */
const STORED_BYTES_MAX = 0xffff;
/** Of a gzip file without a name and a time. */
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Text that goes to many, each time with a few words between its two parts that are for one reader alone. Only the
 * parts are compressed, and only once: the words in between are stored as they are.
 */
export class SharedText {
  readonly #before: string;
  readonly #after: string;
  #packed: ReturnType<typeof pack> | undefined;

  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
  }

  around(words: string): string {
    return `${this.#before}${words}${this.#after}`;
  }

  gzipAround(words: string): Buffer {
    this.#packed ??= pack(this.#before, this.#after);
    const { start, startSum, startLength, end, endPlain } = this.#packed;
    const own = Buffer.from(words);
    if (own.length > STORED_BYTES_MAX) throw new RangeError('Too long to be stored in one piece');
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(own.length, 1);
    stored.writeUInt16LE(own.length ^ STORED_BYTES_MAX, 3);
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(crc32(endPlain, crc32(own, startSum)));
    sums.writeUInt32LE(startLength + own.length + endPlain.length, 4);
    return Buffer.concat([GZIP_START, start, stored, own, end, sums]);
  }
}

function pack(before: string, after: string) {
  const [startPlain, endPlain] = [Buffer.from(before), Buffer.from(after)];
  return {
    // Ends at a byte, and nothing after it refers back to it.
    start: deflateRawSync(startPlain, { finishFlush: constants.Z_FULL_FLUSH }),
    startSum: crc32(startPlain),
    startLength: startPlain.length,
    end: deflateRawSync(endPlain),
    endPlain,
  };
}
