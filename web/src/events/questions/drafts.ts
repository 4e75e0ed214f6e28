import { visibleLength } from '@drawbridge/contract/core/inputs/form-rules';
import type { FieldProblem } from '@drawbridge/contract/core/problem-document';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { kindOf, QUESTIONS_MAX, type Question } from '@drawbridge/contract/events/questions/kinds';
import type { AdminQuestion, QuestionInput } from '@drawbridge/contract/events/questions/schemas';
import { english } from '@drawbridge/contract/languages/english';
import { newId } from '../../lib/device/storage.ts';
import { say } from '../../lib/texts/say.ts';

/** A question that is being edited. */
export interface Draft extends QuestionInput {
  /** Its id if its kind differs from the saved one, because answers keep the kind of their question. */
  otherId: string;
  /** The question before it when it was loaded or archived; it is restored behind that one. */
  follows: string | undefined;
  /** The sponsor with whom it shares details; such a question is turned on and off at the sponsor. */
  sponsor?: AdminQuestion['sponsor'];
}

/** The problems by question, and for each by field or choice. */
type Problems = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface FormState {
  /** The questions as they were loaded, and their version. */
  saved: readonly AdminQuestion[];
  version: number;
  asked: readonly Draft[];
  /** The archived questions, including ones that were never saved. They can be restored. */
  archived: readonly Draft[];
  /** The question that is open for editing. */
  openId: string | undefined;
  problems: Problems;
}

type SavedForm = Pick<AdminEvent, 'questions' | 'questionsVersion'>;

export type FormAction =
  | { type: 'add'; drafts: readonly Draft[] }
  | { type: 'change'; id: string; change: Partial<QuestionInput> }
  | { type: 'move'; id: string; index: number }
  | { type: 'duplicate' | 'archive' | 'restore'; id: string }
  | { type: 'open'; id: string | undefined }
  | { type: 'refuse'; problems: Problems }
  /** `keep`: the questions stay as they are here, and replace those that somebody else has saved. */
  | { type: 'load' | 'keep'; event: SavedForm };

export function reduceForm(state: FormState, action: FormAction): FormState {
  const { asked, archived } = state;
  switch (action.type) {
    case 'add':
      return addDrafts(state, action.drafts);
    case 'change': {
      const { [action.id]: wrong, ...problems } = state.problems;
      const changed = asked.map((draft) =>
        draft.id === action.id ? changeDraft(draft, action.change) : draft,
      );
      return { ...state, asked: changed, problems };
    }
    case 'move':
      return { ...state, asked: movedTo(asked, action.id, action.index) };
    case 'duplicate': {
      const original = asked.find(({ id }) => id === action.id);
      if (!original || asked.length >= QUESTIONS_MAX) return state;
      const copy = newDraft({
        ...original,
        label: say('{label} (copy)', { label: original.label }),
      });
      const index = asked.indexOf(original) + 1;
      return { ...state, asked: asked.toSpliced(index, 0, copy), openId: copy.id };
    }
    case 'archive': {
      const index = asked.findIndex(({ id }) => id === action.id);
      const ended = asked
        .slice(index, index + 1)
        .map((draft) => ({ ...draft, follows: asked[index - 1]?.id }));
      return { ...state, asked: asked.toSpliced(index, 1), archived: [...archived, ...ended] };
    }
    case 'restore': {
      const draft = archived.find(({ id }) => id === action.id);
      if (!draft) return state;
      const restored = addDrafts(state, [draft]);
      const index = placeOf(draft, state);
      return { ...restored, asked: movedTo(restored.asked, draft.id, index), openId: state.openId };
    }
    case 'open':
      return { ...state, openId: action.id };
    case 'refuse': {
      const wrong = asked.find(({ id }) => action.problems[id]);
      return { ...state, problems: action.problems, openId: wrong?.id ?? state.openId };
    }
    case 'load':
      return loadForm(action.event);
    case 'keep': {
      const theirs = loadForm(action.event);
      const known = [...theirs.asked, ...theirs.archived];
      const unasked = missingIn(asked, [...known, ...missingIn(known, archived)]);
      return { ...theirs, asked, archived: unasked, openId: state.openId };
    }
  }
}

export function loadForm({ questions, questionsVersion }: SavedForm): FormState {
  return {
    saved: questions,
    version: questionsVersion,
    asked: askedIn(questions),
    archived: questions.map(toDraft).filter((_, index) => questions[index]?.archived),
    openId: undefined,
    problems: {},
  };
}

/** The active questions, as drafts with the same ids. */
export const askedIn = (questions: readonly AdminQuestion[]) =>
  questions.map(toDraft).filter((_, index) => !questions[index]?.archived);

function toDraft(asked: AdminQuestion, index: number, questions: readonly AdminQuestion[]): Draft {
  const { version, earlierTexts, earlierTranslations, translations, archived, ...question } = asked;
  const offered = question.choices.filter((choice) => !choice.archived);
  const choices = offered.map(({ id, label }) => ({ id, label }));
  return { ...question, choices, otherId: newId(), follows: questions[index - 1]?.id };
}

export function newDraft(given: Partial<QuestionInput> = {}): Draft {
  return {
    kind: 'text',
    label: '',
    help: null,
    required: false,
    askedOf: 'both',
    meaning: null,
    choices: [],
    other: false,
    text: null,
    ...given,
    id: newId(),
    otherId: newId(),
    follows: undefined,
  };
}

