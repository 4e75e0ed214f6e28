import { z } from 'zod';
import { id } from '../../core/ids.ts';
import { optionalText, singleLine } from '../../core/inputs/text.ts';
import { timestamp } from '../../core/inputs/times.ts';
import { translationsOf } from '../../core/translations.ts';
import { languageCodes } from '../../languages/languages.ts';
import {
  AGREED,
  audiences,
  CHOICES_MAX,
  kindOf,
  LONG_TEXT_MAX,
  OTHER,
  QUESTIONS_MAX,
  questionKinds,
  RATING_MAX,
  TEXT_MAX,
} from './kinds.ts';
import { questionMeanings } from './meanings.ts';

/** The most questions, choices of a question and texts of an agreement that an event stores, archived ones included. */
export const QUESTIONS_STORED_MAX = 100;
export const CHOICES_STORED_MAX = 100;
export const TEXTS_STORED_MAX = 50;
export const QUESTION_LABEL_MAX = 120;
const QUESTION_HELP_MAX = 200;
const CHOICE_LABEL_MAX = 100;
const AGREEMENT_MAX = 2000;

const TOO_MANY = `An event asks at most ${QUESTIONS_MAX} questions`;
const CHOICES = `A question has from 1 to ${CHOICES_MAX} choices`;

const choiceInput = z.object({
  id: z
    .string('A choice needs an id')
    .regex(/^[\w-]{1,36}$/, 'The id of a choice is not valid')
    .describe('At most 36 letters, digits, `-` and `_`; stays when the choice is renamed.'),
  label: singleLine({
    label: 'A choice',
    required: 'A choice needs a name',
    min: 1,
    max: CHOICE_LABEL_MAX,
  }).describe(`1 to ${CHOICE_LABEL_MAX} characters.`),
});

/** A question as the organiser enters it. The id is made by the client, and stays when the question is edited. */
export const questionInput = z
  .object({
    id: id.describe('A UUID that you make; stays when the question is changed.'),
    kind: z
      .enum(questionKinds, 'Unknown kind of question')
      .describe('The kind of question, which decides how it is answered.'),
    label: singleLine({
      label: 'The question',
      required: 'Write down the question',
      min: 1,
      max: QUESTION_LABEL_MAX,
    }).describe(`The question itself, 1 to ${QUESTION_LABEL_MAX} characters.`),
    help: optionalText('The help', QUESTION_HELP_MAX)
      .describe(`A hint below it, at most ${QUESTION_HELP_MAX} characters; null shows none.`)
      .default(null),
    required: z
      .boolean('Required must be true or false')
      .default(false)
      .describe('True if an entry needs an answer.'),
    askedOf: z
      .enum(audiences, 'askedOf must be both, visitors or volunteers')
      .default('both')
      .describe('Who is asked: visitors on the public form, volunteers, or both.'),
    meaning: z
      .enum(questionMeanings, 'Unknown meaning')
      .nullable()
      .default(null)
      .describe(
        'The meaning of the answer, so that badges, browsers and files can fill it in; null if it has none.',
      ),
    choices: z
      .array(choiceInput, CHOICES)
      .max(CHOICES_MAX, CHOICES)
      .default([])
      .describe(`For \`choice\` and \`choices\`, 1 to ${CHOICES_MAX} of them.`),
    other: z
      .boolean('Other must be true or false')
      .default(false)
      .describe('True if a free text can be given instead of a choice.'),
    text: optionalText('The text', AGREEMENT_MAX, 'many')
      .describe(
        `The text of an agreement, at most ${AGREEMENT_MAX} characters; null for other kinds.`,
      )
      .default(null),
  })
  .superRefine(({ kind, choices, text }, context) => {
    const { hasChoices } = kindOf({ kind });
    const labels = new Set(choices.map(({ label }) => label.toLowerCase()));
    const ids = new Set(choices.map((choice) => choice.id));
    const problem =
      (hasChoices && choices.length === 0 && CHOICES) ||
      (hasChoices && labels.size < choices.length && 'Two choices have the same name') ||
      (ids.size < choices.length && 'Two choices have the same id') ||
      ([OTHER, AGREED].some((reserved) => ids.has(reserved)) && 'The id of a choice is not valid');
    if (problem) context.addIssue({ code: 'custom', message: problem, path: ['choices'] });
    if (kind === 'agreement' && text === null) {
      context.addIssue({ code: 'custom', message: 'Write down the text', path: ['text'] });
    }
  })
  .meta({ id: 'NewQuestion' });

const choiceId = choiceInput.shape.id;

/** A question in other languages, with its choices by their ids. */
export const questionTranslations = translationsOf({
  label: optionalText('The question', QUESTION_LABEL_MAX).describe(
    `At most ${QUESTION_LABEL_MAX} characters.`,
  ),
  help: questionInput.shape.help.unwrap(),
  text: questionInput.shape.text.unwrap(),
  choices: z
    .record(choiceId, optionalText('A choice', CHOICE_LABEL_MAX), 'Choices must be by id')
    .refine(
      (choices) => Object.keys(choices).length <= 4 * CHOICES_MAX,
      'There are too many choices',
    )
    .describe('The names of choices, by their ids.'),
});

