import { z } from 'zod';
import { address, optionalAddress } from '../core/inputs/addresses.ts';
import { moment } from '../core/inputs/times.ts';
import { loginAnswer, password, passwordReset } from './auth.ts';

// Links with which a person chooses a password: after forgetting it, or by an invitation.

export const forgottenPassword = z
  .object({
    email: address.describe(
      'The address of the account. The answer is the same if no account has it.',
    ),
  })
  .meta({ id: 'ForgottenPassword' });

/** The same for every address, so that nobody learns whose it is. */
export const forgottenAnswer = z.object({ ok: z.literal(true) }).meta({ id: 'ForgottenAnswer' });

/** How long the password has to be depends on the role: see `passwordFor`. */
export const passwordByLink = z
  .object({
    code: z
      .string('The code is missing')
      .max(100, 'The code is too long')
      .describe('From the address in the mail; works once.'),
    newPassword: password.describe('As long as `newPassword` of `POST /api/account/password`.'),
  })
  .meta({ id: 'PasswordByLink' });

/** A volunteer is logged in. An administrator may have a second factor, and logs in. */
export const passwordByLinkAnswer = z
  .object({ ok: z.literal(true), ...loginAnswer.partial().shape })
  .meta({ id: 'PasswordByLinkAnswer' });

/** The invitation is sent to the address, which becomes the account's; without one it is answered. */
export const invitationInput = z
  .object({
    email: optionalAddress
      .optional()
      .describe(
        "Where the invitation is sent, and the account's address from then on; null or missing answers it instead.",
      ),
  })
  .meta({ id: 'NewInvitation' });
export const confirmedInvitationInput = invitationInput
  .extend(passwordReset.pick({ currentPassword: true }).shape)
  .meta({ id: 'NewAdministratorInvitation' });

export const invitation = z
  .object({
    expiresAt: moment.describe('When it ends by itself.'),
    code: z
      .string()
      .nullable()
      .describe(
        'Opens the page on which a password is chosen; null if it was sent. Shown only in this answer.',
      ),
    to: z.string().nullable().describe('The address that it was sent to; null if it was not.'),
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.infer<typeof invitation>;
