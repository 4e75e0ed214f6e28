import { contactValues, emptyContact } from '@drawbridge/contract/contact';
import type { AdminEvent } from '@drawbridge/contract/events';
import { leadInput } from '@drawbridge/contract/leads';
import { useState } from 'react';
import type { z } from 'zod';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { createLeadAttempts } from '../../../shared/lead-attempts.ts';
import { leadPhoneIn } from '../../../shared/phone-rule.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { useCreateLead } from '../api.ts';
import { AdminLeadFields, countryOf } from './admin-lead-fields.tsx';

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
          const made = attemptFor(lead.eventId, ...contactValues(lead));
          createLead.mutate({ lead, made }, { onSuccess: onClose });
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
