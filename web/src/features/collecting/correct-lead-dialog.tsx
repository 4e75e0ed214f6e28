import { type OwnLead, type OwnLeadChange, ownLeadChange } from '@drawbridge/contract/leads';
import { useState } from 'react';
import type { z } from 'zod';
import { changedFields } from '../../lib/changed-fields.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { LeadFields, type TypedLead } from '../../shared/lead-fields.tsx';
import { leadPhoneIn } from '../../shared/phone-rule.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useCorrectLead } from './api.ts';
import { volunteerLabels } from './volunteer-labels.ts';

interface CorrectLeadDialogProps {
  lead: OwnLead;
  country: string;
  onTakeBack: () => void;
  onClose: () => void;
}

export function CorrectLeadDialog({ lead, country, onTakeBack, onClose }: CorrectLeadDialogProps) {
  const [before] = useState({ name: lead.name, phone: lead.phone, email: lead.email ?? '' });
  const form = useZodForm<TypedLead, OwnLeadChange>(
    () =>
      ownLeadChange.extend({ phone: leadPhoneIn(country).optional() }) as z.ZodType<
        OwnLeadChange,
        TypedLead
      >,
    // A stored number has no punctuation and may be shorter than the form's minimum.
    { defaultValues: before, pick: (typed) => changedFields<TypedLead>(before, typed) },
  );
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
          labels={volunteerLabels}
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
