import { leadContact } from '@drawbridge/contract/leads';
import { useEffect, useRef, useState } from 'react';
import { createLeadIds } from '../../lib/lead-ids.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { keepDraft, keptDraft } from './lead-draft.ts';

const blank = { name: '', phone: '', email: '' };

/** The form for one attendee after the other; it begins with what was typed for this event and not sent. */
export function useLeadForm(eventId: string) {
  const [draft] = useState(() => {
    const known = keptDraft();
    return known?.eventId === eventId ? known : undefined;
  });
  const form = useZodForm(leadContact, { defaultValues: draft?.fields ?? blank });
  const idOf = useRef(draft?.idOf ?? createLeadIds());

  useEffect(() => {
    // At once, too: who chooses another event takes along what is typed.
    const keep = () =>
      keepDraft({ eventId, fields: { ...blank, ...form.getValues() }, idOf: idOf.current });
    keep();
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, eventId]);

  return {
    form,
    idOf: (...contents: (string | null)[]) => idOf.current(eventId, ...contents),
    clear: () => {
      // New ones for the next attendee, who may well be called the same.
      idOf.current = createLeadIds();
      // In this order: a form that was reset knows its fields only after the next rendering.
      form.setFocus('name');
      form.reset(blank);
    },
  };
}
