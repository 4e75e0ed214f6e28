import type { OwnLead } from '@drawbridge/contract/leads';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTakeLeadBack } from './api.ts';

export function TakeBackDialog({ lead, onClose }: { lead: OwnLead; onClose: () => void }) {
  const takeBack = useTakeLeadBack();

  return (
    <ConfirmDialog
      title={`Take back ${lead.name}?`}
      description="The lead is deleted and will not be in the raffle. This action cannot be undone."
      confirmLabel="Take Back"
      destructive
      pending={takeBack.isPending}
      onConfirm={() => takeBack.mutate(lead.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
