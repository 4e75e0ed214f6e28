/** Apps show a code in two groups of three digits. */
export const withoutSpaces = (code: string): string => code.replace(/[\s-]/g, '');

/** A log-in that ends with this sentence only lacks the code: the form then asks for it. */
export const SECOND_FACTOR_REQUIRED = 'Enter the code from your app or a recovery code';
