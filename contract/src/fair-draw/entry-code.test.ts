import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntryCode, writeEntryCode } from './entry-code.ts';

const entry = fc.uint8Array({ minLength: 16, maxLength: 16 });
const EXAMPLE = '000G4-0R40M-30E20-9185G-R38E1-W';

describe('an entry code', () => {
  it('is read as it was written, for any entry', () => {
    fc.assert(
      fc.property(entry, (bytes) => {
        const code = writeEntryCode(bytes);
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]$/);
        expect(readEntryCode(code)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  it('is read as people type: any case, any spaces and hyphens, O for 0, I and L for 1', () => {
    const digits = EXAMPLE.replaceAll('-', '');
    const bytes = readEntryCode(EXAMPLE);
    for (const typed of [
      digits,
      EXAMPLE.toLowerCase(),
      `  ${EXAMPLE}\n`,
      EXAMPLE.replaceAll('-', ' '),
      [...digits].join(' - '),
      EXAMPLE.replaceAll('0', 'O'),
      EXAMPLE.replaceAll('0', 'o'),
      EXAMPLE.replaceAll('1', 'I'),
      EXAMPLE.replaceAll('1', 'l'),
      // Hyphens and spaces that phones and word processors substitute.
      EXAMPLE.replaceAll('-', '‑'),
      EXAMPLE.replaceAll('-', '–'),
      EXAMPLE.replaceAll('-', '\u00a0'),
    ]) {
      expect(readEntryCode(typed), typed).toEqual(bytes);
    }
  });

  it('is refused when a character is missing, too many or none of the alphabet', () => {
    for (const typed of [
      '',
      'hello',
      EXAMPLE.slice(0, -1),
      `${EXAMPLE}0`,
      EXAMPLE.replace('G', 'U'),
    ]) {
      expect(readEntryCode(typed), typed).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const bytes = readEntryCode(typed);
        if (bytes) expect(bytes).toHaveLength(16);
      }),
    );
  });

  it('is refused when the spare bits of its last character are not zero', () => {
    // The last character carries 3 bits of the entry, so 8 of the 32 characters can stand there.
    const last = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].filter((character) =>
      readEntryCode(EXAMPLE.slice(0, -1) + character),
    );
    expect(last.join('')).toBe('048CGMRW');
  });

  it('tells any two entries apart', () => {
    fc.assert(
      fc.property(entry, fc.nat(127), (bytes, bit) => {
        const other = bytes.slice();
        other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(writeEntryCode(other)).not.toBe(writeEntryCode(bytes));
      }),
    );
  });
});