export const newChoice = (label = '') => ({ id: newId().slice(0, 8), label });

/** Adds as many drafts as there is room for, without active duplicates. A single one is opened. */
function addDrafts(state: FormState, drafts: readonly Draft[]): FormState {
  const added = missingIn(state.asked, drafts).slice(0, QUESTIONS_MAX - state.asked.length);
  const [only] = drafts.length === 1 ? added : [];
  return {
    ...state,
    asked: [...state.asked, ...added],
    archived: missingIn(added, state.archived),
    openId: only?.id ?? state.openId,
  };
}

/** The index behind the question that it followed; if that is archived as well, behind the one before. */
function placeOf(
  { follows }: Draft,
  { asked, archived }: Pick<FormState, 'asked' | 'archived'>,
): number {
  const index = asked.findIndex(({ id }) => id === follows);
  const previous = archived.find(({ id }) => id === follows);
  return index < 0 && previous ? placeOf(previous, { asked, archived }) : index + 1;
}

export const missingIn = (known: readonly Draft[], drafts: readonly Draft[]) =>
  drafts.filter(({ id }) => !known.some((draft) => draft.id === id));

function changeDraft(draft: Draft, change: Partial<QuestionInput>): Draft {
  const changed = { ...draft, ...change };
  const startsEmpty = change.kind && kindOf(changed).hasChoices && changed.choices.length === 0;
  return startsEmpty ? { ...changed, choices: [newChoice(), newChoice()] } : changed;
}

export function movedTo<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  index: number,
): Item[] {
  const moved = items.filter((item) => item.id === id);
  return items.filter((item) => item.id !== id).toSpliced(index, 0, ...moved);
}

/** True if badges, browsers and files can fill in a question of this kind. */
export function takesMeaning(draft: Pick<Draft, 'kind'>): boolean {
  const { control, hasChoices } = kindOf(draft);
  return hasChoices || control === 'line' || control === 'paragraph';
}

/** The questions as they are sent, without fields that their kind does not use. */
export const toInputs = ({ asked, saved }: Pick<FormState, 'asked' | 'saved'>) =>
  asked.map((draft) => toInput(draft, saved));

function toInput(draft: Draft, saved: readonly AdminQuestion[]): QuestionInput {
  const before = saved.find(({ id }) => id === draft.id);
  const { hasChoices = false } = kindOf(draft);
  const written = draft.choices.filter(({ label }) => visibleLength(label) > 0);
  /** A new choice with the name of an archived one takes its id. */
  const archivedId = (name: string) =>
    before?.choices.find(
      ({ archived, label }) => archived && label.toLowerCase() === name.trim().toLowerCase(),
    )?.id;
  return {
    id: before && before.kind !== draft.kind ? draft.otherId : draft.id,
    kind: draft.kind,
    label: draft.label,
    help: draft.help || null,
    required: draft.required,
    askedOf: draft.askedOf,
    meaning: takesMeaning(draft) ? draft.meaning : null,
    choices: hasChoices
      ? written.map(({ id, label }) => ({ id: archivedId(label) ?? id, label }))
      : [],
    other: hasChoices && draft.other,
    text: draft.kind === 'agreement' ? draft.text || null : null,
  };
}

export const nameOf = (draft: Draft | undefined) => draft?.label || say('Untitled question');

/** A draft as the form would show it. */
export function toQuestion(draft: Draft): Question {
  const { choices, ...input } = toInput(draft, []);
  return {
    ...input,
    label: nameOf(draft),
    text: draft.text || say('Your text appears here'),
    choices: choices.map((choice) => ({ ...choice, archived: false })),
    version: 1,
  };
}

export function isChanged(state: FormState): boolean {
  const before = toInputs({ ...state, asked: askedIn(state.saved) });
  return JSON.stringify(toInputs(state)) !== JSON.stringify(before);
}

/** The server's problems by question and field; `sent` are the inputs of the drafts. */
export function problemsIn(
  fields: readonly FieldProblem[],
  asked: readonly Draft[],
  sent: readonly QuestionInput[],
): Problems {
  const problems: Record<string, Record<string, string>> = {};
  for (const { field, message } of fields) {
    const [, index, name, choice] = /^questions\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(field) ?? [];
    const draft = asked[Number(index)];
    if (!draft || !name) continue;
    const segment = (choice && sent[Number(index)]?.choices[Number(choice)]?.id) || name;
    problems[draft.id] = { [segment]: message, ...problems[draft.id] };
  }
  return problems;
}

/** The questions that most organisers ask. */
export const templates: readonly {
  hint: string;
  question: Partial<QuestionInput> & { label: string };
}[] = [
  {
    hint: english('Text, filled in by browsers and badges'),
    question: { label: english('Company'), meaning: 'company' },
  },
  {
    hint: english('Text, filled in by browsers and badges'),
    question: { label: english('Job title'), meaning: 'jobTitle' },
  },
  {
    hint: english('Several choices to adapt, with “Other”'),
    question: {
      kind: 'choices',
      label: english('What are you interested in?'),
      choices: english(['A demonstration', 'Prices', 'A call back']).map((label) =>
        newChoice(label),
      ),
      other: true,
    },
  },
  {
    hint: english('A rating by volunteers, from 1 to 5'),
    question: {
      kind: 'rating',
      label: english('How warm is this lead?'),
      help: english('1 was only passing by, 5 wants to buy'),
      askedOf: 'volunteers',
    },
  },
];
