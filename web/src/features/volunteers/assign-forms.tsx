import { PASSWORD_MIN } from '@drawbridge/contract/accounts/auth';
import type {
  AssignmentInput,
  assignmentInput,
  eventVolunteerForm,
  Volunteer,
} from '@drawbridge/contract/volunteers';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { ControlledField } from '../../ui/controlled-field.tsx';
import { Field, Input, PasswordInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { useAssignToEvent } from './api.ts';

interface AssignExistingFormProps {
  form: UseFormReturn<z.input<typeof assignmentInput>, unknown, AssignmentInput>;
  volunteers: Volunteer[];
  assignedIds: ReadonlySet<string>;
}

export function AssignExistingForm({ form, volunteers, assignedIds }: AssignExistingFormProps) {
  const assignToEvent = useAssignToEvent();

  if (volunteers.length === 0) {
    return (
      <p className="rounded-m bg-sunk p-4 text-ink-2 text-sm">
        No volunteers yet. Use the "Create New" tab to make an account.
      </p>
    );
  }
  return (
    <Form
      form={form}
      onSubmit={(assignment) => assignToEvent.mutate(assignment, { onSuccess: () => form.reset() })}
      pending={assignToEvent.isPending}
      className="flex flex-col gap-4"
    >
      <ControlledField form={form} name="volunteerId" label="Volunteer" required>
        {(control) => (
          <Select
            {...control}
            value={control.value ?? ''}
            placeholder="Select a volunteer"
            options={volunteers.map(({ id, username }) => ({
              value: id,
              label: assignedIds.has(id) ? `${username} (Already assigned)` : username,
              disabled: assignedIds.has(id),
            }))}
          />
        )}
      </ControlledField>
      <Button
        type="submit"
        variant="primary"
        className="md:self-start"
        pending={assignToEvent.isPending}
      >
        {assignToEvent.isPending ? 'Assigning...' : 'Assign to Event'}
      </Button>
    </Form>
  );
}

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
