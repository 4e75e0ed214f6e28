import type { UnfilledProblem } from '@drawbridge/contract/core/problem-document';
import {
  answerField,
  answersInForm,
  checkAnswers,
  controlName,
  titleOf,
  typedAnswers,
} from '@drawbridge/contract/events/questions/answers';
import {
  type Answers,
  type Audience,
  IMPORTED,
  kindOf,
  type Question,
  type TypedAnswer,
} from '@drawbridge/contract/events/questions/kinds';
import { meanings, type QuestionMeaning } from '@drawbridge/contract/events/questions/meanings';
import { readTypedNumber, writeNumber } from '@drawbridge/contract/events/questions/numbers';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useEventTextLang } from '../../lib/texts/event-text.tsx';
import { currentLanguage, t, translate } from '../../lib/texts/texts.ts';
import { Field, FieldNotes, Input, Textarea } from '../../ui/fields/field.tsx';
import { ChoiceList, ChoiceSelect, isLong, Option, RatingScale } from './choice-controls.tsx';

// Exported for the public form, which loads this module only if there are questions.
export { typedAnswers };

type PostedForm = Parameters<typeof typedAnswers>[1];

/** The answers in a form, and their problems by question, in the order of the questions. */
export function readAnswers(
  questions: readonly Question[],
  form: PostedForm,
  { audience, required = true }: { audience: Audience; required?: boolean },
): { answers: Answers; errors: Record<string, string> } {
  const input = answersInForm(questions, typedAnswers(questions, form), currentLanguage());
  const { answers, problems } = checkAnswers(questions, input, { audience, required });
  return { answers, errors: answerErrors(questions, problems) };
}

/** The problems of the question fields; a problem of all of them together is at the last one. */
export function answerErrors(
  questions: readonly Question[],
  problems: readonly UnfilledProblem[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message, values } of problems) {
    const question = questions.find(({ id }) => field === answerField(id)) ?? questions.at(-1);
    if (question && field.startsWith('answers')) errors[question.id] ??= translate(message, values);
  }
  return errors;
}

export interface QuestionFieldsProps {
  questions: readonly Question[];
  /** The initial values of the fields, by question. */
  typed?: Readonly<Record<string, TypedAnswer>>;
  errors?: Readonly<Record<string, string>>;
  /** The form's kind, because the contact fields of each mark required ones differently. */
  labels?: 'form' | 'admin';
  /** True if the browser may fill in fields: only where people enter their own data. */
  autoFill?: boolean;
  /** The name of the control that has the focus at first. */
  autoFocus?: string | undefined;
}

/**
 * The questions of an event in a form, which holds the input: `typedAnswers` reads it from the form's data, and a
 * browser without scripts posts it.
 */
export function QuestionFields(props: QuestionFieldsProps) {
  const lang = useEventTextLang();
  return props.questions.map((question) => (
    <div key={question.id} lang={lang(question, 'label')} className="contents">
      <QuestionField question={question} {...props} />
    </div>
  ));
}

/** The label of a question, marked like those of the contact fields. */
function labelOf(question: Question & { archived?: boolean }, labels: 'form' | 'admin'): string {
  const { label, required, archived } = question;
  if (archived) return titleOf(question);
  if (labels === 'admin') return required ? label : `${label} (optional)`;
  return t(required ? 'visitor.required' : 'visitor.optional', { question: label });
}

const autoCompleteOf = ({ meaning }: Question) =>
  meaning ? meanings[meaning as QuestionMeaning]?.autoComplete : undefined;

function QuestionField(props: QuestionFieldsProps & { question: Question }) {
  const { question, labels = 'form', autoFill = false } = props;
  const { control } = kindOf(question);
  const name = controlName(question);
  const typed = props.typed?.[question.id] ?? { values: [], other: '' };
  const error = props.errors?.[question.id];
  const autoFocus = props.autoFocus === name;
  const choice = { question, typed, autoFocus };
  const field = {
    label: labelOf(question, labels),
    hint: question.help,
    error,
    required: question.required,
  };
  // A form in which people enter their own data has no previous answers.
  const [version = ''] = autoFill ? [] : typed.values;
  const autoComplete = (autoFill && autoCompleteOf(question)) || 'off';
  const input = { name, defaultValue: typed.values[0] ?? '', autoComplete, autoFocus };
  switch (control) {
    case 'line':
    case 'date':
      return (
        <Field {...field}>
          <Input {...input} {...(control === 'date' && { type: 'date' })} />
        </Field>
      );
    case 'number':
      return <NumberField field={field} input={input} />;
    case 'paragraph':
      return (
        <Field {...field}>
          <Textarea {...input} />
        </Field>
      );
    case 'tick':
      return (
        <Group {...field}>
          <Option
            {...choice}
            // An agreement to an earlier text stays until it is changed.
            value={version || String(question.version)}
            type="checkbox"
          >
            <span className="whitespace-pre-line">{question.text}</span>
            {version && version !== String(question.version) && (
              <span className="block text-ink-2 text-sm">
                {version === String(IMPORTED)
                  ? translate('Imported as agreed')
                  : t('visitor.agreedToVersion', { version })}
              </span>
            )}
          </Option>
        </Group>
      );
    case 'rating':
      return (
        <Group {...field}>
          <RatingScale {...choice} />
        </Group>
      );
    default:
      return control === 'one' && isLong(question) ? (
        <Field {...field}>
          <ChoiceSelect {...choice} />
        </Field>
      ) : (
        <Group {...field}>
          <ChoiceList {...choice} invalid={error !== undefined} />
        </Group>
      );
  }
}

interface NumberFieldProps {
  field: Omit<ComponentProps<typeof Field>, 'children'>;
  input: { name: string; defaultValue: string; autoComplete: string; autoFocus: boolean };
}

/** Shows how a number is understood and sent, if it could be misread. */
function NumberField({ field, input }: NumberFieldProps) {
  const [typed, setTyped] = useState(input.defaultValue);
  const language = currentLanguage();
  const read = readTypedNumber(typed, language);
  const note = read?.ambiguous && (
    <span role="status" className="block font-semibold text-ink">
      {t('visitor.readAs', { number: writeNumber(read.value, language) })}
    </span>
  );
  const hint = note ? (
    <>
      {note} {field.hint}
    </>
  ) : (
    field.hint
  );
  return (
    <Field {...field} hint={hint}>
      <Input
        {...input}
        inputMode="decimal"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Field>
  );
}

/** Several controls with one label, hint and error. */
function Group({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint: string | null;
  error: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const describedBy = classNames(error && `${id}-error`, hint ? `${id}-hint` : undefined);
  return (
    <fieldset
      aria-describedby={describedBy || undefined}
      className="group/choices flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}
