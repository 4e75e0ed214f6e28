import { HASH_BYTES } from './arithmetic.ts';
import type { Roster } from './roster.ts';

const NOT_JSON = 'It is not JSON';
const TOO_SHORT = 'It ends too early';
/** The nesting limit; records are five levels deep. */
const DEPTH_MAX = 32;
/** The limit for the length of a key; ours are shorter. */
const KEY_MAX = 32;
const HEX_DIGITS = HASH_BYTES * 2;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The value of a lower-case hexadecimal digit; 16 for everything else. */
const digitValues = new Uint8Array(256).fill(16);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digitValues[digit.charCodeAt(0)] = value;
}

interface Container {
  kind: 'object' | 'array';
  /** The current key of an object. */
  key: string;
  keyComes: boolean;
  keys: Set<string>;
  /** The current element of an array. */
  index: number;
}

/**
 * Reads JSON from UTF-8 chunks of any size. Arrays called `roster`, which are nearly all of a proof, are
 * stored compactly at once; the rest is collected and parsed at the end, so that the memory in use stays
 * below the size of the text. Keys that other parsers could interpret differently are rejected.
 */
export class JsonScanner {
  readonly #rest = new GrowingBytes();
  readonly #rosters: Roster[] = [];
  readonly #containers: Container[] = [];
  #problem: string | undefined;
  #read: (piece: Uint8Array, at: number) => number = this.#readText;
  #escaped = false;
  /** The bytes of the key being read; undefined in any other string. */
  #key: number[] | undefined;
  #rosterComes = false;
  #roster: RosterScanner | undefined;

  /** Whether further chunks are worth reading. */
  push(piece: Uint8Array): boolean {
    let at = 0;
    while (at < piece.length && this.#problem === undefined) at = this.#read(piece, at);
    return this.#problem === undefined;
  }

  /** The parsed value, with a `Roster` in place of each array called `roster`. */
  end(): { value: unknown } | { problem: string } {
    if (this.#problem !== undefined) return { problem: this.#problem };
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(this.#rest.bytes());
      const value = JSON.parse(text, (key, inner) =>
        key === 'roster' ? this.#rosters[inner as number] : inner,
      );
      return { value };
    } catch {
      return { problem: this.#isOpen() ? TOO_SHORT : NOT_JSON };
    }
  }

  #isOpen(): boolean {
    return this.#containers.length > 0 || this.#read !== this.#readText;
  }

  #readText(piece: Uint8Array, from: number): number {
    let at = from;
    for (; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (isSpace(byte)) continue;
      if (this.#rosterComes) {
        this.#rosterComes = false;
        if (byte !== OPEN) return this.#fail(`${this.#path()}: A roster is a list of lines`);
        this.#rest.add(piece.subarray(from, at));
        // The space separates the placeholder from anything that wrongly follows it.
        this.#rest.add(new TextEncoder().encode(`${this.#rosters.length} `));
        this.#roster = new RosterScanner();
        this.#read = this.#readRoster;
        return at + 1;
      }
      if (byte === QUOTE) {
        this.#key = this.#containers.at(-1)?.keyComes ? [] : undefined;
        this.#rest.add(piece.subarray(from, at + 1));
        this.#read = this.#readString;
        return at + 1;
      }
      if (!this.#follow(byte)) return at;
    }
    this.#rest.add(piece.subarray(from, at));
    return at;
  }

  /** Tracks the position of this byte in the JSON structure. */
  #follow(byte: number): boolean {
    const inner = this.#containers.at(-1);
    if (byte === OPEN || byte === OPEN_OBJECT) {
      if (this.#containers.length === DEPTH_MAX) {
        this.#fail('It is nested too deeply');
        return false;
      }
      const kind = byte === OPEN ? 'array' : 'object';
      const keyComes = kind === 'object';
      this.#containers.push({ kind, key: '', keyComes, keys: new Set(), index: 0 });
    } else if (byte === CLOSE || byte === CLOSE_OBJECT) {
      this.#containers.pop();
    } else if (byte === COMMA && inner) {
      inner.index += 1;
      inner.keyComes = inner.kind === 'object';
    } else if (byte === COLON && inner?.keyComes) {
      inner.keyComes = false;
      this.#rosterComes = inner.key === 'roster';
    }
    return true;
  }

  #readString(piece: Uint8Array, from: number): number {
    let at = from;
    for (; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) {
        if (this.#key) return this.#fail('The name of a field is written with a backslash');
        this.#escaped = true;
      } else if (byte === QUOTE) {
        this.#read = this.#readText;
        if (this.#key && !this.#endKey(this.#key)) return at;
        break;
      }
      if (this.#key && this.#key.push(byte) > KEY_MAX) {
        return this.#fail('The name of a field is too long');
      }
    }
    const end = Math.min(at + 1, piece.length);
    this.#rest.add(piece.subarray(from, end));
    return end;
  }

  #endKey(bytes: number[]): boolean {
    const inner = this.#containers.at(-1) as Container;
    inner.key = String.fromCharCode(...bytes);
    if (inner.keys.has(inner.key)) this.#fail(`${this.#path()}: The field is there twice`);
    inner.keys.add(inner.key);
    return this.#problem === undefined;
  }

