import { dayInput, formFields } from '@drawbridge/contract/form-fields';
import { type NewToken, scopes, tokenForm, tokenInput } from '@drawbridge/contract/programs/tokens';
import { z } from 'zod';
import { endOfDay } from '../../lib/day-formats.ts';
import { ChangeDialog } from '../../ui/change-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SchemaField } from '../../ui/schema-field.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { useMakeToken } from './api.ts';
import { ChoicesField, EventField, SecretDialog } from './program-parts.tsx';

/** The event may be an empty choice, and the end is the last day. */
const form = tokenForm.extend({
  eventId: z.string().transform((id) => id || null),
  expiresAt: z
    .string()
    .transform((day) => (day ? endOfDay(day) : null))
    .register(formFields, {
      label: 'Last day',
      hint: 'Without one it works until it is revoked',
      ...dayInput,
    }),
  currentPassword: tokenInput.shape.currentPassword,
});

interface NewTokenDialogProps {
  events: readonly { id: string; name: string }[];
  onClose: () => void;
}

export function NewTokenDialog({ events, onClose }: NewTokenDialogProps) {
  return (
    <ChangeDialog
      title="New Token"
      description="For one program, with no more rights than it needs."
      schema={form}
      values={{ name: '', scopes: ['leads:read'], eventId: '', expiresAt: '', currentPassword: '' }}
      fields={['name']}
      mutation={useMakeToken()}
      submit={['Make Token', 'Making...']}
      result={({ name, secret, scopes: allowed }) => (
        <SecretDialog title={`Token for ${name}`} label="Token" secret={secret} onClose={onClose}>
          <FirstCall secret={secret} scopes={allowed} />
        </SecretDialog>
      )}
      onClose={onClose}
    >
      <ChoicesField name="scopes" label="It may" choices={scopes} />
      <EventField events={events} />
      <SchemaField name="expiresAt" />
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

/** A call that the token may make, to be tried at once. */
function FirstCall({ secret, scopes: allowed }: Pick<NewToken, 'secret' | 'scopes'>) {
  const path = allowed.some((scope) => scope.startsWith('leads'))
    ? '/api/leads?limit=10'
    : '/api/events';
  const address = `${location.origin}${path}`;
  const calls = {
    curl: `curl -H "Authorization: Bearer ${secret}" \\\n  "${address}"`,
    fetch: `const answer = await fetch('${address}', {\n  headers: { authorization: 'Bearer ${secret}' },\n});\nconsole.log(await answer.json());`,
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2 text-sm">
        A first call.{' '}
        <a
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-4"
        >
          All calls, with the scope that each needs
        </a>
      </p>
      {Object.entries(calls).map(([name, code]) => (
        <div key={name} className="rounded-m bg-sunk">
          <div className="flex items-center justify-between gap-2 border-b py-1.5 ps-4 pe-1.5">
            <h3 className="font-semibold text-sm">{name}</h3>
            <CopyButton size="small" value={code} label={`Copy ${name}`} />
          </div>
          <pre dir="ltr" className="whitespace-pre-wrap break-words px-4 py-3 text-xs leading-5">
            {code}
          </pre>
        </div>
      ))}
    </div>
  );
}
