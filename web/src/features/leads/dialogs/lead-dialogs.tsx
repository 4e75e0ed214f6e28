import {
  type ContactField,
  contactValues,
  emptyContact,
  listedFields,
} from '@drawbridge/contract/contact';
import type { AdminEvent } from '@drawbridge/contract/events';
import { type AdminLead, leadChange, leadInput } from '@drawbridge/contract/leads';
import { useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import type { z } from 'zod';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { createLeadAttempts } from '../../../shared/lead-attempts.ts';
import { LeadFields } from '../../../shared/lead-fields.tsx';
import { leadPhoneIn } from '../../../shared/phone-rule.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useCreateLead, useUpdateLead } from '../api.ts';
import { changedDetails, type LeadChangeInput, leadDetails } from './lead-change.ts';
import { PersonLink } from './person-link.tsx';

interface CreateLeadDialogProps {
  events: readonly AdminEvent[];
  /** The event shown on the screen, if any. */
  eventId: string | undefined;
  onClose: () => void;
}

export function CreateLeadDialog({ events, eventId = '', onClose }: CreateLeadDialogProps) {
  const form = useZodForm(
    (typed: z.input<typeof leadInput>) =>
      leadInput.extend({ phone: leadPhoneIn(countryOf(events, typed.eventId)) }),
    { defaultValues: { eventId, ...emptyContact } },
  );
  const [attemptFor] = useState(() => createLeadAttempts());
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
          const attempt = attemptFor(lead.eventId, ...contactValues(lead));
          createLead.mutate({ lead, attempt }, { onSuccess: onClose });
        }}
        submitLabel="Create Lead"
        pendingLabel="Creating..."
        pending={createLead.isPending}
      >
        <AdminLeadFields form={form} events={events} stillPossible="You can still add it." />
      </DialogForm>
    </Dialog>
  );
}

interface EditLeadDialogProps {
  lead: AdminLead;
  events: readonly AdminEvent[];
  onClose: () => void;
}

export function EditLeadDialog({ lead, events, onClose }: EditLeadDialogProps) {
  // The lead as it was when the dialog opened, so that other people's changes are not reverted.
  const [before] = useState(lead);
  const form = useZodForm(
    (typed) =>
      leadChange.extend({ phone: leadPhoneIn(countryOf(events, typed.eventId)).optional() }),
    {
      defaultValues: leadDetails(before),
      pick: (typed) => changedDetails(before, typed),
    },
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
        <AdminLeadFields
          order={listedFields}
          form={form}
          events={events}
          stillPossible="You can still save it."
        />
        <PersonLink leadId={lead.id} />
      </DialogForm>
    </Dialog>
  );
}

interface AdminLeadFieldsProps<Typed extends LeadChangeInput, Output> {
  form: UseFormReturn<Typed, unknown, Output>;
  events: readonly AdminEvent[];
  stillPossible: string;
  order?: readonly ContactField[];
}

/** The fields of the administrators' forms: the event and the person. */
function AdminLeadFields<Typed extends LeadChangeInput, Output>({
  form: given,
  events,
  ...others
}: AdminLeadFieldsProps<Typed, Output>) {
  // The form may require what is optional here.
  const form = given as unknown as UseFormReturn<LeadChangeInput>;
  // Registered before the inputs, because the first invalid field gets the focus.
  const { field: event } = useController({ control: form.control, name: 'eventId' });

  return (
    <>
      <Field
        form={form}
        name="eventId"
        label="Event"
        required
        hint={events.length === 0 && 'No events available. Create an event first.'}
      >
        <Select
          ref={event.ref}
          value={event.value ?? ''}
          onValueChange={event.onChange}
          placeholder="Select an event"
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={events.length === 0}
        />
      </Field>
      <LeadFields form={form} country={countryOf(events, event.value)} labels="admin" {...others} />
    </>
  );
}

function countryOf(events: readonly AdminEvent[], eventId: string | undefined) {
  return events.find(({ id }) => id === eventId)?.country;
}
