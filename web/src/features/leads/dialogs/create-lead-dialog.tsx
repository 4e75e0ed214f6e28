import type { AdminEvent } from '@drawbridge/contract/events';
import { leadInput } from '@drawbridge/contract/leads';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { createLeadAttempts } from '../../../shared/lead-attempts.ts';
import { leadPhoneIn } from '../../../shared/phone-rule.ts';
import { usePhoneHint } from '../../../shared/use-phone-hint.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { useCreateLead } from '../api.ts';

interface CreateLeadDialogProps {
  events: readonly AdminEvent[];
  /** The event shown on the screen, if any. */
  eventId: string | undefined;
  onClose: () => void;
}

export function CreateLeadDialog({ events, eventId = '', onClose }: CreateLeadDialogProps) {
  const countryOf = (chosenId: string) => events.find(({ id }) => id === chosenId)?.country;
  const form = useZodForm(
    (typed: z.input<typeof leadInput>) =>
      leadInput.extend({ phone: leadPhoneIn(countryOf(typed.eventId)) }),
    { defaultValues: { eventId, name: '', phone: '', email: '' } },
  );
  // Registered before the inputs, because the first invalid field gets the focus.
  const { field: event } = useController({ control: form.control, name: 'eventId' });
  const phone = usePhoneHint(
    useWatch({ control: form.control, name: 'phone' }),
    countryOf(event.value),
  );
  const [attemptFor] = useState(createLeadAttempts);
  const createLead = useCreateLead();

  return (
    <Dialog
      title="Create Lead"
      description="Add a new lead manually to the system"
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(lead) => {
          const made = attemptFor(lead.eventId, lead.name, lead.phone, lead.email);
          createLead.mutate({ lead, made }, { onSuccess: onClose });
        }}
        submitLabel="Create Lead"
        pendingLabel="Creating..."
        pending={createLead.isPending}
      >
        <Field
          form={form}
          name="eventId"
          label="Event"
          required
          hint={events.length === 0 && 'No events available. Create an event first.'}
        >
          <Select
            ref={event.ref}
            value={event.value}
            onValueChange={event.onChange}
            placeholder="Select an event"
            options={events.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={events.length === 0}
          />
        </Field>
        {/* No autofill, because the details belong to somebody else. */}
        <Field form={form} name="name" label="Full Name" required>
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
        <Field
          form={form}
          name="phone"
          label="Phone Number"
          hint={phone.hint && `${phone.hint} You can still add it.`}
          required
        >
          <Input
            {...form.register('phone', { onBlur: phone.onBlur })}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <Field form={form} name="email" label="Email (optional)">
          <Input
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
