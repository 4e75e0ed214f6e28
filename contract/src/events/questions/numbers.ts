// Parses numbers as people type them. The form's language decides which of point and comma is the decimal sign.

import { type Language, languages } from '../../languages/languages.ts';

/** The longest text that is parsed: longer ones are not numbers, and parsing them would take time. */
const TYPED_MAX = 100;
/** Thousands separated by signs that mean the same in every language. */
const SPACED = /^([+-]?)(\d{1,3}(?:[ '’]\d{3})+)(?=[.,]\d*$|$)/;

/** The decimal sign of a language. The other one of point and comma may separate thousands. */
const decimalSign = (language: Language) => (languages[language].thousands === ',' ? '.' : ',');

/**
 * Parses a number by the signs of the form's language or, if they make no sense, by those of other languages. The
 * result is ambiguous if readers of other languages would read another number; the form then shows how it was read.
 */
export function readTypedNumber(
  text: string,
  language: Language,
): { value: number; ambiguous: boolean } | undefined {
  if (text.length > TYPED_MAX) return undefined;
  const typed = withPlainSigns(text, language).replace(SPACED, (_, sign, digits) => {
    return sign + digits.replace(/\D/g, '');
  });
  const decimal = decimalSign(language);
  const number = readWith(decimal, typed);
  const elsewhere = readWith(decimal === '.' ? ',' : '.', typed);
  const value = number ?? elsewhere;
  if (value === undefined) return undefined;
  return { value, ambiguous: elsewhere !== undefined && elsewhere !== number };
}

/** Formats a number for a form in this language, so that it cannot be read as another one. */
export function writeNumber(value: number, language: Language): string {
  const [whole = '', decimals] = String(value).split('.');
  if (decimals === undefined) return whole;
  // Exactly three decimals could be read as thousands.
  return whole + decimalSign(language) + (decimals.length === 3 ? `${decimals}0` : decimals);
}

/** Removes the currency, and converts the text to the digits 0 to 9, points and commas. */
function withPlainSigns(text: string, language: Language): string {
  const decimal = decimalSign(language);
  return text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/^\s*[$€£¥]?\s*|\s*[$€£¥]?\s*$/g, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٫', decimal)
    .replaceAll('٬', decimal === '.' ? ',' : '.')
    .replaceAll('،', ',')
    .replaceAll('−', '-');
}

/** Parses the number with this decimal sign; undefined if the signs are misplaced. */
function readWith(decimal: '.' | ',', text: string): number | undefined {
  const thousands = decimal === '.' ? ',' : '\\.';
  const rule = new RegExp(
    `^[+-]?(\\d+|[1-9]\\d{0,2}(${thousands}\\d{3})+)?([${decimal}]\\d*)?(e[+-]?\\d{1,3})?$`,
    'i',
  );
  if (!rule.test(text) || !/^[+-]?[.,]?\d/.test(text)) return undefined;
  return Number(text.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.'));
}
