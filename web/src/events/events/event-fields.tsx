import type { eventInput } from '@drawbridge/contract/events/events';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';

/** The form for creating and editing an event, for its fields. */
export const useEventForm = () => useFormContext<z.input<typeof eventInput>>();

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
