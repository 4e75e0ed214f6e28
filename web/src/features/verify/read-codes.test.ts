import { writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { describe, expect, it } from 'vitest';
import { readCodes } from './read-codes.ts';

const [one, other] = [1, 2].map((byte) => new Uint8Array(16).fill(byte)) as [
  Uint8Array,
  Uint8Array,
];
const [code, otherCode] = [writeEntryCode(one), writeEntryCode(other)];

describe('what an entrant pastes', () => {
  it('is one code or several, however they are parted', () => {
    expect(readCodes(code)).toEqual({ entries: [one], wrong: [] });
    for (const typed of [
      `${code}\n${otherCode}`,
      `${code}, ${otherCode}`,
      `${code} ${otherCode}`,
      `\n ${code.toLowerCase()} ;\r\n\n${otherCode.replaceAll('-', ' ')}\n`,
    ]) {
      expect(readCodes(typed), typed).toEqual({ entries: [one, other], wrong: [] });
    }
  });

  it('counts once when it is pasted twice', () => {
    expect(readCodes(`${code}\n${code.replaceAll('-', '')}`).entries).toEqual([one]);
  });

  it('is named when it is no code', () => {
    expect(readCodes(`${code}\nHELLO`)).toEqual({ entries: [one], wrong: ['HELLO'] });
    expect(readCodes('')).toEqual({ entries: [], wrong: [] });
  });
});
