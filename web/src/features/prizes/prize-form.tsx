import { prizeDetails } from '@drawbridge/contract/prizes';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFocusWhileOpen } from '../../ui/use-focus-while-open.ts';
import { useCreatePrize } from './api.ts';

interface PrizeFormProps {
  eventId: string;
  /** The position of the new prize in the list. */
  position: number;
  onClose: () => void;
}

export function PrizeForm({ eventId, position, onClose }: PrizeFormProps) {
  const form = useZodForm(prizeDetails, {
    defaultValues: { name: '', value: '', description: '' },
  });
  const createPrize = useCreatePrize();
  useFocusWhileOpen(() => form.setFocus('name'));

  return (
    <Form
      form={form}
      onSubmit={(prize) =>
        createPrize.mutate({ ...prize, eventId, position }, { onSuccess: onClose })
      }
      pending={createPrize.isPending}
      label="New prize"
      className="flex flex-col gap-4 rounded-m bg-sunk p-4 md:p-5"
    >
      <Field form={form} name="name" label="Prize Name" required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field form={form} name="value" label="Value (Optional)">
        <Input {...form.register('value')} autoComplete="off" placeholder="$50 gift card" />
      </Field>
      <Field form={form} name="description" label="Description (Optional)">
        <Textarea {...form.register('description')} />
      </Field>
      <div className="flex gap-3 max-md:*:flex-1">
        <Button type="submit" variant="primary" pending={createPrize.isPending}>
          {createPrize.isPending ? 'Saving...' : 'Save Prize'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
