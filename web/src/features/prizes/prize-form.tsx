import { type Prize, prizeDetails } from '@drawbridge/contract/prizes';
import type { z } from 'zod';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFocusWhileOpen } from '../../ui/use-focus-while-open.ts';

interface PrizeFormProps {
  /** The prize that is edited; a new one without it. */
  prize?: Prize;
  pending: boolean;
  onSave: (details: z.infer<typeof prizeDetails>) => void;
  onClose: () => void;
}

export function PrizeForm({ prize, pending, onSave, onClose }: PrizeFormProps) {
  const form = useZodForm(prizeDetails, {
    defaultValues: {
      name: prize?.name ?? '',
      value: prize?.value ?? '',
      description: prize?.description ?? '',
    },
  });
  useFocusWhileOpen(() => form.setFocus('name'));

  return (
    <Form
      form={form}
      onSubmit={onSave}
      pending={pending}
      label={prize ? `Edit ${prize.name}` : 'New prize'}
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
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Saving...' : 'Save Prize'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
