/** Apps show a code in two groups of three digits. */
export const withoutSpaces = (code: string): string => code.replace(/[\s-]/g, '');
