import { type LeadContact, toTyped } from '@drawbridge/contract/contact';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { LeadFields } from '../../../shared/lead-fields.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { checkLead, type TypedLead } from '../lead-rules.ts';
import { editLead } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';

interface EditUnsentDialogProps {
  lead: OutboxLead;
  country: string | undefined;
  onClose: () => void;
}

/** Corrects a lead that is still on this device; it is sent again at once. */
export function EditUnsentDialog({ lead, country, onClose }: EditUnsentDialogProps) {
  const form = useCheckedForm<TypedLead, LeadContact>({
    resolver: checkLead(country),
    defaultValues: toTyped(lead),
  });

  return (
    <Dialog title="Edit Lead" description="It is sent again with these details" onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={(contact) => editLead(lead.id, contact).then((saved) => saved && onClose())}
        submitLabel="Send Again"
        pendingLabel="Sending..."
        pending={form.formState.isSubmitting}
      >
        <LeadFields
          form={form}
          labels="form"
          country={country}
          stillPossible="You can still send it."
        />
      </DialogForm>
    </Dialog>
  );
}
