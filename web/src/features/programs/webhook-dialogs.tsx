import {
  type Webhook,
  webhookForm,
  webhookInput,
  webhookKinds,
} from '@drawbridge/contract/programs/webhooks';
import { z } from 'zod';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { PasswordDialog } from '../accounts/password-dialog.tsx';
import { useAddWebhook, useChangeWebhook, useRotateSecret } from './api.ts';
import { ChoicesField, EventField, SecretDialog } from './program-parts.tsx';

const { url, kinds } = webhookForm.shape;
/** No event as an empty choice. The password is needed for a new address only. */
const adding = z.object({
  ...{ url, kinds, eventId: z.string() },
  currentPassword: webhookInput.shape.currentPassword,
});
const editing = adding.extend({ currentPassword: z.string() });

interface WebhookDialogProps {
  /** The one to change; without it, one is added. */
  webhook?: Webhook;
  events: readonly { id: string; name: string }[];
  onClose: () => void;
}

export function WebhookDialog({ webhook, events, onClose }: WebhookDialogProps) {
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const form = useZodForm(webhook ? editing : adding, {
    defaultValues: {
      url: webhook?.url ?? '',
      kinds: webhook?.kinds ?? ['lead.created'],
      eventId: webhook?.eventId ?? '',
      currentPassword: '',
    },
  });
  if (add.data) return <SigningSecret secret={add.data.secret} onClose={onClose} />;
  const moved = form.watch('url') !== webhook?.url;

  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      description="Messages are signed, and sent again for three days until they are answered."
      onClose={onClose}
      form={form}
      onSubmit={({ eventId, ...input }) => {
        const fields = { ...input, eventId: eventId || null };
        if (!webhook) return add.mutate(fields);
        const { url: address, currentPassword, ...rest } = fields;
        change.mutate(
          { id: webhook.id, ...rest, ...(moved && { url: address, currentPassword }) },
          { onSuccess: onClose },
        );
      }}
      submitLabel={webhook ? 'Save' : 'Add Webhook'}
      pendingLabel={webhook ? 'Saving...' : 'Adding...'}
      pending={add.isPending || change.isPending}
      error={add.error ?? change.error}
    >
      <Field
        form={form}
        name="url"
        label="Address"
        hint="Where to send, such as https://crm.example.com/leads"
        required
      >
        <Input {...form.register('url')} type="url" inputMode="url" autoComplete="off" />
      </Field>
      <ChoicesField form={form} name="kinds" label="It is told" choices={webhookKinds} />
      <EventField form={form} name="eventId" events={events} />
      {moved && <CurrentPasswordField form={form} />}
    </FormDialog>
  );
}

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useRotateSecret();
  if (rotate.data) return <SigningSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <PasswordDialog
      title="Rotate the secret?"
      description="For 24 hours, messages are signed with both secrets. Give the receiver the new one in that time."
      submitLabel="Rotate"
      pendingLabel="Rotating..."
      pending={rotate.isPending}
      error={rotate.error}
      onSubmit={(currentPassword) => rotate.mutate({ id: webhook.id, currentPassword })}
      onClose={onClose}
    />
  );
}

function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Signing Secret" label="Secret" secret={secret} onClose={onClose}>
      <p className="text-ink-2 text-sm">
        The receiver checks with it that a message is yours. Libraries for most languages are at{' '}
        <a
          href="https://www.standardwebhooks.com"
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-4"
        >
          standardwebhooks.com
        </a>
        .
      </p>
    </SecretDialog>
  );
}
