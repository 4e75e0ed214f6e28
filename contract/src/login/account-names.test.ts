import { describe, expect, it } from 'vitest';
import { credentials, fullName, username, volunteerName } from './auth.ts';

const LOOK_ALIKE = 'contains letters that look like others';
const complaint = (schema: typeof fullName, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

describe("a person's name", () => {
  it.each([
    'José Ångström-Łukasz',
    "Siobhán O'Neill",
    'Mª Carmen',
    '李雷',
    '田中 さくら',
    'محمد',
    'علی\u200cرضا',
    'ශ්\u200dරී',
    'Вера',
    'Ἀλέξανδρος',
    'Anna Вера',
    'Ɛyram',
    'Operator Smith',
    'Priya 🎟',
  ])('may be %s', (name) => {
    expect(fullName.parse(name)).toBe(name.normalize('NFC'));
    expect(volunteerName.parse(name)).toBe(name.normalize('NFC'));
  });

  it.each([
    ['Ada\u200b Love\u00adlace\u2060', 'Ada Lovelace'],
    ['A\u200dda\ufe0f\u{e0041}', 'Ada'],
    ['Ａｄａ', 'Ada'],
    ['𝓐𝓭𝓪', 'Ada'],
    ['ﾊﾞﾅﾅ', 'バナナ'],
  ])('%j is kept as %s', (typed, name) => {
    expect(fullName.parse(typed)).toBe(name);
  });

  it.each([
    // Cyrillic, Greek, phonetic letters.
    ['Оlga Smith', `Full name ${LOOK_ALIKE}`],
    ['Αnna', `Full name ${LOOK_ALIKE}`],
    ['ᴏᴘᴇʀᴀᴛᴏʀ', `Full name ${LOOK_ALIKE}`],
    ['Drawbridge', 'Full name is reserved'],
    ['draw bridge!', 'Full name is reserved'],
    ['Opérator', 'Full name is reserved'],
    ['0perat\u200bor', 'Full name is reserved'],
    ['ＵＮＫＮＯＷＮ', 'Full name is reserved'],
    ['DrawbrIdge', 'Full name is reserved'],
    ['Drawbrldge', 'Full name is reserved'],
    ['ﷺ'.repeat(10), 'Full name is too long'],
  ])('%s: %s', (typed, message) => {
    expect(complaint(fullName, typed)).toBe(message);
  });
});

describe('a user name', () => {
  it.each(['priya', 'Priya.Shah@example.org', 'josé', 'иван', '李雷雷', 'محمد'])(
    'may be %s',
    (name) => {
      expect(username.parse(name)).toBe(name);
    },
  );

  it.each([
    ['ad\u200bmin', `Username ${LOOK_ALIKE}`],
    ['ａｄｍｉｎ', `Username ${LOOK_ALIKE}`],
    ['аdmin', `Username ${LOOK_ALIKE}`],
    ['ivan иван', `Username ${LOOK_ALIKE}`],
    ['сора', `Username ${LOOK_ALIKE}`],
    ['ꓳꓑꓰꓣꓮꓔꓳꓣ', `Username ${LOOK_ALIKE}`],
    ['operator', 'Username is reserved'],
    ['draw.bridge_2', 'Username is reserved'],
  ])('%j: %s', (typed, message) => {
    expect(complaint(username, typed)).toBe(message);
    // Existing accounts with such a name can still log in.
    expect(credentials.safeParse({ username: typed, password: 'secret-enough' }).success).toBe(
      true,
    );
  });
});
