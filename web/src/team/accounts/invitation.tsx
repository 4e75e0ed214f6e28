import { formFields } from '@drawbridge/contract/core/inputs/form-fields';
import { passwordPath } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import { ADMIN_PASSWORD_MIN } from '@drawbridge/contract/login/auth';
import { accountAddress } from '@drawbridge/contract/team/accounts';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { LocalAddressWarning } from '../../events/sharing/local-address-warning.tsx';
import { usePublicOrigin } from '../../events/sharing/public-origin.ts';
import { useIsLimited } from '../../lib/api/session.ts';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, CopyField } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { LabelledCheckbox } from '../../ui/fields/checkbox.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import type { Invited } from './api.ts';

/** The fields for an invitation instead of a password. */
export const invitable = {
  invite: z.boolean(),
  email: accountAddress.clone().register(formFields, {
    ...formFields.get(accountAddress),
    label: english('Send it to (optional)'),
    hint: english('Leave empty to get a link that you can share yourself.'),
  }),
};

interface PasswordOrInvitationProps {
  /** The password's field in the form. */
  name: string;
  /** True if it can be sent to an address, which the form has as `email`. */
  sendable?: boolean;
  /** The password's field, if it is not the one of the form's schema. */
  children?: ReactNode;
}

/** A password, or an invitation whose recipient chooses it. */
export function PasswordOrInvitation({ name, sendable, children }: PasswordOrInvitationProps) {
  const form = useFormContext();
  const invite: boolean = form.watch('invite');
  const [mailOn, limited] = [useMailOn(), useIsLimited()];
  return (
    <>
      {!invite && (children ?? <SchemaField name={name} />)}
      <LabelledCheckbox
        label={say('Invite by a link: they choose their own password')}
        checked={invite}
        onCheckedChange={(checked) => {
          form.setValue('invite', checked, { shouldDirty: true });
          // The account has an unknown random password until the user chooses one.
          form.setValue(name, checked ? generatePassword() : '');
          form.clearErrors(name);
        }}
      />
      {invite && sendable && mailOn && !limited && <SchemaField name="email" />}
    </>
  );
}

/** A password for another user: visible while it is typed or generated, so that it can be passed on. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const form = useFormContext();
  const value: string = form.watch(name);
  return (
    <div className="flex flex-col gap-2">
      <Field
        form={form}
        name={name}
        label={label}
        hint={say('At least {min} characters. It is not shown again.', {
          min: ADMIN_PASSWORD_MIN,
        })}
        required
      >
        <Input
          {...form.register(name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className="flex gap-2">
        <Button
          size="small"
          onClick={() => form.setValue(name, generatePassword(), { shouldValidate: true })}
        >
          {say('Generate')}
        </Button>
        {value && <CopyButton size="small" value={value} label={say('Copy password')} />}
      </div>
    </div>
  );
}

/** The link to pass on, shown once, or the address to which it was sent. */
export function InvitationLink({ name, code, to, expiresAt, ...account }: Invited) {
  const origin = usePublicOrigin();
  return (
    <div role="status" className="flex flex-col gap-3">
      {origin && code && (
        <>
          <LocalAddressWarning origin={origin} />
          <CopyField
            label={say('Invitation of {name}', { name })}
            value={origin + passwordPath(code, account)}
            copied={say('Send it only to {name}', { name })}
          />
        </>
      )}
      <p className="text-sm">
        {to
          ? say('A link is on its way to {to}.', { to })
          : say('Copy the link for {name} now: it is not shown again.', { name })}{' '}
        {say('It works once, on any device, until {moment}.', {
          moment: formatTimestamp(expiresAt),
        })}
      </p>
    </div>
  );
}

export function InvitationDialog({ onClose, ...invited }: Invited & { onClose: () => void }) {
  return (
    <Dialog title={say('Invitation')} description={invited.name} onClose={onClose}>
      <DialogBody>
        <InvitationLink {...invited} />
      </DialogBody>
    </Dialog>
  );
}

/** The alphabet has no characters that look alike: a password is often read from one screen and typed on another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 5;

/** A random password of twenty characters, nearly 100 bits: `k7mqp-…`. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, randomCharacter).join(''),
  ).join('-');
}

function randomCharacter(): string {
  // The highest values are drawn again, so that every character is equally likely.
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (value < limit) return ALPHABET[value % ALPHABET.length] as string;
  }
}
