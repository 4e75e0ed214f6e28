import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answersInForm,
  checkAnswer,
  checkAnswers,
  readAnswer,
  toTypedAnswers,
  writeAnswer,
} from './answers.ts';
import { type Answer, type Question, questionKinds } from './kinds.ts';
import { questionInput } from './schemas.ts';

const id = '00000000-0000-4000-8000-000000000001';
const plain: Question = {
  id,
  kind: 'text',
  label: 'Which topics?',
  help: null,
  required: false,
  askedOf: 'both',
  meaning: null,
  choices: [],
  other: false,
  text: 'We may write to you.',
  version: 3,
};
const topics = ['Red; white', 'Say "hi"', 'Boats', 'Ärzte'].map((label, index) => ({
  id: `c${index}`,
  label,
  archived: index === 3,
}));

const aQuestion = fc.record({
  kind: fc.constantFrom(...questionKinds),
  other: fc.boolean(),
  choices: fc.constant(topics),
});
const aText = fc.string({ unit: 'grapheme', maxLength: 60 });
const aChoice = fc.oneof(
  fc.constantFrom(...topics.map((topic) => topic.id)),
  fc.record({ other: fc.oneof(aText, fc.constantFrom('boats', 'a; b', '"')) }),
);
const aValue = fc.oneof(
  aText,
  fc.double(),
  fc.integer({ min: -2, max: 8 }),
  fc.boolean(),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  aChoice,
  fc.array(aChoice, { maxLength: 5 }),
  fc.jsonValue(),
);

/** The accepted form of a value, if any. */
function accepted(question: Question, value: unknown): Answer | undefined {
  const checked = checkAnswer(question, value);
  return checked && 'answer' in checked ? checked.answer : undefined;
}

describe('an answer that is accepted', () => {
  it('comes back equal from JSON, a file and a form', () => {
    const seenValues = new Set<string>();
    fc.assert(
      fc.property(aQuestion, aValue, (given, value) => {
        const question = { ...plain, ...given };
        const answer = accepted(question, value);
        if (answer === undefined) return;
        seenValues.add(question.kind);
        expect(accepted(question, JSON.parse(JSON.stringify(answer)))).toEqual(answer);
        const written = writeAnswer(question, answer);
        expect(accepted(question, readAnswer(question, written))).toEqual(answer);
        for (const language of ['en', 'de'] as const) {
          const typed = toTypedAnswers([question], { [id]: answer }, language);
          const read = answersInForm([question], typed, language)[id];
          expect(accepted(question, read)).toEqual(answer);
        }
      }),
      { numRuns: 3000 },
    );
    expect([...seenValues].sort()).toEqual([...questionKinds].sort());
  });

  it.each([
    ['text', 'Acme\u202E evil', 'Acme evil'],
    ['longText', 'one\r\ntwo', 'one\ntwo'],
    ['number', -0, 0],
    ['choices', ['c2', 'c0', 'c2'], ['c0', 'c2']],
    ['choice', { other: 'BOATS' }, 'c2'],
    ['agreement', 1, 1],
  ] as const)('is tidied: %s %j', (kind, value, stored) => {
    const question = { ...plain, kind, choices: topics, other: true };
    expect(accepted(question, value)).toEqual(stored);
  });
});

