import { emptyContact } from '@drawbridge/contract/collecting/contact';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Question } from '@drawbridge/contract/events/questions/kinds';
import { say } from '../../lib/texts/say.ts';
import { useCheckedForm } from '../../lib/use-zod-form.ts';
import { useAnswers } from './use-answers.tsx';
import { type TypedLead, VolunteerForm } from './volunteer-form.tsx';

interface VolunteerPreviewProps {
  event: AdminEvent;
  questions: readonly Question[];
}

export function VolunteerPreview({ event, questions }: VolunteerPreviewProps) {
  const answers = useAnswers(questions, { audience: 'volunteers' });
  const form = useCheckedForm<TypedLead, TypedLead>({ defaultValues: emptyContact });
  return (
    <div className="p-4">
      <VolunteerForm
        aria-label={say('The form for volunteers')}
        event={event}
        questions={questions}
        form={form}
        answers={answers}
        onSubmit={answers.checkOnly}
      />
    </div>
  );
}
