import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { JSONParser, TokenType } from '@streamparser/json';
import type { FindingText } from '../texts.ts';
import type { Roster } from './roster.ts';

const TOO_SHORT: FindingText = 'It ends too early';
/** The nesting limit; records are five levels deep. */
const DEPTH_MAX = 32;
/** Where a proof, and the answer for one record, have a roster. */
const ROSTERS = ['$.draws.*.roster', '$.roster'];
const HASH = /^[0-9a-f]{64}$/;
/** How many tickets are turned into bytes together. */
const BLOCK = 4096;

/** What is wrong with the text, in words for the person who has it. */
class ScanProblem extends Error {}

interface Container {
  /** Undefined for an array. */
  keys: Set<string> | undefined;
  /** The current key of an object, or the current index of an array. */
  key: string | number;
}

/**
 * Reads JSON from UTF-8 chunks of any size. Rosters, which are nearly all of a proof, are stored compactly line by
 * line, so that the memory in use stays below the size of the text. Fields that other parsers could interpret
 * differently are rejected.
 */
export class JsonScanner {
  readonly #parser = new JSONParser({
    paths: ['$', ...ROSTERS.flatMap((path) => [path, `${path}.*`])],
    stringBufferSize: 256,
  });
  readonly #containers: Container[] = [];
  #problem: string | undefined;
  #text: unknown;
  #roster = new RosterBuilder();
  #value: unknown;

  constructor() {
    this.#parser.onToken = ({ token, value }) => this.#follow(token, value);
    this.#parser.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 0) this.#value = value;
      else if (key !== 'roster') this.#addLine(value, parent);
      else this.#endRoster(value, parent as { roster: unknown });
    };
  }

  /** Whether further chunks are worth reading. */
  push(piece: Uint8Array): boolean {
    if (this.#problem === undefined) this.#try(() => this.#parser.write(piece), 'It is not JSON');
    return this.#problem === undefined;
  }

  /** The parsed value, with a `Roster` in place of each array called `roster`. */
  end(): { value: unknown } | { problem: string } {
    if (this.#problem === undefined && !this.#parser.isEnded) {
      this.#try(() => this.#parser.end(), TOO_SHORT);
    }
    if (this.#value === undefined) this.#problem ??= TOO_SHORT;
    return this.#problem === undefined ? { value: this.#value } : { problem: this.#problem };
  }

  #try(work: () => void, problem: FindingText): void {
    try {
      work();
    } catch (error) {
      this.#problem = error instanceof ScanProblem ? error.message : problem;
    }
  }

  /** Tracks where the parser is. */
  #follow(token: TokenType, value: unknown): void {
    const inner = this.#containers.at(-1);
    if (token === TokenType.STRING) this.#text = value;
    else if (token === TokenType.LEFT_BRACE) this.#open({ keys: new Set(), key: '' });
    else if (token === TokenType.LEFT_BRACKET) this.#open({ keys: undefined, key: 0 });
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      this.#containers.pop();
    } else if (token === TokenType.COMMA && typeof inner?.key === 'number') inner.key += 1;
    else if (token === TokenType.COLON && inner?.keys) {
      inner.key = String(this.#text);
      if (inner.keys.has(inner.key)) throw this.#problemHere('The field is there twice');
      inner.keys.add(inner.key);
    }
  }

  #open(container: Container): void {
    if (this.#containers.length === DEPTH_MAX) throw new ScanProblem('It is nested too deeply');
    this.#containers.push(container);
  }

  #addLine(line: unknown, roster: unknown): void {
    // What is not a list is rejected when it has been read.
    if (!Array.isArray(roster)) return;
    if (!Array.isArray(line)) throw this.#problemHere('A line is a list of tickets');
    if (line.length === 0) throw this.#problemHere('A line has at least one ticket');
    const wrong = line.findIndex((ticket) => typeof ticket !== 'string' || !HASH.test(ticket));
    if (wrong >= 0) throw this.#problemHere('A hash is 64 hexadecimal digits', `[${wrong}]`);
    this.#roster.add(line);
    roster.pop();
  }

  #endRoster(roster: unknown, record: { roster: unknown }): void {
    if (!Array.isArray(roster)) throw this.#problemHere('A roster is a list of lines');
    record.roster = this.#roster.finish();
    this.#roster = new RosterBuilder();
  }

  /** Begins with the current path: `draws[3].roster`. */
  #problemHere(what: FindingText, place = ''): ScanProblem {
    const path = this.#containers
      .map(({ keys, key }) => (keys ? `.${key}` : `[${key}]`))
      .join('')
      .replace(/^\./, '');
    return new ScanProblem(`${path}${place}: ${what}`);
  }
}

class RosterBuilder {
  readonly #blocks: Uint8Array[] = [];
  readonly #ends: number[] = [];
  #hex: string[] = [];
  #count = 0;

  add(line: string[]): void {
    for (const ticket of line) this.#hex.push(ticket);
    this.#count += line.length;
    this.#ends.push(this.#count);
    if (this.#hex.length >= BLOCK) this.#flush();
  }

  finish(): Roster {
    this.#flush();
    return { tickets: concatBytes(...this.#blocks), ends: Uint32Array.from(this.#ends) };
  }

  #flush(): void {
    this.#blocks.push(hexToBytes(this.#hex.join('')));
    this.#hex = [];
  }
}
