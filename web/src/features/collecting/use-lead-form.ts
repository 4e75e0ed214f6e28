import {
  contactFields,
  emptyContact,
  type LeadContact,
  toTyped,
} from '@drawbridge/contract/contact';
import type { PublicEvent } from '@drawbridge/contract/events';
import { useEffect, useRef, useState } from 'react';
import { useCheckedForm } from '../../lib/use-checked-form.ts';
import { createLeadAttempts } from '../../shared/lead-attempts.ts';
import type { Badge } from './badge/read-badge.ts';
import { keepDraft, keptDraft } from './lead-draft.ts';
import { checkLead, type TypedLead } from './lead-rules.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';

const blank = { ...emptyContact, marketing: false };

/** The form for one attendee after the other; it starts with the unsent draft of this event, if any. */
export function useLeadForm({ id: eventId, country }: PublicEvent) {
  const [draft] = useState(() => {
    const known = keptDraft();
    return known?.eventId === eventId ? known : undefined;
  });
  const form = useCheckedForm<TypedLead, LeadContact>({
    resolver: checkLead(country),
    defaultValues: draft?.fields ?? blank,
  });
  const attemptFor = useRef(draft?.attemptFor ?? createLeadAttempts());
  const lastBadge = useRef<Badge>({});

  useEffect(() => {
    // Save at once, so that the input moves to another event when one is chosen.
    const keep = () =>
      keepDraft({
        eventId,
        fields: { ...blank, ...form.getValues() },
        attemptFor: attemptFor.current,
      });
    keep();
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, eventId]);

  return {
    form,
    attemptFor: (...contents: (string | null)[]) => attemptFor.current(eventId, ...contents),
    clear: () => {
      // New attempts for the next attendee, who may have the same details.
      attemptFor.current = createLeadAttempts();
      lastBadge.current = {};
      // In this order, because a reset form registers its fields only in the next render.
      form.setFocus('name');
      form.reset(blank);
    },
    /**
     * Puts what a badge says into the form; nothing is added before the button is pressed. What somebody
     * has typed stays, but not what another person's badge said before.
     */
    fill: (badge: Badge) => {
      for (const field of contactFields) {
        const before = form.getValues(field);
        const kept = before === lastBadge.current[field] ? '' : before;
        form.setValue(field, badge[field] ?? kept, { shouldDirty: true });
      }
      lastBadge.current = badge;
      const missing = contactFields.find((field) => !form.getValues(field));
      if (missing) form.setFocus(missing);
    },
    /** Fills the form again with a lead that was taken back, unless the next one is being typed. */
    restore: (lead: OutboxLead) => {
      if (Object.values(form.getValues()).some(Boolean)) return;
      form.reset({ ...toTyped(lead), marketing: lead.marketing ?? false });
      form.setFocus('name');
    },
  };
}
