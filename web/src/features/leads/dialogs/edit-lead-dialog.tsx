import { listedFields } from '@drawbridge/contract/contact';
import type { AdminEvent } from '@drawbridge/contract/events';
import { type AdminLead, leadChange } from '@drawbridge/contract/leads';
import { useState } from 'react';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { leadPhoneIn } from '../../../shared/phone-rule.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { useUpdateLead } from '../api.ts';
import { AdminLeadFields, countryOf } from './admin-lead-fields.tsx';
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
