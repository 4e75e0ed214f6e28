import { normalisePhone } from '../phones/phone.ts';

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const FOLDED_LETTERS = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
} as const;

const letters = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');

/** The text without case and accents, so that 'sorensen' finds 'Sørensen'. The server's SQL does the same. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(letters, (letter) => FOLDED_LETTERS[letter as keyof typeof FOLDED_LETTERS]);
}

/** The folded words of a search. A lead has to contain all of them, in any order; a number is one word. */
export function searchWords(typed: string): string[] {
  if (isPhone(typed)) return [normalisePhone(typed)];
  // A word that is only an accent folds to nothing.
  return typed
    .split(/\s+/)
    .map((word) => foldText((isPhone(word) && normalisePhone(word)) || word))
    .filter(Boolean);
}

/** True if a search is a part of a phone number, which may be written with spaces. */
export function isPhone(typed: string): boolean {
  return /^[\d +\-()]*$/.test(typed) && /\d/.test(typed);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