/** All questions of an event, in their order. Existing questions that are not listed are archived. */
export const questionsInput = z
  .object({
    version: z
      .int('The version is not valid')
      .describe(
        'The `questionsVersion` that you have changed; if it is no longer current, nothing is saved.',
      ),
    questions: z
      .array(questionInput, TOO_MANY)
      .max(QUESTIONS_MAX, TOO_MANY)
      .refine((questions) => new Set(questions.map((each) => each.id)).size === questions.length, {
        error: 'Two questions have the same id',
      })
      .describe('All questions in their order; missing ones are archived.'),
  })
  .meta({ id: 'Questions' });

const choice = z.object({
  id: z.string(),
  label: z.string(),
  archived: z.boolean().describe('Archived choices are no longer offered; their answers stay.'),
});

/** A question as visitors and volunteers get it. */
export const question = z
  .object({
    id,
    kind: z.enum(questionKinds).describe('The kind of question, which decides how it is answered.'),
    label: z.string(),
    help: z.string().nullable().describe('A hint below it; null shows none.'),
    required: z.boolean().describe('True if an entry needs an answer.'),
    askedOf: z
      .enum(audiences)
      .describe('Who is asked: visitors on the public form, volunteers, or both.'),
    meaning: z
      .enum(questionMeanings)
      .nullable()
      .describe(
        'The meaning of the answer, so that badges, browsers and files can fill it in; null if it has none.',
      ),
    choices: z.array(choice),
    other: z.boolean().describe('True if a free text can be given instead of a choice.'),
    text: z.string().nullable().describe('The text of an agreement; null for other kinds.'),
    version: z.int().describe('The number of texts that an agreement has had.'),
    translations: z
      .partialRecord(
        z.enum(languageCodes),
        z.object({
          label: z.string().optional(),
          help: z.string().optional(),
          text: z.string().optional(),
          choices: z
            .record(z.string(), z.string())
            .optional()
            .describe('The names of choices, by their ids.'),
        }),
      )
      .default({})
      .describe('Its texts in other languages, by language.'),
  })
  .meta({ id: 'Question' });

export const adminQuestion = question
  .extend({
    archived: z.boolean().describe('Archived questions are no longer asked; their answers stay.'),
    earlierTexts: z.array(z.string()).describe('The earlier texts of an agreement, by version.'),
    earlierTranslations: z
      .array(z.partialRecord(z.enum(languageCodes), z.string()))
      .default([])
      .describe('The earlier texts in other languages, by version.'),
    askedUntil: z
      .object({
        visitors: z
          .int()
          .optional()
          .describe('Missing if visitors are asked it now, or never were.'),
        volunteers: z
          .int()
          .optional()
          .describe('Missing if volunteers are asked it now, or never were.'),
      })
      .optional()
      .describe('The last `questionsVersion` in which they were asked it, if they no longer are.'),
    sponsor: z
      .object({ id, name: z.string(), since: timestamp.optional() })
      .optional()
      .describe(
        'For a consent question of a sponsor: the sponsor, its name in the question, and the time when it was first asked. It never changes.',
      ),
  })
  .meta({ id: 'AdminQuestion' });

/** Answers as submitted; the event's questions decide whether they are valid. */
export const answersInput = z
  .record(z.string().max(100), z.unknown(), 'Answers must be an object')
  .refine(
    (answers) => Object.keys(answers).length <= QUESTIONS_STORED_MAX,
    'There are too many answers',
  )
  .refine((answers) => !isDeeper(answers, ANSWER_LEVELS), 'An answer has too many levels')
  .describe(
    `By the ids of the event's questions. \`text\` is a line of at most ${TEXT_MAX} characters; \`longText\` has at most ${LONG_TEXT_MAX}; \`number\` is a number; \`date\` is \`2026-12-31\`; \`choice\` is the id of a choice, or \`{"other": "…"}\` if the question allows it; \`choices\` is a list of them, of at most ${CHOICES_MAX} choices; \`yesNo\` is true or false; \`rating\` is a whole number from 1 to ${RATING_MAX}; \`agreement\` is the version of the text that was agreed to. In a change, null removes an answer and the others stay. All answers of a lead take at most 8 KB.`,
  );

/** The deepest valid answer: a list of choices, one of which is an object with a free text. */
const ANSWER_LEVELS = 3;

/** True if a value is nested deeper than this. JSON.stringify fails on values nested thousands of times. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const chosen = z.union([
  z.string(),
  z.object({ other: z.string().describe('A free text instead of a choice.') }),
]);
export const storedAnswers = z
  .record(z.string(), z.union([chosen, z.number(), z.boolean(), z.array(chosen)]))
  .meta({
    id: 'Answers',
    description: 'Answers by the ids of the questions, in the form in which they are sent.',
  });

/** The number of answers per question, and per value if the values can be counted. */
export const answerCounts = z
  .array(
    z.object({
      question: id.describe('The UUID of the question.'),
      answered: z.int().describe('Leads that have answered it.'),
      values: z.array(
        z.object({
          value: z.string().describe('The value for the filter `answers`.'),
          name: z.string(),
          leads: z.int().describe('Leads with this answer.'),
        }),
      ),
    }),
  )
  .meta({ id: 'AnswerCounts' });

export type QuestionInput = z.infer<typeof questionInput>;
export type QuestionsInput = z.infer<typeof questionsInput>;
export type AdminQuestion = z.infer<typeof adminQuestion>;
export type AnswerCounts = z.infer<typeof answerCounts>;
