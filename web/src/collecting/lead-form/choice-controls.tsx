import { controlName, otherName } from '@drawbridge/contract/events/questions/answers';
import {
  kindOf,
  OTHER,
  type Question,
  type TypedAnswer,
} from '@drawbridge/contract/events/questions/kinds';
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t, translate } from '../../lib/texts/texts.ts';
import { controlClasses, Input, useFieldAria } from '../../ui/fields/field.tsx';

interface ChoiceProps {
  question: Question;
  typed: TypedAnswer;
  autoFocus: boolean;
}

interface OptionProps extends ChoiceProps {
  value: string;
  type: 'radio' | 'checkbox';
  children: ReactNode;
}

/** The values of a rating side by side. */
export function RatingScale({ question, typed, autoFocus }: ChoiceProps) {
  return (
    <div className="flex max-w-80 gap-2">
      {offeredBy(question).map(({ value, name }, index) => (
        <label key={value} className="relative flex-1">
          <input
            {...choiceInput(question, typed, value, 'radio', autoFocus && index === 0)}
            className="peer sr-only"
          />
          <span
            className={classNames(
              controlClasses,
              'flex cursor-pointer items-center justify-center px-0 font-semibold',
              'peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2',
            )}
          >
            {name}
          </span>
        </label>
      ))}
    </div>
  );
}

/** The choices, one below the other. */
export function ChoiceList({
  question,
  typed,
  autoFocus,
  invalid,
}: ChoiceProps & { invalid: boolean }) {
  const type = kindOf(question).control === 'one' ? 'radio' : 'checkbox';
  return (
    <>
      <div
        className={classNames(
          'flex flex-col gap-1.5',
          isLong(question) && '-m-1 max-h-96 overflow-y-auto p-1',
        )}
      >
        {offeredBy(question, typed.values).map(({ value, name }, index) => (
          <Option
            key={value}
            question={question}
            typed={typed}
            value={value}
            type={type}
            autoFocus={autoFocus && index === 0}
          >
            {name}
          </Option>
        ))}
      </div>
      {question.other && <OtherText question={question} typed={typed} invalid={invalid} />}
    </>
  );
}

/** The number of choices above which they are in a list that opens, or one that scrolls. */
const LISTED_MAX = 8;
export const isLong = (question: Question) => offeredBy(question).length > LISTED_MAX;

/** The offered choices, and chosen ones that are no longer offered. */
function offeredBy(question: Question, chosen: readonly string[] = []) {
  const archived = new Set(
    question.choices.flatMap(({ id, archived }) => (archived && !chosen.includes(id) ? id : [])),
  );
  const eventChoices = new Set(question.choices.map(({ id }) => id));
  return (kindOf(question).values?.(question) ?? [])
    .filter(({ value }) => !archived.has(value))
    .map(({ value, name }) => ({ value, name: eventChoices.has(value) ? name : translate(name) }));
}

const choiceInput = (
  question: Question,
  typed: TypedAnswer,
  value: string,
  type: 'radio' | 'checkbox',
  autoFocus: boolean,
) => ({
  type,
  autoFocus,
  name: controlName(question),
  value,
  defaultChecked: typed.values.includes(value),
  ...(type === 'radio' && !question.required && { onClick: toggleRadio }),
});

/** Deselects a radio button that is pressed again, because the question needs no answer. */
function toggleRadio({ currentTarget: input }: MouseEvent<HTMLInputElement>): void {
  const wasChosen = input.dataset.chosen ?? (input.defaultChecked ? 'yes' : 'no');
  const group = input.form?.elements.namedItem(input.name);
  const radios = group instanceof RadioNodeList ? [...group] : [];
  for (const radio of radios) if (radio instanceof HTMLInputElement) radio.dataset.chosen = 'no';
  input.dataset.chosen = wasChosen === 'yes' ? 'no' : 'yes';
  if (wasChosen === 'no') return;
  input.checked = false;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

export function Option({ question, typed, value, type, autoFocus, children }: OptionProps) {
  return (
    <label className="flex min-h-11 shrink-0 cursor-pointer items-center gap-3 rounded-m border border-edge bg-card px-3.5 py-2 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        {...choiceInput(question, typed, value, type, autoFocus)}
        data-other={value === OTHER || undefined}
        className="size-5 shrink-0 accent-accent"
      />
      <span dir="auto" className="min-w-0 break-words">
        {children}
      </span>
    </label>
  );
}

/** A text field for an answer that is not among the choices, shown only while that option is chosen. */
function OtherText({
  question,
  typed,
  invalid,
}: Omit<ChoiceProps, 'autoFocus'> & { invalid?: boolean }) {
  return (
    <Input
      // The id of the field belongs to the list.
      id={undefined}
      name={otherName(question)}
      defaultValue={typed.other}
      aria-label={t('visitor.otherTo', { question: question.label })}
      placeholder={t('visitor.whatIsIt')}
      {...(invalid && { 'aria-invalid': true })}
      autoComplete="off"
      className="hidden group-has-[[data-other]:checked]/choices:block"
    />
  );
}

export function ChoiceSelect({ question, typed, autoFocus }: ChoiceProps) {
  const attributes = { ...useFieldAria(), autoFocus };
  return (
    <div className="group/choices flex flex-col gap-1.5">
      <select
        {...attributes}
        name={controlName(question)}
        defaultValue={typed.values[0] ?? ''}
        className={controlClasses}
      >
        <option value="">{t('visitor.chooseOne')}</option>
        {offeredBy(question, typed.values).map(({ value, name }) => (
          <option key={value} value={value} data-other={value === OTHER || undefined}>
            {name}
          </option>
        ))}
      </select>
      {question.other && <OtherText question={question} typed={typed} />}
    </div>
  );
}
