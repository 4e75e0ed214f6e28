import {
  answerHeadings,
  detailColumns,
  exportColumns,
} from '@drawbridge/contract/collecting/lead-values';
import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/core/files/csv';
import { writeAnswer } from '@drawbridge/contract/events/questions/answers';
import {
  type Answers,
  type Question,
  type QuestionKind,
  questionKinds,
} from '@drawbridge/contract/events/questions/kinds';
import { expect, it } from 'vitest';
import { guessColumns } from '../collecting/imports/columns.ts';
import { openFile } from '../collecting/imports/reading/read-file.ts';
import { ImportFile } from '../collecting/imports/worker/import-file.ts';

const head = [...exportColumns, ...detailColumns];
const rows = [
  ['Zoë "Zo" <b> & Co _x0041_', 'zoe@example.com', '07700900121', 'pending', 'qr', '', 'Fair'],
  ['Łukasz 漢字', '', '4740612345', 'verified', 'volunteer', '', 'Fair'],
];

it('an exported CSV file can be read again', () => {
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + csvLines([head, ...rows]));
  expect(openFile(bytes).read(0).rows).toEqual([head, ...rows]);
});

it('the columns of an export are found', () => {
  expect(guessColumns(head, rows)).toEqual({
    ...{ name: 0, email: 1, phone: 2 },
    chances: head.indexOf('Chances'),
  });
});

// Questions of all kinds, two of them with the same name and one with the name of a column.
const asked: [kind: QuestionKind, label: string, answers: Answers[string][]][] = [
  ['text', 'First name', ["'=1+1, O'Hara; '-2", '=HYPERLINK("x")']],
  ['longText', 'Notes', ['One; two\n+3', 'yes']],
  ['number', 'Number', [-12.5, 1e-7]],
  ['date', 'Event', ['2024-02-29', '1999-12-31']],
  ['choice', 'Topic', ['boats', { other: 'Kites; "big"' }]],
  ['choices', 'Topic', [['boats', { other: '"=1"; -2' }], ['old']]],
  ['yesNo', 'Buyer', [true, false]],
  ['rating', 'Warm', [1, 5]],
  ['agreement', 'Rules', [1, 2]],
];
const questions = asked.map(
  ([kind, label], index): Question => ({
    id: `question-${index}`,
    kind,
    label,
    help: null,
    required: false,
    askedOf: 'both',
    meaning: null,
    choices: [
      { id: 'boats', label: 'Boats; "red"', archived: false },
      { id: 'old', label: 'Old', archived: true },
    ],
    other: true,
    text: 'Be kind.',
    version: 2,
  }),
);

it('answers of all kinds come back equal from an exported file', async () => {
  expect(new Set(asked.map(([kind]) => kind))).toEqual(new Set(questionKinds));
  const leads = [0, 1].map((at) =>
    Object.fromEntries(questions.map(({ id }, index) => [id, asked[index]?.[2][at] ?? ''])),
  );
  const lines = leads.map((answers, at) => [
    ...(rows[at] ?? []),
    ...Array<string>(head.length - 7).fill(''),
    ...questions.map((question) => writeAnswer(question, answers[question.id])),
  ]);
  const whole = [...head, ...answerHeadings(questions)];
  const file = new ImportFile();
  const { sample } = await file.open(new Blob([csvLines([whole, ...lines])]));
  const matching = guessColumns(whole, sample.slice(1), questions);
  const plan = { matching, leadsFrom: 1, country: 'GB', questions, maxChances: 1 };
  const { problems } = file.check(plan, () => {});
  expect(problems).toEqual([]);
  expect(file.nextRows(0).map(({ name, answers }) => [name, answers])).toEqual(
    leads.map((answers, at) => [rows[at]?.[0], answers]),
  );
});

it('answers are found by what a question means, and reported with its label if they are wrong', async () => {
  const company = { ...questions[0], label: 'Where do you work?', meaning: 'company' } as Question;
  const warm = { ...questions[7], label: 'Score' } as Question;
  const text = 'Name,Phone,Firma,score\nZoë,07400 123456,Acme,4\nAmir,07400 123457,,six';
  const file = new ImportFile();
  const [header, ...sample] = (await file.open(new Blob([text]))).sample;
  const matching = guessColumns(header, sample, [company, warm]);
  expect(matching).toEqual({ name: 0, phone: 1, [company.id]: 2, [warm.id]: 3 });
  const plan = { matching, leadsFrom: 1, country: 'GB', questions: [company, warm], maxChances: 1 };
  expect(file.check(plan, () => {}).problems).toMatchObject([
    {
      ...{ number: 3, answers: ['', 'six'] },
      problems: [
        { message: '“{label}” must be a whole number from 1 to 5', values: { label: 'Score' } },
      ],
    },
  ]);
  expect(file.nextRows(0)[0]?.answers).toEqual({ [company.id]: 'Acme', [warm.id]: 4 });
});
