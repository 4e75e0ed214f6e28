import { PRODUCT_NAME } from '@drawbridge/contract/pages';

/** The codes under a heading that says what they are for, to somebody who finds the file in a year. */
export function recoveryCodesFile(
  codes: readonly string[],
  { username, origin, day }: { username: string; origin: string; day: string },
): string {
  return [
    `${PRODUCT_NAME} recovery codes`,
    `Address: ${origin}`,
    `Username: ${username}`,
    `Made on: ${day}`,
    '',
    ...codes,
    '',
  ].join('\n');
}
