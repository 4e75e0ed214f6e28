import { describe, expect, it } from 'vitest';
import { withoutDescriptions } from '../../drop-descriptions.ts';

const sources = import.meta.glob<string>(['../../../contract/src/**/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the build of pages', () => {
  it('drops all descriptions of the contract', () => {
    const left = Object.entries(sources).filter(([, code]) =>
      withoutDescriptions(code).includes('.describe('),
    );
    expect(left.map(([file]) => file)).toEqual([]);
    expect(Object.values(sources).join('')).toContain('.describe(');
  });

  it('drops nothing else', () => {
    const code = [
      "a: z.string().describe('It\\'s (one), \"and\" no more').nullable(),",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
      'b: z.int().describe(`1 to ${MAX} of \\`b\\``),',
      "c: z.int()\n  .describe(\n    'first ' +\n      \"it's second\",\n  )\n  .optional(),",
      "d: u32.describe(words.removed), // a 'quote",
      "e: line({ label: 'Name' }),",
    ];
    expect(withoutDescriptions(code.join('\n'))).toBe(
      [
        'a: z.string().nullable(),',
        'b: z.int(),',
        'c: z.int()\n  .optional(),',
        "d: u32, // a 'quote",
        "e: line({ label: 'Name' }),",
      ].join('\n'),
    );
  });
});
