import { dayInput, formFields } from '@drawbridge/contract/core/inputs/form-fields';
import { scopes } from '@drawbridge/contract/core/scopes';
import { english } from '@drawbridge/contract/languages/english';
import {
  type Webhook,
  webhookForm,
  webhookInput,
  webhookKinds,
} from '@drawbridge/contract/outreach/webhooks';
import { type NewToken, type Token, tokenForm, tokenInput } from '@drawbridge/contract/team/tokens';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { endOfDay } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { CurrentPasswordField } from '../../login/current-password-field.tsx';
import { PasswordDialog } from '../../login/password-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { Input } from '../../ui/fields/field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { ControlledField, SchemaField } from '../../ui/fields/schema-field.tsx';
import { SearchableSelect } from '../../ui/fields/searchable-select.tsx';
import { RichText } from '../../ui/rich-text.tsx';

const WEBHOOKS = '/api/webhooks';

/** The event may be an empty choice, and the expiry is the token's last day. */
const tokenFields = tokenForm.extend({
  eventId: z.string().transform((id) => id || null),
  expiresAt: z
    .string()
    .transform((day) => (day ? endOfDay(day) : null))
    .register(formFields, {
      label: english('Last day'),
      hint: english('Leave empty for no expiry'),
      ...dayInput,
    }),
  currentPassword: tokenInput.shape.currentPassword,
});

interface NewDialogProps {
  events: readonly { id: string; name: string }[];
  onClose: () => void;
}

export function NewTokenDialog({ events, onClose }: NewDialogProps) {
  return (
    <ChangeDialog
      title={say('New Token')}
      description={say('Create one token per program, with only the permissions it needs.')}
      schema={tokenFields}
      values={{ name: '', scopes: ['leads:read'], eventId: '', expiresAt: '', currentPassword: '' }}
      fields={['name']}
      mutation={{
        send: (body) => sendOnce('/api/tokens', { body }),
        changes: ['/api/tokens'],
      }}
      submit={[say('Create Token'), say('Creating...')]}
      result={({ name, secret, scopes: allowed }) => (
        <SecretDialog
          title={say('Token for {name}', { name })}
          label={say('Token')}
          copyLabel={say('Copy token')}
          secret={secret}
          onClose={onClose}
        >
          <FirstCall secret={secret} scopes={allowed} />
        </SecretDialog>
      )}
      onClose={onClose}
    >
      <ChoicesField name="scopes" label={say('Permissions')} choices={scopes} />
      <EventField events={events} />
      <SchemaField name="expiresAt" />
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

/** An example call that the token may make. */
function FirstCall({ secret, scopes: allowed }: Pick<NewToken, 'secret' | 'scopes'>) {
  const path = allowed.some((scope) => scope.startsWith('leads'))
    ? '/api/leads?limit=10'
    : '/api/events';
  const address = `${location.origin}${path}`;
  const calls = {
    curl: `curl -H "Authorization: Bearer ${secret}" \\\n  "${address}"`,
    fetch: `const response = await fetch('${address}', {\n  headers: { authorization: 'Bearer ${secret}' },\n});\nconsole.log(await response.json());`,
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2 text-sm">
        {say('Your first request.')}{' '}
        <a
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-4"
        >
          {say('All endpoints and their scopes')}
        </a>
      </p>
      {Object.entries(calls).map(([name, code]) => (
        <div key={name} className="rounded-m bg-sunk">
          <div className="flex items-center justify-between gap-2 border-b py-1.5 ps-4 pe-1.5">
            <h3 className="font-semibold text-sm">{name}</h3>
            <CopyButton size="small" value={code} label={say('Copy {name}', { name })} />
          </div>
          <pre dir="ltr" className="whitespace-pre-wrap break-words px-4 py-3 text-xs leading-5">
            {code}
          </pre>
        </div>
      ))}
    </div>
  );
}

/** The event may be an empty choice. The password is needed for a new address only. */
const adding = webhookForm.extend({
  eventId: z.string().transform((id) => id || null),
  currentPassword: webhookInput.shape.currentPassword,
});
const editing = adding.extend({ currentPassword: z.string() });

export function NewWebhookDialog({ events, onClose }: NewDialogProps) {
  return (
    <ChangeDialog
      title={say('New Webhook')}
      description={say(SENT)}
      schema={adding}
      values={{ url: '', kinds: ['lead.created'], eventId: '', currentPassword: '' }}
      fields={['url']}
      mutation={{
        send: (body) => sendOnce(WEBHOOKS, { body }),
        changes: [WEBHOOKS],
      }}
      submit={[say('Add Webhook'), say('Adding...')]}
      result={({ secret }) => <SigningSecret secret={secret} onClose={onClose} />}
      onClose={onClose}
    >
      <WebhookFields events={events} />
    </ChangeDialog>
  );
}

export function EditWebhookDialog(props: NewDialogProps & { webhook: Webhook }) {
  const { webhook, events, onClose } = props;
  const { url, kinds, eventId } = webhook;
  return (
    <ChangeDialog
      title={say('Edit Webhook')}
      description={say(SENT)}
      schema={editing}
      values={{ url, kinds, eventId: eventId ?? '', currentPassword: '' }}
      fields={['url']}
      mutation={{
        // The address is sent only if it was changed, because that needs the password.
        send: ({ currentPassword, url: typed, ...change }) =>
          api.patch('/api/webhooks/:webhookId', {
            params: { webhookId: webhook.id },
            body: typed === url ? change : { ...change, url: typed, currentPassword },
          }),
        success: { title: say('Webhook changed') },
        changes: [WEBHOOKS],
      }}
      submit={[say('Save'), say('Saving...')]}
      onClose={onClose}
    >
      <WebhookFields events={events} address={url} />
    </ChangeDialog>
  );
}

const SENT = english('Messages are signed. Failed deliveries are retried for three days.');

export function ConfirmTokenDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  return (
    <PasswordDialog
      title={say('Confirm {name}?', { name: token.name })}
      description={say(
        'This token was restored from a backup. It may have been revoked after the backup was made.',
      )}
      mutation={{
        send: (body) =>
          sendOnce('/api/tokens/:tokenId/confirm', { params: { tokenId: token.id }, body }),
        success: {
          title: say('Token confirmed'),
          description: say('{name} works again', { name: token.name }),
        },
        failure: say('Token not confirmed'),
        changes: ['/api/tokens'],
      }}
      submit={[say('Confirm'), say('Confirming...')]}
      onClose={onClose}
    />
  );
}

interface WebhookFieldsProps extends Pick<NewDialogProps, 'events'> {
  /** The webhook's current address. */
  address?: string;
}

function WebhookFields({ events, address }: WebhookFieldsProps) {
  const moved = useFormContext().watch('url') !== address;
  return (
    <>
      <ChoicesField name="kinds" label={say('Events to send')} choices={webhookKinds} />
      <EventField events={events} />
      {moved && <CurrentPasswordField />}
    </>
  );
}

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <PasswordDialog
      title={say('Rotate the secret?')}
      description={say(
        'For 24 hours, messages are signed with both secrets. Give the receiver the new one in that time.',
      )}
      mutation={{
        send: (body) =>
          sendOnce('/api/webhooks/:webhookId/rotate', { params: { webhookId: webhook.id }, body }),
        changes: [WEBHOOKS],
      }}
      submit={[say('Rotate'), say('Rotating...')]}
      result={({ secret }) => <SigningSecret secret={secret} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={say('Signing Secret')}
      label={say('Secret')}
      copyLabel={say('Copy secret')}
      secret={secret}
      onClose={onClose}
    >
      <p className="text-ink-2 text-sm">
        <RichText
          text={say(
            'The receiver uses it to verify that a message is yours. Libraries for most languages are at <link>standardwebhooks.com</link>.',
          )}
          tags={{
            link: (part) => (
              <a
                href="https://www.standardwebhooks.com"
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-4"
              >
                {part}
              </a>
            ),
          }}
        />
      </p>
    </SecretDialog>
  );
}

