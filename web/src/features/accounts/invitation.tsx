import { accountAddress } from '@drawbridge/contract/accounts/accounts';
import { formFields } from '@drawbridge/contract/form-fields';
import { passwordPath } from '@drawbridge/contract/pages';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { formatMoment } from '../../lib/formats.ts';
import { useIsLimited } from '../../lib/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyField } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { SchemaField } from '../../ui/schema-field.tsx';
import { useMailOn } from '../mail/api.ts';
import { LocalAddressWarning } from '../sharing/local-address-warning.tsx';
import { usePublicOrigin } from '../sharing/public-origin.ts';
import type { Invited } from './api.ts';
import { generatePassword } from './generate-password.ts';

/** What a form has beside its password, so that somebody can be invited instead. */
export const invitable = {
  invite: z.boolean(),
  email: accountAddress.clone().register(formFields, {
    ...formFields.get(accountAddress),
    label: 'Send it to (optional)',
    hint: 'Without an e-mail address, you get the link to pass on.',
  }),
};

interface PasswordOrInvitationProps {
  /** The password's field in the form. */
  name: string;
  /** Whether it can be sent to an address, which the form has as `email`. */
  sendable?: boolean;
  /** The password's field. */
  children: ReactNode;
}

/** A password, or the choice to invite somebody who chooses it. */
export function PasswordOrInvitation({ name, sendable, children }: PasswordOrInvitationProps) {
  const form = useFormContext();
  const id = useId();
  const invite: boolean = form.watch('invite');
  const [mailOn, limited] = [useMailOn(), useIsLimited()];
  return (
    <>
      {!invite && children}
      <div className="flex min-h-11 items-center gap-3">
        <Checkbox
          id={id}
          checked={invite}
          onCheckedChange={(checked) => {
            form.setValue('invite', checked, { shouldDirty: true });
            // Until they choose theirs, the account has one that nobody knows.
            form.setValue(name, checked ? generatePassword() : '');
            form.clearErrors(name);
          }}
        />
        <label htmlFor={id}>Invite by a link: they choose their own password</label>
      </div>
      {invite && sendable && mailOn && !limited && <SchemaField name="email" />}
    </>
  );
}

/** The link to pass on, which is shown once, or where it was sent. */
export function InvitationLink({ name, who, code, to, expiresAt }: Invited) {
  const origin = usePublicOrigin();
  return (
    <div role="status" className="flex flex-col gap-3">
      {origin && code && (
        <>
          <LocalAddressWarning origin={origin} />
          <CopyField
            label={`Invitation of ${name}`}
            value={origin + passwordPath(code, who)}
            copied={`Send it to ${name} alone`}
          />
        </>
      )}
      <p className="text-sm">
        {to
          ? `A link is on its way to ${to}. `
          : `Copy the link for ${name} now: it is not shown again. `}
        It works once, on any device, until {formatMoment(expiresAt)}.
      </p>
    </div>
  );
}

export function InvitationDialog({ onClose, ...invited }: Invited & { onClose: () => void }) {
  return (
    <Dialog title="Invitation" description={invited.name} onClose={onClose}>
      <DialogBody>
        <InvitationLink {...invited} />
      </DialogBody>
    </Dialog>
  );
}
