import { voidInput } from '@drawbridge/contract/draws';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useVoidDraw } from './api.ts';

interface VoidDialogProps {
  eventId: string;
  onClose: () => void;
}

export function VoidDialog({ eventId, onClose }: VoidDialogProps) {
  const form = useZodForm(voidInput, { defaultValues: { reason: '' } });
  const voidDraw = useVoidDraw(eventId);

  return (
    <Dialog
      title="Void this draw"
      description="It will not be drawn. Its number, its secret and your reason stay in the public record."
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(input) => voidDraw.mutate(input, { onSuccess: onClose })}
        submitLabel="Void Draw"
        pendingLabel="Voiding..."
        pending={voidDraw.isPending}
      >
        <Field form={form} name="reason" label="Reason" required>
          <Input {...form.register('reason')} autoComplete="off" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
