import { type NewToken, scopes, tokenForm, tokenInput } from '@drawbridge/contract/programs/tokens';
import { z } from 'zod';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { ControlledField } from '../../ui/controlled-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { useMakeToken } from './api.ts';
import { ChoicesField, EventField, SecretDialog } from './program-parts.tsx';

/** The last day instead of a moment, and no event as an empty choice. */
const form = z.object({
  name: tokenForm.shape.name,
  scopes: tokenForm.shape.scopes,
  eventId: z.string(),
  lastDay: z.string(),
  currentPassword: tokenInput.shape.currentPassword,
});

interface NewTokenDialogProps {
  events: readonly { id: string; name: string }[];
  onClose: () => void;
}

export function NewTokenDialog({ events, onClose }: NewTokenDialogProps) {
  const makeToken = useMakeToken();
  const fields = useZodForm(form, {
    defaultValues: {
      name: '',
      scopes: ['leads:read'],
      eventId: '',
      lastDay: '',
      currentPassword: '',
    },
  });
  if (makeToken.data) {
    const { name, secret, scopes: allowed } = makeToken.data;
    return (
      <SecretDialog title={`Token for ${name}`} label="Token" secret={secret} onClose={onClose}>
        <FirstCall secret={secret} scopes={allowed} />
      </SecretDialog>
    );
  }

  return (
    <FormDialog
      title="New Token"
      description="For one program, with no more rights than it needs."
      onClose={onClose}
      form={fields}
      onSubmit={({ eventId, lastDay, ...input }) =>
        makeToken.mutate({
          ...input,
          eventId: eventId || null,
          expiresAt: lastDay ? new Date(`${lastDay}T23:59:59.999`).toISOString() : null,
        })
      }
      submitLabel="Make Token"
      pendingLabel="Making..."
      pending={makeToken.isPending}
      error={makeToken.error}
    >
      <Field
        form={fields}
        name="name"
        label="Name"
        hint="Such as the program that will use it"
        required
      >
        <Input {...fields.register('name')} autoComplete="off" />
      </Field>
      <ChoicesField form={fields} name="scopes" label="It may" choices={scopes} />
      <EventField form={fields} name="eventId" events={events} />
      <ControlledField
        form={fields}
        name="lastDay"
        label="Last day"
        hint="Without one it works until it is revoked"
      >
        {(control) => <DatePicker {...control} clearable />}
      </ControlledField>
      <CurrentPasswordField form={fields} />
    </FormDialog>
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
