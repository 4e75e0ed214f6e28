import { INVISIBLE } from '../core/inputs/form-rules.ts';
import { PRODUCT_NAME } from '../core/pages.ts';
import { english } from '../languages/english.ts';

/** Names of actors in the audit trail that have no account. No account may have such a name. */
export const OPERATOR_NAME = 'Operator';
export const UNKNOWN_NAME = english('Unknown');
const systemActors = [PRODUCT_NAME, OPERATOR_NAME, UNKNOWN_NAME].map(skeletonOf);

/** Alphabets with letters that look like those of another one. A word that mixes two of them is refused. */
const alphabets = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Coptic', 'Cherokee', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Phonetic letters that look like ordinary ones; no language is written with them. */
const PHONETIC = /[\u0251\u0261\u0262\u026A\u0274\u0280\u028F\u0299\u029C\u029F\u1D00-\u1DBF]/u;

/** Matches names without a Latin letter that look like Latin ones. */
const LATIN_IN_DISGUISE =
  /^[\P{L}\p{Script=Coptic}\p{Script=Cherokee}\p{Script=Lisu}аеорсухіјѕһԁԛԝѵӏАВЕЅІЈКМНОРСТУХҺԌԚԜѴӀαοικνρυτχΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհցզՕՍԼ]+$/u;

/**
 * Invisible characters, except joiners: they belong to the spelling of Arabic, Persian and Indic names, and to emoji.
 */
const NEEDLESS = new RegExp(
  `(?![\\u200C\\u200D](?<=[\\p{M}\\p{Script=Arabic}].))` +
    `(?!\\u200D(?<=\\p{Extended_Pictographic}.)\\p{Extended_Pictographic})${INVISIBLE.source}`,
  'gu',
);

/** Normalises a person's name for storage: removes invisible characters, and writes letters in their usual form. */
export function tidyPersonName(name: string): string {
  // Not full NFKC, which would also rewrite `Mª` and accents that stand alone.
  return name
    .replace(NEEDLESS, '')
    .replace(/[^\P{L}ªº]/gu, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .trim();
}

/** The problem with a person's name, which may be in any alphabet. */
export function personNameProblem(name: string, label: string): string | undefined {
  if (PHONETIC.test(name) || name.split(/\s+/).some(mixesAlphabets)) return lookAlike(label);
  return systemActors.includes(skeletonOf(name)) ? reserved(label) : undefined;
}

/** The problem with a user name, which must tell accounts apart. */
export function usernameProblem(username: string): string | undefined {
  const label = 'Username';
  const plain = username.replace(INVISIBLE, '').normalize('NFKC') === username;
  const disguised = LATIN_IN_DISGUISE.test(username) && /\p{L}/u.test(username);
  if (!plain || disguised || mixesAlphabets(username)) return lookAlike(label);
  return personNameProblem(username, label);
}

function mixesAlphabets(text: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(text)).length > 1;
}

/** The skeleton of a name, for finding look-alikes: without marks, signs and case, and with `0` read as `o`. */
function skeletonOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/[1lı|]/g, 'i')
    .replace(/\P{L}/gu, '');
}

const lookAlike = (label: string) => `${label} contains letters that look like others`;
const reserved = (label: string) => `${label} is reserved`;

/** Removes spaces and hyphens from a code: apps show codes in two groups of three digits. */
export const withoutSpaces = (code: string): string => code.replace(/[\s-]/g, '');
