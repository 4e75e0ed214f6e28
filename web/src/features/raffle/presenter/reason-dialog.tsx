import type { forfeitInput, voidInput } from '@drawbridge/contract/draws';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  input: typeof forfeitInput | typeof voidInput;
  suggestion: string;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason of a void or forfeit, which becomes part of the public record. */
export function ReasonDialog(props: ReasonDialogProps) {
  const form = useZodForm(props.input, { defaultValues: { reason: props.suggestion } });

  return (
    <Dialog title={props.title} description={props.description} compact onClose={props.onClose}>
      <DialogForm
        form={form}
        onSubmit={({ reason }) => props.onSubmit(reason)}
        submitLabel={props.submitLabel}
        pendingLabel={props.pendingLabel}
        pending={props.pending}
      >
        <Field form={form} name="reason" label="Reason" required>
          <Input {...form.register('reason')} autoComplete="off" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
