import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password-rule.ts';

const problemOf = (password: string, username = 'organiser') =>
  passwordProblem(password, username)?.code;

describe("an administrator's password", () => {
  it.each(['elevenchars', 'x'.repeat(201)])('has 12 to 200 characters, unlike %j', (password) => {
    expect(problemOf(password)).toBe('invalid-input');
  });

  it.each([
    ['a common one', 'administrator'],
    ['a common one in capitals', 'ADMINISTRATOR'],
    ['a common one with digits', 'football2026'],
    ['a common one with digits around it', '123letmein456!'],
    ['a common one with signs for letters', 'P4ssw0rd!!!!!'],
    ['a common one with look-alikes and digits', 'dr4g0n123456'],
    ['a common one twice', 'passwordpassword'],
    ['a common one twice, with digits', 'monkeymonkey12'],
    ['a few letters again and again', 'abcabcabcabc'],
    ['one letter', 'aaaaaaaaaaaa'],
    ['digits in order', '123456789012'],
    ['digits in order, backwards', '098765432109'],
    ['the alphabet', 'abcdefghijklmn'],
    ['keys in a row', 'qwertyuiopasdf'],
    ['keys in columns', '1qaz2wsx3edc'],
    ['keys of two rows in turn', '1q2w3e4r5t6y'],
    ['the name of the product', 'Drawbridge2026'],
  ])('is not %s', (_what, password) => {
    expect(problemOf(password)).toBe('password-easy-to-guess');
  });

  it('is not the user name, with or without digits', () => {
    expect(problemOf('margaret.okafor', 'Margaret.Okafor')).toBe('password-easy-to-guess');
    expect(problemOf('ngozi20261115!', 'ngozi')).toBe('password-easy-to-guess');
    expect(problemOf('ngozi20261115!', 'somebody')).toBeUndefined();
  });

  it.each([
    'correct-horse-battery',
    'Tuesday kettle orbit',
    'xK7pQz9mRt2v',
    '8361-9274-5502',
    'vier Äpfel im Korb',
    '   spaces   are fine   ',
    'ünïcödé-pässwörd',
  ])('may be %j', (password) => {
    expect(problemOf(password)).toBeUndefined();
  });
});
