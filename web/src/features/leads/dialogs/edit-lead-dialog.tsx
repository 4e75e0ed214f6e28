import type { AdminEvent } from '@drawbridge/contract/events';
import { type AdminLead, leadChange } from '@drawbridge/contract/leads';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { leadPhoneIn } from '../../../shared/phone-rule.ts';
import { usePhoneHint } from '../../../shared/use-phone-hint.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { useUpdateLead } from '../api.ts';
import { changedDetails, leadDetails } from './lead-change.ts';
import { PersonLink } from './person-link.tsx';

interface EditLeadDialogProps {
  lead: AdminLead;
  events: readonly AdminEvent[];
  onClose: () => void;
}

export function EditLeadDialog({ lead, events, onClose }: EditLeadDialogProps) {
  // The lead as it was when the dialog opened, so that other people's changes are not reverted.
  const [before] = useState(lead);
  const countryOf = (chosenId = '') => events.find(({ id }) => id === chosenId)?.country;
  const form = useZodForm(
    (typed) => leadChange.extend({ phone: leadPhoneIn(countryOf(typed.eventId)).optional() }),
    {
      defaultValues: leadDetails(before),
      pick: (typed) => changedDetails(before, typed),
    },
  );
  // Registered before the inputs, because the first invalid field gets the focus.
  const { field: event } = useController({ control: form.control, name: 'eventId' });
  const phone = usePhoneHint(
    useWatch({ control: form.control, name: 'phone' }) ?? '',
    countryOf(event.value),
  );
  const updateLead = useUpdateLead(lead.id);

  return (
    <Dialog title="Edit Lead" description="Update lead information" onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={(change) => updateLead.mutate(change, { onSuccess: onClose })}
        submitLabel="Update Lead"
        pendingLabel="Updating..."
        pending={updateLead.isPending}
      >
        <Field form={form} name="eventId" label="Event" required>
          <Select
            ref={event.ref}
            value={event.value ?? ''}
            onValueChange={event.onChange}
            placeholder="Select an event"
            options={events.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field form={form} name="name" label="Full Name" required>
          <Input {...form.register('name')} autoComplete="off" />
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
        <Field
          form={form}
          name="phone"
          label="Phone Number"
          hint={phone.hint && `${phone.hint} You can still save it.`}
          required
        >
          <Input
            {...form.register('phone', { onBlur: phone.onBlur })}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <PersonLink leadId={lead.id} />
      </DialogForm>
    </Dialog>
  );
}
