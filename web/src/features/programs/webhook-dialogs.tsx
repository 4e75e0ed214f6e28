import {
  type Webhook,
  webhookForm,
  webhookInput,
  webhookKinds,
} from '@drawbridge/contract/programs/webhooks';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { ChangeDialog } from '../../ui/change-dialog.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { PasswordDialog } from '../accounts/password-dialog.tsx';
import { useAddWebhook, useChangeWebhook, useRotateSecret } from './api.ts';
import { ChoicesField, EventField, SecretDialog } from './program-parts.tsx';

/** The event may be an empty choice. The password is needed for a new address only. */
const adding = webhookForm.extend({
  eventId: z.string().transform((id) => id || null),
  currentPassword: webhookInput.shape.currentPassword,
});
const editing = adding.extend({ currentPassword: z.string() });

interface NewWebhookDialogProps {
  events: readonly { id: string; name: string }[];
  onClose: () => void;
}

export function NewWebhookDialog({ events, onClose }: NewWebhookDialogProps) {
  return (
    <ChangeDialog
      title="New Webhook"
      description={SENT}
      schema={adding}
      values={{ url: '', kinds: ['lead.created'], eventId: '', currentPassword: '' }}
      fields={['url']}
      mutation={useAddWebhook()}
      submit={['Add Webhook', 'Adding...']}
      result={({ secret }) => <SigningSecret secret={secret} onClose={onClose} />}
      onClose={onClose}
    >
      <WebhookFields events={events} />
    </ChangeDialog>
  );
}

export function EditWebhookDialog(props: NewWebhookDialogProps & { webhook: Webhook }) {
  const { webhook, events, onClose } = props;
  const { url, kinds, eventId } = webhook;
  return (
    <ChangeDialog
      title="Edit Webhook"
      description={SENT}
      schema={editing}
      values={{ url, kinds, eventId: eventId ?? '', currentPassword: '' }}
      fields={['url']}
      mutation={useChangeWebhook(webhook)}
      submit={['Save', 'Saving...']}
      onClose={onClose}
    >
      <WebhookFields events={events} address={url} />
    </ChangeDialog>
  );
}

const SENT = 'Messages are signed, and sent again for three days until they are answered.';

interface WebhookFieldsProps extends Pick<NewWebhookDialogProps, 'events'> {
  /** Where messages are sent now. */
  address?: string;
}

function WebhookFields({ events, address }: WebhookFieldsProps) {
  const moved = useFormContext().watch('url') !== address;
  return (
    <>
      <ChoicesField name="kinds" label="It is told" choices={webhookKinds} />
      <EventField events={events} />
      {moved && <CurrentPasswordField />}
    </>
  );
}

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <PasswordDialog
      title="Rotate the secret?"
      description="For 24 hours, messages are signed with both secrets. Give the receiver the new one in that time."
      mutation={useRotateSecret(webhook)}
      submit={['Rotate', 'Rotating...']}
      result={({ secret }) => <SigningSecret secret={secret} onClose={onClose} />}
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
