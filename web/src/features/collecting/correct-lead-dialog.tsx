import { toTyped } from '@drawbridge/contract/contact';
import type { OwnLead, OwnLeadChange } from '@drawbridge/contract/leads';
import { useState } from 'react';
import { changedFields } from '../../lib/changed-fields.ts';
import { useCheckedForm } from '../../lib/use-checked-form.ts';
import { LeadFields } from '../../shared/lead-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useCorrectLead } from './api.ts';
import { checkLead, type TypedLead } from './lead-rules.ts';

interface CorrectLeadDialogProps {
  lead: OwnLead;
  country: string;
  onTakeBack: () => void;
  onClose: () => void;
}

export function CorrectLeadDialog({ lead, country, onTakeBack, onClose }: CorrectLeadDialogProps) {
  const [before] = useState(() => toTyped(lead));
  const form = useCheckedForm<TypedLead, OwnLeadChange>({
    // A stored number has no punctuation and may be shorter than the form's minimum.
    resolver: checkLead(country, (typed) => changedFields(before, typed)),
    defaultValues: before,
  });
  const correctLead = useCorrectLead();

  return (
    <Dialog
      title="Correct Lead"
      description="Possible until the team has verified it"
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(change) =>
          correctLead.mutate({ id: lead.id, change }, { onSuccess: () => onClose() })
        }
        submitLabel="Update Lead"
        pendingLabel="Updating..."
        pending={correctLead.isPending}
      >
        <LeadFields
          form={form}
          labels="form"
          country={country}
          stillPossible="You can still save it."
        />
        <Button variant="danger" onClick={onTakeBack} className="self-start">
          Take Lead Back
        </Button>
      </DialogForm>
    </Dialog>
  );
}
