import { z } from 'zod';
import { problems } from '../core/errors.ts';
import { id, requestId } from '../core/ids.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { type SingleLineRule, tooLong } from '../core/inputs/form-rules.ts';
import { singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { languageCodes } from '../languages/languages.ts';
import { personNameProblem, tidyPersonName, usernameProblem } from './account-names.ts';

const USERNAME_MIN = 3;
export const USERNAME_MAX = 100;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;
const PERSON_NAME_MAX = 100;

export const roles = ['admin', 'volunteer'] as const;
export type Role = (typeof roles)[number];

/** A user name at login, where the rules for new accounts do not apply. */
const anyUsername = singleLine({
  label: 'Username',
  required: `Username must be at least ${USERNAME_MIN} characters`,
  min: USERNAME_MIN,
  max: USERNAME_MAX,
});

export const username = anyUsername
  .check(refused(usernameProblem))
  .register(formFields, { label: 'Username/Email', autoCapitalize: 'none', spellCheck: false })
  .describe(
    `${USERNAME_MIN} to ${USERNAME_MAX} characters, often an email address. Case does not matter.`,
  );

function personName(rule: SingleLineRule) {
  return singleLine(rule)
    .overwrite(tidyPersonName)
    .min(rule.min, rule.required)
    .max(rule.max, tooLong(rule.label))
    .check(refused((name) => personNameProblem(name, rule.label)));
}

function refused(problemOf: (name: string) => string | undefined) {
  return ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = problemOf(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  };
}

export const passwordOf = (min: number) =>
  z
    .string(`Password must be at least ${min} characters`)
    .min(min, `Password must be at least ${min} characters`)
    .max(PASSWORD_MAX, 'Password is too long')
    .describe(`${min} to ${PASSWORD_MAX} characters.`);

export const password = passwordOf(PASSWORD_MIN).register(formFields, {
  label: 'Password',
  control: 'password',
  autoComplete: 'new-password',
  placeholder: 'Min. 6 characters',
});

/** The rule for the field `fullName` of the administration's forms. */
export const fullName = personName({
  label: 'Full name',
  required: 'Full name is required',
  min: 1,
  max: PERSON_NAME_MAX,
})
  .register(formFields, { label: 'Full Name' })
  .describe(`1 to ${PERSON_NAME_MAX} characters.`);

/** The rule for the field `name` of the event dialog. */
export const volunteerName = personName({
  label: 'Name',
  required: 'Name must be at least 2 characters',
  min: 2,
  max: PERSON_NAME_MAX,
})
  .register(formFields, { label: 'Full Name' })
  .describe(`2 to ${PERSON_NAME_MAX} characters; \`fullName\` is used instead if both are given.`);

/** A code from an authenticator app, or a recovery code. */
const secondFactorCode = z
  .string('The code must be text')
  .trim()
  .max(50, 'The code is too long')
  .regex(/^[A-Za-z0-9 -]*$/, 'The code has only digits and letters')
  .transform((code) => code || undefined)
  .describe(
    'Six digits of the authenticator app, or a recovery code; required for an account with a second factor.',
  );

export const credentials = z
  .object({
    username: anyUsername.describe('The user name; case does not matter.'),
    password,
    code: secondFactorCode.optional(),
  })
  .meta({ id: 'Credentials' });

/** The login form after the server has asked for a code. */
export const credentialsWithCode = credentials.extend({
  code: secondFactorCode
    .optional()
    .refine((code) => code !== undefined, problems['second-factor-required'][1]),
});

export const loginInput = credentials
  .extend({
    device: id
      .optional()
      .describe(
        'A random UUID that the browser stores, so that wrong passwords elsewhere do not lock it out.',
      ),
  })
  .meta({ id: 'Login' });

export const loginByCodeInput = z
  .object({
    code: z
      .string('The code is missing')
      .max(100, 'The code is too long')
      .describe('The code from a login link or QR code; works once.'),
    device: loginInput.shape.device,
  })
  .meta({ id: 'LoginByCode' });

export const registration = z
  .object({
    id: requestId,
    name: volunteerName.optional(),
    fullName: fullName.optional(),
    username,
    password,
    role: z
      .literal('volunteer', 'Only volunteers can be registered')
      .optional()
      .describe('Only volunteers can register themselves.'),
  })
  .refine((input) => input.name !== undefined || input.fullName !== undefined, {
    message: 'Full name is required',
    path: ['fullName'],
  })
  .transform(({ id, name, fullName, username, password }) => ({
    ...(id && { id }),
    name: (fullName ?? name) as string,
    username,
    password,
  }))
  .meta({ id: 'Registration' });

export const sessionUser = z
  .object({
    id,
    username: z.string(),
    name: z.string().nullable().describe('Null if none was given.'),
    role: z.enum(roles),
    events: z
      .array(id)
      .nullable()
      .describe('The only events that an administrator may use; null means all.'),
    language: z
      .enum(languageCodes)
      .nullable()
      .describe(
        "The language of the administration: that of the first login's browser, or chosen.",
      ),
  })
  .meta({ id: 'SessionUser' });

export const loginResponse = z
  .object({ token: z.string().describe('Sent as `Authorization: Bearer …`.'), user: sessionUser })
  .meta({ id: 'LoginResponse' });

export const registrationResponse = z
  .object({ user: sessionUser.extend({ createdAt: timestamp }) })
  .meta({ id: 'RegistrationResponse' });

export const logoutResponse = z
  .object({
    ok: z.literal(true),
    signOn: z
      .string()
      .optional()
      .meta({ description: 'The name of the provider at which the person is still logged in' }),
  })
  .meta({ id: 'LogoutResponse' });

export type Credentials = z.infer<typeof credentials>;
export type Registration = z.infer<typeof registration>;
export type SessionUser = z.infer<typeof sessionUser>;
export type LoginResponse = z.infer<typeof loginResponse>;
export type RegistrationResponse = z.infer<typeof registrationResponse>;

export const ADMIN_PASSWORD_MIN = 12;

/** A password for administrators. The server also refuses the user name and passwords that are easy to guess. */
export const administratorPassword = passwordOf(ADMIN_PASSWORD_MIN).describe(
  `${ADMIN_PASSWORD_MIN} to ${PASSWORD_MAX} characters, not easy to guess, and not the user name.`,
);

/** The password of the user who makes a change, as proof that they are still at the keyboard. */
export const currentPassword = z
  .string('Enter your current password')
  .min(1, 'Enter your current password')
  .max(PASSWORD_MAX, 'Password is too long')
  .describe(
    'Your own password, or a confirmation without one (`POST /api/account/confirmation`). Tokens need none.',
  );

/** The body of a change that needs only the current password. */
export const passwordConfirmation = z
  .object({ id: requestId, currentPassword })
  .meta({ id: 'PasswordConfirmation' });

export const passwordReset = z
  .object({ newPassword: administratorPassword, currentPassword })
  .meta({ id: 'PasswordReset' });