describe('an answer that is wrong', () => {
  it.each([
    ['text', 5, '“{label}” must be text'],
    ['text', 'x'.repeat(201), '“{label}” is too long'],
    ['text', 'a\u0000b', '“{label}” contains characters that cannot be used'],
    ['number', '12', '“{label}” must be a number, such as 1500'],
    ['date', '2026-02-30', '“{label}” must be a date, such as 2026-12-31'],
    ['choice', 'c9', '“{label}” has no such choice'],
    ['choice', { other: 'Trains' }, '“{label}” has no such choice'],
    ['choices', 'c1', '“{label}” has no such choices'],
    ['choices', Array(10_000).fill('c1'), '“{label}” has no such choices'],
    ['yesNo', 'yes', '“{label}” must be yes or no'],
    ['rating', 6, '“{label}” must be a whole number from 1 to 5'],
    ['agreement', 4, '“{label}” has no such version'],
  ] as const)('is named with its question: %s', (kind, value, problem) => {
    expect(checkAnswer({ ...plain, kind, choices: topics }, value)).toEqual({ problem });
  });

  it('is a problem of its own field, as are unknown questions and missing answers', () => {
    const questions = [
      { ...plain, required: true },
      { ...plain, id: 'warm', kind: 'rating', askedOf: 'volunteers', required: true } as const,
      { ...plain, id: 'terms', kind: 'agreement', label: 'Rules', required: true } as const,
    ];
    const given = { [id]: ' \u200B', warm: 9, nobody: 1 };
    const asVisitor = { audience: 'visitors', required: true } as const;
    expect(checkAnswers(questions, given, asVisitor)).toEqual({
      answers: {},
      incomplete: true,
      problems: [
        {
          field: `answers.${id}`,
          message: 'Please answer “{label}”',
          values: { label: 'Which topics?' },
        },
        { field: 'answers.terms', message: 'Please accept “{label}”', values: { label: 'Rules' } },
        { field: 'answers.nobody', message: 'This event has no such question' },
      ],
    });
    const lenient = { audience: 'volunteers', required: false } as const;
    expect(checkAnswers(questions, { warm: 5 }, lenient)).toEqual({
      answers: { warm: 5 },
      incomplete: true,
      problems: [],
    });
    const past = questions.map((question) => ({ ...question, archived: true }));
    expect(checkAnswers(past, {}, lenient)).toMatchObject({ incomplete: false, problems: [] });
    const long = Array.from(
      { length: 9 },
      (_, index) => ({ ...plain, kind: 'longText', id: `${index}` }) as const,
    );
    const filled = Object.fromEntries(long.map((question) => [question.id, 'ä'.repeat(500)]));
    expect(checkAnswers(long, filled, lenient).problems).toEqual([
      { field: 'answers', message: 'The answers are too long' },
    ]);
  });
});

it.each(['1500', '1,500', '£1,500', '1500 €', ' 1500.0 '])(
  'reads %j as people write it',
  (text) => {
    expect(readAnswer({ ...plain, kind: 'number' }, text)).toBe(1500);
  },
);

it('reads long texts in no time', () => {
  const long = `${'1'.repeat(60_000)}x`;
  for (const kind of questionKinds) {
    const question = { ...plain, kind, choices: topics };
    expect(accepted(question, readAnswer(question, long))).toBeUndefined();
    expect(readAnswer(question, '1'.repeat(5000))).toBeDefined();
  }
});

it('refuses questions that nobody could answer', () => {
  const sentenceOf = (question: object) =>
    questionInput.safeParse({ id, kind: 'choice', label: 'Topic', ...question }).error?.issues[0]
      ?.message;
  const many = Array.from({ length: 31 }, (_, index) => ({ id: `c${index}`, label: `${index}` }));
  expect(sentenceOf({ choices: many.slice(0, 30) })).toBeUndefined();
  expect(sentenceOf({ choices: many })).toBe('A question has from 1 to 30 choices');
  expect(sentenceOf({ choices: [] })).toBe('A question has from 1 to 30 choices');
  const twice = [many[0], { id: 'other-one', label: '0' }];
  expect(sentenceOf({ choices: twice })).toBe('Two choices have the same name');
  expect(sentenceOf({ choices: [{ id: 'other', label: 'A' }] })).toBe(
    'The id of a choice is not valid',
  );
  expect(sentenceOf({ kind: 'agreement' })).toBe('Write down the text');
  expect(sentenceOf({ kind: 'text', label: ' ' })).toBe('Write down the question');
});
