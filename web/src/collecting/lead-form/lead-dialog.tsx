import { toTypedAnswers } from '@drawbridge/contract/events/questions/answers';
import type { Answers, Question } from '@drawbridge/contract/events/questions/kinds';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { currentLanguage } from '../../lib/texts/texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { QuestionFields } from './question-fields.tsx';
import { type AnswerChange, answerChange, useAnswers } from './use-answers.tsx';

interface LeadDialogProps<Input extends FieldValues, Output extends FieldValues>
  extends Omit<ComponentProps<typeof FormDialog<Input, Output>>, 'onSubmit' | 'children'> {
  /** The event; with another one, the question fields are created again. */
  eventId: string | undefined;
  questions: readonly Question[];
  /** The lead's answers before the change. */
  answers?: AnswerChange;
  /** The role that answers; administrators may answer for everybody. */
  by: 'volunteers' | 'administrators';
  /** True if required questions must be answered. */
  required?: boolean;
  /** Called with the input and, if they have changed, the answers. */
  onSubmit: (typed: Output, changed: { answers?: AnswerChange }, given: Answers) => unknown;
  /** The fields above the questions, and the content below them. */
  children?: ReactNode;
  below?: ReactNode;
}

export function LeadDialog<Input extends FieldValues, Output extends FieldValues>({
  eventId,
  questions,
  answers = {},
  by,
  required = false,
  onSubmit,
  children,
  below,
  ...dialog
}: LeadDialogProps<Input, Output>) {
  // The answers as they were when the dialog opened.
  const [before] = useState(answers);
  const audience = by === 'volunteers' ? by : 'both';
  const { box, errors, read } = useAnswers(questions, { audience, required });

  return (
    <FormDialog
      {...dialog}
      onSubmit={(typed) => {
        const answered = read();
        if (!answered) return undefined;
        const changes = answerChange(questions, before, answered);
        return onSubmit(
          typed,
          Object.keys(changes).length > 0 ? { answers: changes } : {},
          answered,
        );
      }}
    >
      {children}
      {questions.length > 0 && (
        <div
          {...box}
          key={eventId}
          className={by === 'volunteers' ? 'contents' : 'flex flex-col gap-5 border-t pt-5'}
        >
          <QuestionFields
            labels={by === 'volunteers' ? 'form' : 'admin'}
            questions={questions}
            typed={toTypedAnswers(questions, before, currentLanguage())}
            errors={errors}
          />
        </div>
      )}
      {below}
    </FormDialog>
  );
}
