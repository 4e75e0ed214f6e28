import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type { Role } from '@drawbridge/contract/login/auth';
import { passwordFor } from '@drawbridge/contract/team/accounts';
import { Problem } from '../errors.ts';

/*
 * The rule for administrators' passwords. Lists of leaked passwords contain few of twelve characters, and most of those
 * are a shorter one that was stretched: by digits, by repetition, or along the keyboard. So the list contains short
 * ones too, and the rule reduces stretched ones to them.
 */

const listFile = new URL('common-passwords.txt.gz', import.meta.url);
const PIECES_MAX = 3;
const DISTINCT_MIN = 5;

const lines = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890'];
/** Keys that are adjacent in rows, in columns, or in two rows at once. */
const walks = [...lines, '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '1q2w3e4r5t6y7u8i9o0p'];
const neighbours = new Set(
  walks.flatMap((walk) =>
    Array.from(walk, (key, index) => key + (walk[index + 1] ?? '')).flatMap((pair) => [
      pair,
      [...pair].reverse().join(''),
    ]),
  ),
);

const letterFor: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let common: Set<string> | undefined;

interface PasswordProblem {
  code: ProblemCode;
  sentence?: string;
}

/** The problem with an administrator's password; undefined if it is acceptable. */
export function passwordProblem(password: string, username: string): PasswordProblem | undefined {
  const tooShort = lengthProblem(password, 'admin');
  if (tooShort) return tooShort;
  return isEasyToGuess(password, username) ? { code: 'password-easy-to-guess' } : undefined;
}

export function requireGoodPassword(
  password: string,
  { role, username }: { role: Role; username: string },
): void {
  const problem =
    role === 'admin' ? passwordProblem(password, username) : lengthProblem(password, role);
  if (problem) throw new Problem(problem.code, problem.sentence ? problem : {});
}

function lengthProblem(password: string, role: Role): PasswordProblem | undefined {
  const { error } = passwordFor(role).safeParse(password);
  return error && { code: 'invalid-input', sentence: error.issues[0]?.message ?? '' };
}

/**
 * True if a password is easy to guess. `names` are words that an attacker would try first, besides the product's own.
 */
export function isEasyToGuess(password: string, ...names: string[]): boolean {
  const typed = password.toLowerCase();
  const tried = [PRODUCT_NAME, ...names].map((name) => name.toLowerCase());
  const known = (word: string) => isCommon(word) || tried.includes(word);
  return (
    new Set(typed).size < DISTINCT_MIN ||
    countWalks(typed) <= PIECES_MAX ||
    countWalks(shortestUnit(typed)) === 1 ||
    spellings(typed).some(known)
  );
}

/** The text as typed and with letters for look-alikes, each also without the characters around its letters. */
function spellings(typed: string): string[] {
  const lettered = typed.replace(/[0134579@$!]/g, (sign) => letterFor[sign] ?? sign);
  const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  // 'p4ssw0rd1234': the digits at the end are not letters.
  const inside = bare(typed).replace(/[0134579@$!]/g, (sign) => letterFor[sign] ?? sign);
  return [typed, lettered, bare(typed), inside].map(shortestUnit);
}

/** The shortest repeated unit of a text: 'abc' for 'abcabcabc', otherwise the text itself. */
function shortestUnit(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}

/** The number of pieces of adjacent or repeated keys in which the text can be typed. */
function countWalks(text: string): number {
  let pieces = 1;
  for (let i = 1; i < text.length; i += 1) {
    const pair = text.slice(i - 1, i + 1);
    if (pair[0] !== pair[1] && !neighbours.has(pair)) pieces += 1;
  }
  return pieces;
}

function isCommon(word: string): boolean {
  common ??= new Set(gunzipSync(readFileSync(listFile)).toString().trimEnd().split('\n'));
  return common.has(word);
}
