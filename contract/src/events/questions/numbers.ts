// Numbers as people type them into a form, whose language says what a point and a comma mean.

import { type Language, languages } from '../../languages/languages.ts';

/** Longer texts are no numbers, and reading them would take time. */
const TYPED_MAX = 100;
/** Between thousands, these mean the same everywhere. */
const SPACED = /^([+-]?)(\d{1,3}(?:[ '’]\d{3})+)(?=[.,]\d*$|$)/;

/** The sign before the decimals; the other one of point and comma may stand between thousands. */
const decimalSign = (language: Language) => (languages[language].thousands === ',' ? '.' : ',');

/**
 * The number that a text stands for, by the signs of the form's language or, where they make no sense, by those of
 * others. It is ambiguous if other people would read another number, so the form shows how it was read.
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
  const here = readWith(decimal, typed);
  const elsewhere = readWith(decimal === '.' ? ',' : '.', typed);
  const value = here ?? elsewhere;
  if (value === undefined) return undefined;
  return { value, ambiguous: elsewhere !== undefined && elsewhere !== here };
}

/** A number for a form in this language, so that nobody can read it as another one. */
export function writeNumber(value: number, language: Language): string {
  const [whole = '', decimals] = String(value).split('.');
  if (decimals === undefined) return whole;
  // Three decimals could be thousands.
  return whole + decimalSign(language) + (decimals.length === 3 ? `${decimals}0` : decimals);
}

/** Without a currency, with the digits 0 to 9, and with point and comma only. */
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

/** The number, if a point or comma is used as where this is the decimal sign. */
function readWith(decimal: '.' | ',', text: string): number | undefined {
  const thousands = decimal === '.' ? ',' : '\\.';
  const rule = new RegExp(
    `^[+-]?(\\d+|[1-9]\\d{0,2}(${thousands}\\d{3})+)?([${decimal}]\\d*)?(e[+-]?\\d{1,3})?$`,
    'i',
  );
  if (!rule.test(text) || !/^[+-]?[.,]?\d/.test(text)) return undefined;
  return Number(text.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.'));
}
