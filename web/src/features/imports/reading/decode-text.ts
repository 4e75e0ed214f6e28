const MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** As much as is looked at to tell UTF-16 without a mark. */
const SAMPLE = 4096;

/**
 * The text of a file: by its byte order mark, otherwise UTF-16 if every other byte is zero, UTF-8 if it is
 * valid, and else Windows-1252, in which Excel saves a CSV file in Western countries.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = MARKS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark) return new TextDecoder(mark[0]).decode(bytes);
  const utf16 = guessUtf16(bytes.subarray(0, SAMPLE));
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function guessUtf16(sample: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even < odd / 4) return 'utf-16le';
  return even > many && odd < even / 4 ? 'utf-16be' : undefined;
}
