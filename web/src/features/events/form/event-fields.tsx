import { type EventStatus, type eventInput, eventStatuses } from '@drawbridge/contract/events';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { ControlledField } from '../../../ui/controlled-field.tsx';
import { SchemaField } from '../../../ui/schema-field.tsx';
import { Select } from '../../../ui/select.tsx';

const statusLabels: Record<EventStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

/** The form for creating and editing an event, for its fields. */
export const useEventForm = () => useFormContext<z.input<typeof eventInput>>();

export function BasicFields() {
  return (
    <FormSection title="Basic Information">
      <SchemaField name="name" className="md:col-span-2" />
      <SchemaField name="date" />
      <ControlledField name="status" label="Status" required>
        {(control) => (
          <Select
            {...control}
            options={eventStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          />
        )}
      </ControlledField>
      <SchemaField name="location" className="md:col-span-2" />
    </FormSection>
  );
}

interface FormSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="border-t pt-5 first:border-t-0 first:pt-0">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {hint && <p className="text-ink-2 text-sm">{hint}</p>}
      <div className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-2">{children}</div>
    </section>
  );
}
