import { z } from 'zod';
import { id, requestId } from '../core/ids.ts';
import { optionalAddress } from '../core/inputs/addresses.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { timestamp } from '../core/inputs/times.ts';
import { languageCodes } from '../languages/languages.ts';
import { withoutSpaces } from '../login/account-names.ts';
import {
  ADMIN_PASSWORD_MIN,
  administratorPassword,
  currentPassword,
  fullName,
  PASSWORD_MAX,
  PASSWORD_MIN,
  password,
  type Role,
  roles,
  username,
} from '../login/auth.ts';
import { passkey } from '../login/passkeys.ts';

export const RECOVERY_CODES = 10;
/** The largest number of events that an administrator can be limited to. */
const EVENTS_CHOSEN_MAX = 100;

export const passwordFor = (role: Role) => (role === 'admin' ? administratorPassword : password);

/** A new password. Its minimum length depends on the role: see `passwordFor`. */
export const passwordChange = z
  .object({
    currentPassword,
    newPassword: z
      .string('Enter a new password')
      .min(1, 'Enter a new password')
      .max(PASSWORD_MAX, 'Password is too long')
      .describe(
        `At least ${ADMIN_PASSWORD_MIN} characters for an administrator, ${PASSWORD_MIN} for a volunteer; at most ${PASSWORD_MAX}.`,
      ),
  })
  .meta({ id: 'PasswordChange' });

/** The address for mail to the user; null removes it. */
export const emailChange = z
  .object({
    email: optionalAddress
      .clone()
      .register(formFields, {
        label: 'Email address',
        hint: 'Leave it empty to remove it.',
        type: 'email',
        autoComplete: 'email',
      })
      .describe('Null removes it.'),
    currentPassword,
  })
  .meta({ id: 'EmailChange' });

export const languageChange = z
  .object({
    language: z.enum(languageCodes, 'Choose a language').describe('The code of the language.'),
  })
  .meta({ id: 'LanguageChange' });

/** The address for mail to another user. */
export const accountAddress = optionalAddress
  .clone()
  .register(formFields, { label: 'Email Address (optional)', type: 'email' });

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
      })
      .describe('Six digits, as the authenticator app shows them.'),
  })
  .meta({ id: 'SecondFactorConfirmation' });

export const ownAccount = z
  .object({
    id,
    username: z.string(),
    name: z.string().nullable().describe('Null if none was given.'),
    role: z.enum(roles).describe('The role of the account.'),
    email: z.string().nullable().describe('Null if none was given.'),
    hasPassword: z
      .boolean()
      .describe('False if single sign-on created the account and it has no password.'),
    passkeys: z.array(passkey),
    secondFactor: z
      .object({
        enabledAt: timestamp
          .nullable()
          .describe('The time when the authenticator app was set up; null without an app.'),
        recoveryCodesLeft: z.int().describe('The number of unused recovery codes.'),
      })
      .nullable()
      .describe('Null if there is none.'),
  })
  .meta({ id: 'OwnAccount' });

export const session = z
  .object({
    id,
    device: z.string().describe('The browser and system, or the kind of program.'),
    address: z.string().describe('The network address from which the user logged in.'),
    createdAt: timestamp,
    lastUsedAt: timestamp,
    current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'Session' });

export const sessionsEnded = z
  .object({ ended: z.int().describe('The number of ended sessions.') })
  .meta({ id: 'SessionsEnded' });

/** The key for an authenticator app, as text and as the address that its QR code contains. */
export const secondFactorKey = z
  .object({
    key: z.string().describe('Typed into an authenticator app that cannot read the QR code.'),
    uri: z.string().describe('The content of the QR code that an authenticator app reads.'),
  })
  .meta({ id: 'SecondFactorKey' });

export const recoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .describe('Each replaces a code of the app once. Shown only in this response.'),
  })
  .meta({ id: 'RecoveryCodes' });

/** An administrator, as other administrators see them. */
export const account = z
  .object({
    id,
    username: z.string(),
    name: z.string().nullable().describe('Null if none was given.'),
    email: z.string().nullable().describe('Null if none was given.'),
    createdAt: timestamp,
    disabledAt: timestamp.nullable().describe('Null while it can log in.'),
    secondFactor: z.boolean().describe('True if logging in requires a second factor.'),
    events: z
      .array(id)
      .nullable()
      .describe('The only events that it may use; null means all, also future ones.'),
    sponsorLinks: z
      .array(id)
      .describe('The events whose sponsor links this administrator has created.'),
    credentialsIssuedFor: z
      .array(z.array(id))
      .describe(
        "The volunteers whose credentials this administrator has issued: for each, the volunteer's events.",
      ),
  })
  .meta({ id: 'Account' });

const onlyEvents = z
  .array(id, 'Choose events, or null for all')
  .min(1, 'Choose at least one event')
  .max(EVENTS_CHOSEN_MAX, `Choose at most ${EVENTS_CHOSEN_MAX} events, or all`)
  .nullable()
  .optional()
  .describe(
    `The only events that the account may use, at most ${EVENTS_CHOSEN_MAX}; null means all, also future ones.`,
  );

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
    email: optionalAddress.describe('Null removes it.'),
    disabled: z
      .boolean('disabled must be true or false')
      .describe('True disables it, false enables it again.'),
  })
  .partial()
  .extend({
    events: onlyEvents,
    takeOver: z
      .array(id, 'Choose tokens and webhooks by their ids')
      .max(1000, 'Choose at most 1000 tokens and webhooks')
      .optional()
      .describe(
        "The account's tokens and webhooks to transfer to you when it is disabled or limited. All others are revoked.",
      ),
    currentPassword,
  })
  .meta({ id: 'AccountChange' });

export type OwnAccount = z.infer<typeof ownAccount>;
export type Session = z.infer<typeof session>;
export type SecondFactorKey = z.infer<typeof secondFactorKey>;
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export type Account = z.infer<typeof account>;
export type AccountInput = z.infer<typeof accountInput>;
export type AccountChange = z.infer<typeof accountChange>;
export type EmailChange = z.infer<typeof emailChange>;
export type PasswordChange = z.infer<typeof passwordChange>;
