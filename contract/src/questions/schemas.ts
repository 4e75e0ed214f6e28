import { z } from 'zod';
import { id } from '../ids.ts';
import { languageCodes } from '../languages.ts';
import { line, optionalText } from '../text.ts';
import { moment } from '../times.ts';
import { translationsOf } from '../translations.ts';
import {
  AGREED,
  audiences,
  CHOICES_MAX,
  kindOf,
  OTHER,
  QUESTIONS_MAX,
  questionKinds,
} from './kinds.ts';
import { questionMeanings } from './meanings.ts';

/** The most that an event keeps with what is archived: questions, choices of each, and texts of an agreement. */
export const QUESTIONS_KEPT_MAX = 100;
export const CHOICES_KEPT_MAX = 100;
export const TEXTS_KEPT_MAX = 50;
export const QUESTION_LABEL_MAX = 120;
const QUESTION_HELP_MAX = 200;
const CHOICE_LABEL_MAX = 100;
const AGREEMENT_MAX = 2000;

const TOO_MANY = `An event asks at most ${QUESTIONS_MAX} questions`;
const CHOICES = `A question has from 1 to ${CHOICES_MAX} choices`;

const choiceInput = z.object({
  id: z.string('A choice needs an id').regex(/^[\w-]{1,36}$/, 'The id of a choice is not valid'),
  label: line({
    label: 'A choice',
    required: 'A choice needs a name',
    min: 1,
    max: CHOICE_LABEL_MAX,
  }),
});

/** A question as the organiser writes it. The id is made by the client and stays when the question is changed. */
export const questionInput = z
  .object({
    id,
    kind: z.enum(questionKinds, 'Unknown kind of question'),
    label: line({
      label: 'The question',
      required: 'Write down the question',
      min: 1,
      max: QUESTION_LABEL_MAX,
    }),
    help: optionalText('The help', QUESTION_HELP_MAX).default(null),
    required: z.boolean('Required must be true or false').default(false),
    askedOf: z.enum(audiences, 'Asked of must be both, visitors or volunteers').default('both'),
    meaning: z.enum(questionMeanings, 'Unknown meaning').nullable().default(null),
    choices: z.array(choiceInput, CHOICES).max(CHOICES_MAX, CHOICES).default([]),
    other: z.boolean('Other must be true or false').default(false),
    /** What an agreement says. */
    text: optionalText('The text', AGREEMENT_MAX, 'many').default(null),
  })
  .superRefine(({ kind, choices, text }, context) => {
    const { hasChoices } = kindOf({ kind });
    const labels = new Set(choices.map(({ label }) => label.toLowerCase()));
    const ids = new Set(choices.map((choice) => choice.id));
    const problem =
      (hasChoices && choices.length === 0 && CHOICES) ||
      (hasChoices && labels.size < choices.length && 'Two choices have the same name') ||
      (ids.size < choices.length && 'Two choices have the same id') ||
      ([OTHER, AGREED].some((taken) => ids.has(taken)) && 'The id of a choice is not valid');
    if (problem) context.addIssue({ code: 'custom', message: problem, path: ['choices'] });
    if (kind === 'agreement' && text === null) {
      context.addIssue({ code: 'custom', message: 'Write down the text', path: ['text'] });
    }
  })
  .meta({ id: 'NewQuestion' });

const choiceId = choiceInput.shape.id;

/** A question in other languages, with its choices by their ids. */
export const questionTranslations = translationsOf({
  label: optionalText('The question', QUESTION_LABEL_MAX),
  help: questionInput.shape.help.unwrap(),
  text: questionInput.shape.text.unwrap(),
  choices: z
    .record(choiceId, optionalText('A choice', CHOICE_LABEL_MAX), 'Choices must be by id')
    .refine((given) => Object.keys(given).length <= 4 * CHOICES_MAX, 'There are too many choices'),
});

/** All questions of an event, in their order. Those that are missing are archived. */
export const questionsInput = z
  .object({
    /** The version that was changed, so that nobody overwrites what somebody else has written. */
    version: z.int('The version is not valid'),
    questions: z
      .array(questionInput, TOO_MANY)
      .max(QUESTIONS_MAX, TOO_MANY)
      .refine((questions) => new Set(questions.map((each) => each.id)).size === questions.length, {
        error: 'Two questions have the same id',
      }),
  })
  .meta({ id: 'Questions' });

const choice = z.object({ id: z.string(), label: z.string(), archived: z.boolean() });

/** A question as visitors and volunteers are asked it. */
export const question = z
  .object({
    id,
    kind: z.enum(questionKinds),
    label: z.string(),
    help: z.string().nullable(),
    required: z.boolean(),
    askedOf: z.enum(audiences),
    meaning: z.enum(questionMeanings).nullable(),
    choices: z.array(choice),
    other: z.boolean(),
    text: z.string().nullable(),
    version: z.int(),
    translations: z
      .partialRecord(
        z.enum(languageCodes),
        z.object({
          label: z.string().optional(),
          help: z.string().optional(),
          text: z.string().optional(),
          choices: z.record(z.string(), z.string()).optional(),
        }),
      )
      .default({}),
  })
  .meta({ id: 'Question' });

export const adminQuestion = question
  .extend({
    archived: z.boolean(),
    /** What an agreement said before, by version. */
    earlierTexts: z.array(z.string()),
    /** And in other languages. */
    earlierTranslations: z.array(z.partialRecord(z.enum(languageCodes), z.string())).default([]),
    /** The last version of the questions, before this one, with which they were asked it. */
    askedUntil: z
      .object({ visitors: z.int().optional(), volunteers: z.int().optional() })
      .optional(),
    /** Of an agreement to share details: with which sponsor, under which name, asked since when. It never changes. */
    sponsor: z.object({ id, name: z.string(), since: moment.optional() }).optional(),
  })
  .meta({ id: 'AdminQuestion' });

/** Answers as they are sent; each event checks them by its questions. */
export const givenAnswers = z
  .record(z.string().max(100), z.unknown(), 'Answers must be an object')
  .refine((given) => Object.keys(given).length <= QUESTIONS_KEPT_MAX, 'There are too many answers')
  .refine((given) => !isDeeper(given, ANSWER_LEVELS), 'An answer has too many levels');

/** A list of choices, of which one can be an object with another text. */
const ANSWER_LEVELS = 3;

/** Whether a value has more levels than these. What is nested thousands of times cannot be written as JSON. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const chosen = z.union([z.string(), z.object({ other: z.string() })]);
export const storedAnswers = z
  .record(z.string(), z.union([chosen, z.number(), z.boolean(), z.array(chosen)]))
  .meta({ id: 'Answers', description: 'By the ids of the questions.' });

/** How often each question was answered, and each of its values chosen, if these can be counted. */
export const answerCounts = z
  .array(
    z.object({
      question: id,
      answered: z.int(),
      values: z.array(z.object({ value: z.string(), name: z.string(), leads: z.int() })),
    }),
  )
  .meta({ id: 'AnswerCounts' });

export type QuestionInput = z.infer<typeof questionInput>;
export type QuestionsInput = z.infer<typeof questionsInput>;
export type AdminQuestion = z.infer<typeof adminQuestion>;
export type AnswerCounts = z.infer<typeof answerCounts>;
