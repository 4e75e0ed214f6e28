import { ENTRIES_PER_PHONE } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { Copy, PhoneOff } from 'lucide-react';

const noteClasses = 'flex shrink-0 items-center gap-1 whitespace-nowrap text-ink-2 text-xs';
const iconClasses = 'size-3.5 shrink-0';

/** Notes for the organiser about a lead's phone number. */
export function PhoneNotes({ lead }: { lead: AdminLead }) {
  const invalid = lead.phoneE164 === null;
  const often = lead.entries > ENTRIES_PER_PHONE;

  return (
    <>
      {invalid && (
        <span className={noteClasses}>
          <PhoneOff aria-hidden className={iconClasses} />
          not a valid number
        </span>
      )}
      {often && (
        <span className={noteClasses}>
          <Copy aria-hidden className={iconClasses} />
          {/* There is not enough space for both texts. */}
          {invalid && <span aria-hidden>{lead.entries}×</span>}
          <span className={invalid ? 'sr-only' : undefined}>entered {lead.entries} times</span>
        </span>
      )}
    </>
  );
}
