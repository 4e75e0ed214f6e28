import type { Arbitrary } from 'fast-check';

export const anyCharacter: Arbitrary<string>;
