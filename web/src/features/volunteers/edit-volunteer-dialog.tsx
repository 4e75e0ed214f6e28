import { PASSWORD_MIN } from '@drawbridge/contract/auth';
import { type Volunteer, volunteerForm } from '@drawbridge/contract/volunteers';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { NameFields } from '../../shared/account-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useUpdateVolunteer } from './api.ts';

const volunteerEditForm = volunteerForm.partial({ password: true });

interface EditVolunteerDialogProps {
  volunteer: Volunteer;
  onClose: () => void;
}

export function EditVolunteerDialog({ volunteer, onClose }: EditVolunteerDialogProps) {
  const form = useZodForm(volunteerEditForm, {
    defaultValues: { fullName: volunteer.name ?? '', username: volunteer.username },
  });
  const updateVolunteer = useUpdateVolunteer(volunteer.id);

  return (
    <Dialog
      title="Edit Volunteer"
      description="Update the volunteer's name, username or password."
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(change) => updateVolunteer.mutate(change, { onSuccess: onClose })}
        submitLabel="Update Volunteer"
        pendingLabel="Updating..."
        pending={updateVolunteer.isPending}
      >
        <NameFields form={form} />
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
      </DialogForm>
    </Dialog>
  );
}
