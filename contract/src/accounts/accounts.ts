import { z } from 'zod';
import { optionalAddress } from '../addresses.ts';
import { formFields } from '../form-fields.ts';
import { id, requestId } from '../ids.ts';
import { moment } from '../times.ts';
import { withoutSpaces } from './account-names.ts';
import {
  fullName,
  PASSWORD_MAX,
  password,
  passwordOf,
  type Role,
  roles,
  username,
} from './auth.ts';
import { passkey } from './passkeys.ts';

export const ADMIN_PASSWORD_MIN = 12;
export const RECOVERY_CODES = 10;
/** How many events an administrator can be limited to. */
const EVENTS_CHOSEN_MAX = 100;

/** The password of the person who makes a change, as proof that they are still at the keyboard. */
const currentPassword = z
  .string('Enter your current password')
  .min(1, 'Enter your current password')
  .max(PASSWORD_MAX, 'Password is too long');

/** The server also refuses the user name and passwords that are easy to guess. */
export const administratorPassword = passwordOf(ADMIN_PASSWORD_MIN);

export const passwordFor = (role: Role) => (role === 'admin' ? administratorPassword : password);

/** What a change asks for that needs nothing but the current password. */
export const passwordConfirmation = z
  .object({ id: requestId, currentPassword })
  .meta({ id: 'PasswordConfirmation' });

/** How long the new one has to be depends on the role: see `passwordFor`. */
export const passwordChange = z
  .object({
    currentPassword,
    newPassword: z
      .string('Enter a new password')
      .min(1, 'Enter a new password')
      .max(PASSWORD_MAX, 'Password is too long'),
  })
  .meta({ id: 'PasswordChange' });

/** Where mail reaches the user; null removes it. */
export const emailChange = z
  .object({
    email: optionalAddress.clone().register(formFields, {
      label: 'E-mail address',
      hint: 'Leave it empty to remove it.',
      type: 'email',
      autoComplete: 'email',
    }),
    currentPassword,
  })
  .meta({ id: 'EmailChange' });

/** Where mail reaches somebody else. */
export const accountAddress = optionalAddress
  .clone()
  .register(formFields, { label: 'E-mail Address (optional)', type: 'email' });

export const secondFactorConfirmation = z
  .object({
    code: z
      .string('Enter the code from your app')
      .overwrite(withoutSpaces)
      .regex(/^\d{6}$/, 'The code has six digits')
      .register(formFields, {
        label: 'Code from your app',
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        placeholder: '123 456',
      }),
  })
  .meta({ id: 'SecondFactorConfirmation' });

export const ownAccount = z
  .object({
    id,
    username: z.string(),
    name: z.string().nullable(),
    role: z.enum(roles),
    email: z.string().nullable(),
    /** False of somebody who came by single sign-on, and has not set one. */
    hasPassword: z.boolean(),
    passkeys: z.array(passkey),
    /** An app, since then, or passkeys. */
    secondFactor: z.object({ enabledAt: moment.nullable(), recoveryCodesLeft: z.int() }).nullable(),
  })
  .meta({ id: 'OwnAccount' });

export const session = z
  .object({
    id,
    device: z.string(),
    /** The network address from which the user logged in. */
    address: z.string(),
    createdAt: moment,
    lastUsedAt: moment,
    /** Whether this request belongs to the session. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });

export const sessionsEnded = z.object({ ended: z.int() }).meta({ id: 'SessionsEnded' });

/** The key for an authenticator app, as text and as the address that its QR code contains. */
export const secondFactorKey = z
  .object({ key: z.string(), uri: z.string() })
  .meta({ id: 'SecondFactorKey' });

export const recoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });

/** An administrator, as others see them. */
export const account = z
  .object({
    id,
    username: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    createdAt: moment,
    disabledAt: moment.nullable(),
    secondFactor: z.boolean(),
    /** The only events that they may use; null means all, also those to come. */
    events: z.array(id).nullable(),
    /** The event of each sponsor's link that they have made. */
    sponsorLinks: z.array(id),
    /** The events of each volunteer whom they have given a way to log in. */
    credentialsIssuedFor: z.array(z.array(id)),
  })
  .meta({ id: 'Account' });

const onlyEvents = z
  .array(id, 'Choose events, or null for all')
  .min(1, 'Choose at least one event')
  .max(EVENTS_CHOSEN_MAX, `Choose at most ${EVENTS_CHOSEN_MAX} events, or all`)
  .nullable()
  .optional();

export const accountForm = z.object({
  fullName,
  username,
  password: administratorPassword,
  events: onlyEvents,
  currentPassword,
});
export const accountEditForm = accountForm
  .omit({ password: true })
  .extend({ email: accountAddress });
export const accountInput = accountForm.extend({ id: requestId }).meta({ id: 'NewAccount' });

export const accountChange = z
  .object({
    fullName,
    username,
    email: optionalAddress,
    disabled: z.boolean('disabled must be true or false'),
  })
  .partial()
  .extend({
    events: onlyEvents,
    /** The account's tokens and webhooks that become yours when it is disabled or limited. The others end. */
    takeOver: z
      .array(id, 'Choose tokens and webhooks by their ids')
      .max(1000, 'Choose at most 1000 tokens and webhooks')
      .optional(),
    currentPassword,
  })
  .meta({ id: 'AccountChange' });

export const passwordReset = z
  .object({ newPassword: administratorPassword, currentPassword })
  .meta({ id: 'PasswordReset' });

export type OwnAccount = z.infer<typeof ownAccount>;
export type Session = z.infer<typeof session>;
export type SecondFactorKey = z.infer<typeof secondFactorKey>;
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export type Account = z.infer<typeof account>;
export type AccountInput = z.infer<typeof accountInput>;
export type AccountChange = z.infer<typeof accountChange>;
export type EmailChange = z.infer<typeof emailChange>;
export type PasswordChange = z.infer<typeof passwordChange>;
