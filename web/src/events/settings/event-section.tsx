import {
  type AdminEvent,
  type EventChange,
  type EventInput,
  eventInput,
} from '@drawbridge/contract/events/events';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { changeEvent, EVENTS } from '../events/api.ts';

type EventField = keyof typeof eventInput.shape;
type EventValues = z.input<typeof eventInput>;

/** An event with its draw in local time, as the field shows it. */
export const formValues = (event: AdminEvent) => ({
  ...event,
  drawAt: event.drawClock?.replace(' ', 'T') ?? null,
});

/** The changed fields alone, so that two people editing the same event do not undo each other's changes. */
export function eventChanges(before: AdminEvent, after: Partial<EventInput>): EventChange {
  const changes: EventChange = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[field as keyof AdminEvent]),
    ),
  );
  // The draw keeps its local time when the time zone changes.
  return changes.timeZone ? { ...changes, drawAt: after.drawAt ?? before.drawAt } : changes;
}

export interface EventSectionState {
  form: UseFormReturn<EventValues, unknown, EventInput>;
  save: (after: EventInput) => void;
  pending: boolean;
  error: Error | null;
}

/** The form of some fields of an event, which are saved on their own. */
export function useEventSection(
  event: AdminEvent,
  fields: readonly EventField[],
): EventSectionState {
  const [before, setBefore] = useState(() => formValues(event));
  const [schema] = useState(
    () =>
      eventInput.pick(
        Object.fromEntries(fields.map((field) => [field, true])) as Record<EventField, true>,
      ) as unknown as typeof eventInput,
  );
  const form = useZodForm(schema, { defaultValues: before as EventValues });
  const mutation = useApiMutation({
    send: (changes: EventChange) => changeEvent(event.id, changes),
    success: { title: say('Event updated') },
    failure: say('Failed to update event'),
    changes: [EVENTS],
  });

  function save(after: EventInput) {
    const changes = eventChanges(before, after);
    if (Object.keys(changes).length === 0) return;
    mutation.mutate(changes, {
      onSuccess: (saved) => {
        setBefore(formValues(saved));
        form.reset(formValues(saved) as EventValues);
      },
    });
  }
  return { form, save, pending: mutation.isPending, error: mutation.error };
}

interface EventSectionProps extends EventSectionState {
  title: string;
  help: string;
  /** The target of links to this section. */
  id?: string;
  /** A button beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function EventSection({ form, save, pending, error, ...props }: EventSectionProps) {
  const { title, help, id, aside, children } = props;
  const changed = form.formState.isDirty;
  return (
    <Card id={id} aria-label={title} className="scroll-mt-20 p-5 md:p-6">
      <Form
        form={form}
        onSubmit={save}
        pending={pending}
        error={error}
        className="flex flex-col gap-4"
      >
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-xl">{title}</h2>
            <p className="text-pretty text-ink-2 text-sm">{help}</p>
          </div>
          {aside}
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">{children}</div>
        <Button
          type="submit"
          variant={changed ? 'primary' : 'secondary'}
          aria-disabled={!changed}
          pending={pending}
          className="md:self-end"
        >
          {pending ? say('Saving...') : say('Save')}
          <span className="sr-only"> {title}</span>
        </Button>
      </Form>
    </Card>
  );
}
