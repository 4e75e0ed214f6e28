import { voidInput } from '@drawbridge/contract/draws';
import { useVoidDraw } from '../api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface VoidDialogProps {
  eventId: string;
  onClose: () => void;
}

export function VoidDialog({ eventId, onClose }: VoidDialogProps) {
  const voidDraw = useVoidDraw(eventId);

  return (
    <ReasonDialog
      title="Void this draw"
      description="It will not be drawn. Its number, its secret and your reason stay in the public record."
      input={voidInput}
      submitLabel="Void Draw"
      pendingLabel="Voiding..."
      pending={voidDraw.isPending}
      onSubmit={(reason) => voidDraw.mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
