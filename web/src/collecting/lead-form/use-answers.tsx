import type {
  Answer,
  Answers,
  Audience,
  Question,
} from '@drawbridge/contract/events/questions/kinds';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { readAnswers } from './question-fields.tsx';

/** The questions among the other fields of a form, inside an element with the attributes `box`. */
export function useAnswers(
  questions: readonly Question[],
  options: { audience: Audience; required?: boolean },
) {
  const box = useRef<HTMLDivElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [changed, setChanged] = useState(false);
  useUnsavedChanges(changed);

  function check() {
    const form = box.current?.closest('form');
    const read = readAnswers(questions, new FormData(form ?? undefined), options);
    flushSync(() => setErrors(read.errors));
    return read;
  }

  /** Returns the answers; if they have problems, shows these and returns undefined. */
  function read(): Answers | undefined {
    const { answers, errors: found } = check();
    const [wrong] = Object.keys(found);
    if (!wrong) return answers;
    const field = box.current?.querySelector<HTMLElement>(`[name="answer.${wrong}"]`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
    return undefined;
  }

  return {
    errors,
    box: {
      ref: box,
      className: 'contents',
      onInput: () => {
        setChanged(true);
        // Errors appear only after the first submit; from then on they update with every key.
        if (Object.keys(errors).length > 0) check();
      },
    },
    check,
    read,
    /** Checks a form that sends nothing, and shows its problems as the real one does. */
    checkOnly(submit: FormEvent): void {
      submit.preventDefault();
      read();
    },
  };
}

/** Changed answers; null removes one. */
export type AnswerChange = Record<string, Answer | null>;

/** The answers that a form with these questions changes; answers to other questions stay as they are. */
export function answerChange(
  questions: readonly Question[],
  before: Readonly<AnswerChange>,
  now: Answers,
): AnswerChange {
  const pairs = questions.map(({ id }) => [id, before[id] ?? null, now[id] ?? null] as const);
  const changed = pairs.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is));
  return Object.fromEntries(changed.map(([id, , is]) => [id, is]));
}
