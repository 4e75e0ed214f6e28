import { writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { describe, expect, it } from 'vitest';
import { readCodes } from './read-codes.ts';

const [code, other] = [1, 2].map((byte) => writeEntryCode(new Uint8Array(16).fill(byte))) as [
  string,
  string,
];

describe('a pasted text', () => {
  it('is one code or several, however they are parted', () => {
    expect(readCodes(code)).toEqual({ codes: [code], wrong: [] });
    for (const typed of [
      `${code}\n${other}`,
      `${code}, ${other}`,
      `${code} ${other}`,
      `\n ${code.toLowerCase()} ;\r\n\n${other.replaceAll('-', ' ')}\n`,
    ]) {
      expect(readCodes(typed), typed).toEqual({ codes: [code, other], wrong: [] });
    }
  });

  it('counts once when it is pasted twice', () => {
    expect(readCodes(`${code}\n${code.replaceAll('-', '')}`).codes).toEqual([code]);
  });

  it('is named when it is no code', () => {
    expect(readCodes(`${code}\nHELLO`)).toEqual({ codes: [code], wrong: ['HELLO'] });
    expect(readCodes('')).toEqual({ codes: [], wrong: [] });
  });
});
