import type { AdminEvent } from '@drawbridge/contract/events/events';
import { CHANCES_MAX } from '@drawbridge/contract/fair-draw/draws';
import { changeEvent, EVENTS } from '../../events/events/api.ts';
import { useSaveQuestions } from '../../events/questions/api.ts';
import { newId } from '../../lib/device/storage.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import type { StepProps } from './use-import.ts';

const KEEP = 'unused';
const NEW_QUESTION = 'new-question';

interface UseAsProps extends Pick<StepProps, 'importing'> {
  heading: string;
  /** The fields and questions that have no column yet. */
  options: readonly { key: string; label: string }[];
  onUse: (key: string) => void;
}

/** 'Use as…': a field, a question, or a new question for a column that nothing uses. */
export function UseAs({ importing: { event }, heading, options, onUse }: UseAsProps) {
  const saveQuestions = useSaveQuestions(event?.id ?? '');

  /** A new text question with the column's heading. */
  function ask() {
    if (!event) return;
    const id = newId();
    const questions = event.questions.filter(({ archived }) => !archived);
    const question = { id, kind: 'text' as const, label: heading, askedOf: 'volunteers' as const };
    saveQuestions.mutate(
      { version: event.questionsVersion, questions: [...questions, question] },
      { onSuccess: () => onUse(id) },
    );
  }

  return (
    <Select
      label={say('Use {heading} as', { heading })}
      value={KEEP}
      onValueChange={(chosen) =>
        chosen === NEW_QUESTION ? ask() : chosen !== KEEP && onUse(chosen)
      }
      options={[
        { value: KEEP, label: say('Use as…') },
        ...options.map(({ key, label }) => ({ value: key, label })),
        ...(event ? [{ value: NEW_QUESTION, label: say('A new question for volunteers') }] : []),
      ]}
      className="w-64 max-w-full"
    />
  );
}

interface AllowChancesProps {
  event: AdminEvent | undefined;
  /** The column of the file with chances, and its first rows. */
  column: number;
  rows: readonly (readonly string[])[];
}

const USUAL = 5;

/** Offers to allow more than one chance where the file has chances and the event gives everybody one. */
export function AllowChances({ event, column, rows }: AllowChancesProps) {
  const highest = Math.max(USUAL, ...rows.map((row) => Number(row[column]) || 0));
  const limit = Math.min(CHANCES_MAX, highest);
  const allow = useApiMutation({
    send: () => changeEvent(event?.id ?? '', { maxChances: limit }),
    success: {
      title: say('Event updated'),
      description: say('Up to {limit} chances per person', { limit }),
    },
    failure: say('Failed to update event'),
    changes: [EVENTS],
  });
  if (!event) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-m bg-wait-soft px-4 py-3 text-wait"
    >
      <p>{say('This event gives everybody one chance. Allow up to {limit}?', { limit })}</p>
      <Button size="small" pending={allow.isPending} onClick={() => allow.mutate()}>
        {say('Allow up to {limit}', { limit })}
      </Button>
    </div>
  );
}