  #readRoster(piece: Uint8Array, from: number): number {
    const roster = this.#roster as RosterScanner;
    const at = roster.push(piece, from);
    if (roster.problem) {
      const { where, what } = roster.problem;
      return this.#fail(what === NOT_JSON ? what : `${this.#path()}${where}: ${what}`);
    }
    if (roster.ended) {
      this.#rosters.push(roster.roster());
      this.#roster = undefined;
      this.#read = this.#readText;
    }
    return at;
  }

  #fail(problem: string): number {
    this.#problem = problem;
    return 0;
  }

  /** The current path: `draws[3].roster`. */
  #path(): string {
    return this.#containers
      .map(({ kind, key, index }) => (kind === 'array' ? `[${index}]` : `.${key}`))
      .join('')
      .replace(/^\./, '');
  }
}

/** Reads one roster, from just after its opening bracket to its closing one. */
class RosterScanner {
  readonly #tickets = new GrowingBytes();
  readonly #ends: number[] = [];
  readonly #ticket = new Uint8Array(HASH_BYTES);
  #expects: 'first line' | 'line' | 'line end' | 'ticket' | 'digits' | 'ticket end' = 'first line';
  #digits = 0;
  /** The numbers of tickets in all lines and in the current one. */
  #count = 0;
  #inLine = 0;
  ended = false;
  problem: { where: string; what: string } | undefined;

  push(piece: Uint8Array, from: number): number {
    let at = from;
    while (at < piece.length && !this.ended && !this.problem) {
      if (this.#expects === 'digits') {
        at = this.#readDigits(piece, at);
        continue;
      }
      const byte = piece[at] as number;
      if (!isSpace(byte)) this.#follow(byte);
      at += 1;
    }
    return at;
  }

  roster(): Roster {
    return { tickets: this.#tickets.bytes().slice(), ends: Uint32Array.from(this.#ends) };
  }

  #follow(byte: number): void {
    switch (this.#expects) {
      case 'first line':
      case 'line':
        if (byte === OPEN) {
          this.#inLine = 0;
          this.#expects = 'ticket';
        } else if (byte !== CLOSE) this.#fail('A line is a list of tickets');
        else if (this.#expects === 'first line') this.ended = true;
        else this.#fail(NOT_JSON);
        return;
      case 'line end':
        if (byte === COMMA) this.#expects = 'line';
        else if (byte === CLOSE) this.ended = true;
        else this.#fail(NOT_JSON);
        return;
      case 'ticket':
        if (byte === QUOTE) {
          this.#digits = 0;
          this.#expects = 'digits';
        } else if (byte !== CLOSE) this.#failTicket();
        else this.#fail(this.#inLine === 0 ? 'A line has at least one ticket' : NOT_JSON);
        return;
      default:
        if (byte === COMMA) this.#expects = 'ticket';
        else if (byte === CLOSE) this.#endLine();
        else this.#fail(NOT_JSON);
    }
  }

  #readDigits(piece: Uint8Array, from: number): number {
    let at = from;
    for (; at < piece.length && this.#digits < HEX_DIGITS; at += 1) {
      const value = digitValues[piece[at] as number] as number;
      if (value === 16) return this.#failTicket();
      const place = this.#digits >> 1;
      this.#ticket[place] = ((this.#ticket[place] as number) << 4) | value;
      this.#digits += 1;
    }
    if (at === piece.length) return at;
    if (piece[at] !== QUOTE) return this.#failTicket();
    this.#tickets.add(this.#ticket);
    this.#count += 1;
    this.#inLine += 1;
    this.#expects = 'ticket end';
    return at + 1;
  }

  #endLine(): void {
    this.#ends.push(this.#count);
    this.#expects = 'line end';
  }

  #fail(what: string): void {
    this.problem = { where: `[${this.#ends.length}]`, what };
  }

  #failTicket(): number {
    const where = `[${this.#ends.length}][${this.#inLine}]`;
    this.problem = { where, what: 'A hash is 64 hexadecimal digits' };
    return 0;
  }
}

/** A byte buffer that grows as needed. */
class GrowingBytes {
  #bytes = new Uint8Array(1024);
  #length = 0;

  add(more: Uint8Array): void {
    const length = this.#length + more.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
      larger.set(this.bytes());
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.#length);
    this.#length = length;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