interface ChoicesFieldProps {
  name: string;
  label: string;
  choices: Readonly<Record<string, string>>;
}

/** The permissions of a token, or the events sent to a webhook. */
function ChoicesField({ name, label, choices }: ChoicesFieldProps) {
  return (
    <ControlledField name={name} label={label} required>
      {({ value: values, onValueChange }) => (
        <MultiSelect
          label={label}
          options={Object.entries(choices).map(([value, hint]) => ({
            value,
            label: value,
            hint: say(hint),
          }))}
          values={values}
          onValuesChange={onValueChange}
        />
      )}
    </ControlledField>
  );
}

/** One event, or all of them as an empty choice. */
function EventField({ events }: { events: readonly { id: string; name: string }[] }) {
  return (
    <ControlledField name="eventId" label={say('Event')}>
      {(control) => (
        <SearchableSelect
          {...control}
          options={[
            { value: '', label: say('All events') },
            ...events.map((event) => ({ value: event.id, label: event.name })),
          ]}
          placeholder={say('All events')}
          searchLabel={say('Search events')}
        />
      )}
    </ControlledField>
  );
}

interface SecretDialogProps {
  title: string;
  /** The name of the secret, and its button: 'Token', 'Copy token'. */
  label: string;
  copyLabel: string;
  secret: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a secret once. */
function SecretDialog({ title, label, copyLabel, secret, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      description={say('Copy it now. It is not shown again.')}
      onClose={onClose}
    >
      <DialogBody>
        <div className="flex gap-2">
          <Input
            readOnly
            aria-label={label}
            value={secret}
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
          <CopyButton value={secret} label={copyLabel} className="md:h-11" />
        </div>
        {children}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {say('Done')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
