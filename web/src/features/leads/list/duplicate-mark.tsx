import { ENTRIES_PER_PHONE } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { Copy } from 'lucide-react';
import { LeadMark } from './lead-mark.tsx';

interface DuplicateMarkProps {
  lead: AdminLead;
  /** Also shows how often the number was entered, if nothing else does. */
  withCount?: boolean;
  onShow: () => void;
}

/** Marks a person with several leads; pressing it shows all of them. */
export function DuplicateMark({ lead, withCount = false, onShow }: DuplicateMarkProps) {
  if (lead.entries > ENTRIES_PER_PHONE) {
    return (
      <LeadMark
        icon={Copy}
        text={withCount ? `${lead.entries}×` : undefined}
        label={`Entered ${lead.entries} times: show the leads with the phone number of ${lead.name}`}
        tip={`This phone number was entered ${lead.entries} times. Press to see all of them.`}
        onPress={onShow}
      />
    );
  }
  if (!lead.duplicateOf) return null;
  return (
    <LeadMark
      icon={Copy}
      label={`Duplicate: show the leads with the contact details of ${lead.name}`}
      tip="Same phone number or e-mail as an earlier lead of this event. Press to see them together."
      onPress={onShow}
    />
  );
}
