import type { HeldLead } from '@drawbridge/contract/people';
import { countOf } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEraseLeads } from './api.ts';

interface EraseDialogProps {
  leads: readonly HeldLead[];
  onClose: () => void;
}

export function EraseDialog({ leads, onClose }: EraseDialogProps) {
  const eraseLeads = useEraseLeads();
  const won = leads.some(({ draws }) => draws.some((draw) => draw.won));
  const one = leads.length === 1;

  return (
    <ConfirmDialog
      destructive
      title={one ? 'Erase this lead?' : `Erase ${countOf(leads.length, 'lead')}?`}
      description={`The name, phone number and e-mail of ${one ? 'this lead' : 'these leads'} are erased for good. Nobody can restore them: this action cannot be undone.`}
      details={
        <div className="mt-3 flex flex-col gap-3">
          <ul className="max-h-40 overflow-y-auto border-edge border-l-2 pl-3 text-sm">
            {leads.map(({ id, name, event }) => (
              <li key={id} className="break-words">
                {name} · {event.name}
              </li>
            ))}
          </ul>
          {won && (
            <p className="text-ink-2">
              This person has won. The public record will show “Erased” instead of the name, and the
              draw can still be checked.
            </p>
          )}
        </div>
      }
      confirmLabel="Erase"
      pending={eraseLeads.isPending}
      onConfirm={() =>
        eraseLeads.mutate(
          leads.map(({ id }) => id),
          { onSettled: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
