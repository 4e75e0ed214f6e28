import { PASSWORD_MIN } from '@drawbridge/contract/auth';
import type { eventVolunteerForm } from '@drawbridge/contract/volunteers';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

type Account = z.infer<typeof eventVolunteerForm>;

interface EventVolunteerFormProps {
  form: UseFormReturn<Account, unknown, Account>;
  pending: boolean;
  onSubmit: (account: Account) => void;
}

export function EventVolunteerForm({ form, pending, onSubmit }: EventVolunteerFormProps) {
  return (
    <Form form={form} onSubmit={onSubmit} pending={pending} className="flex flex-col gap-4">
      <Field form={form} name="name" label="Full Name" required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field form={form} name="username" label="Username / Email" required>
        <Input
          {...form.register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field form={form} name="password" label="Password" required>
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          placeholder={`Min. ${PASSWORD_MIN} characters`}
        />
      </Field>
      <Button type="submit" variant="primary" className="md:self-start" pending={pending}>
        {pending ? 'Creating...' : 'Create Volunteer Account'}
      </Button>
    </Form>
  );
}
