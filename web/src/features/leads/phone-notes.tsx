import { type AdminLead, ENTRIES_PER_PHONE } from '@drawbridge/contract/leads';
import { Copy, type LucideIcon, PhoneOff } from 'lucide-react';

/** What the organiser should know about a lead's phone number, in words. */
export function PhoneNotes({ lead }: { lead: AdminLead }) {
  return (
    <>
      {lead.phoneE164 === null && <Note icon={PhoneOff} text="not a valid number" />}
      {lead.entries > ENTRIES_PER_PHONE && (
        <Note icon={Copy} text={`entered ${lead.entries} times`} />
      )}
    </>
  );
}

function Note({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1 whitespace-nowrap text-ink-2 text-xs">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {text}
    </span>
  );
}
