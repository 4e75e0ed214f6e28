import { emailChange } from '@drawbridge/contract/accounts/accounts';
import { PASSWORD_MIN } from '@drawbridge/contract/accounts/auth';
import type { AdminEvent } from '@drawbridge/contract/events';
import { type Volunteer, volunteerForm } from '@drawbridge/contract/volunteers';
import { useState } from 'react';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EmailField, NameFields } from '../accounts/account-fields.tsx';
import { useCreateVolunteer, useUpdateVolunteer } from './api.ts';
import { EventChoice } from './assignments-dialog.tsx';

interface AddVolunteerDialogProps {
  events: AdminEvent[];
  onClose: () => void;
}

export function AddVolunteerDialog({ events, onClose }: AddVolunteerDialogProps) {
  const form = useZodForm(volunteerForm, {
    defaultValues: { fullName: '', username: '', password: '' },
  });
  const [eventIds, setEventIds] = useState<string[]>([]);
  const createVolunteer = useCreateVolunteer();

  return (
    <FormDialog
      title="Add Volunteer"
      description="Create an account and choose the events it can collect leads for."
      onClose={onClose}
      form={form}
      onSubmit={(account) =>
        createVolunteer.mutate({ ...account, eventIds }, { onSuccess: onClose })
      }
      submitLabel="Create Volunteer"
      pendingLabel="Creating..."
      pending={createVolunteer.isPending}
    >
      <NameFields form={form} />
      <Field form={form} name="password" label="Password" required>
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          placeholder={`Min. ${PASSWORD_MIN} characters`}
        />
      </Field>
      <EventChoice events={events} chosenIds={eventIds} onChange={setEventIds} />
    </FormDialog>
  );
}

const volunteerEditForm = volunteerForm
  .partial({ password: true })
  .extend({ email: emailChange.shape.email });

interface EditVolunteerDialogProps {
  volunteer: Volunteer;
  onClose: () => void;
}

export function EditVolunteerDialog({ volunteer, onClose }: EditVolunteerDialogProps) {
  const form = useZodForm(volunteerEditForm, {
    defaultValues: {
      fullName: volunteer.name ?? '',
      username: volunteer.username,
      email: volunteer.email ?? '',
    },
  });
  const updateVolunteer = useUpdateVolunteer(volunteer.id);

  return (
    <FormDialog
      title="Edit Volunteer"
      description="Update the volunteer's name, username or password."
      onClose={onClose}
      form={form}
      onSubmit={(change) => updateVolunteer.mutate(change, { onSuccess: onClose })}
      submitLabel="Update Volunteer"
      pendingLabel="Updating..."
      pending={updateVolunteer.isPending}
    >
      <NameFields form={form} />
      <EmailField form={form} />
      <Field
        form={form}
        name="password"
        label="New Password (optional)"
        hint="Leave blank to keep the current password."
      >
        <PasswordInput
          // A blank password is not sent, so it is not validated.
          {...form.register('password', { setValueAs: (typed: string) => typed || undefined })}
          autoComplete="new-password"
          placeholder={`Min. ${PASSWORD_MIN} characters`}
        />
      </Field>
    </FormDialog>
  );
}
