import { z } from 'zod';
import { address, optionalAddress } from '../core/inputs/addresses.ts';
import { timestamp } from '../core/inputs/times.ts';
import { loginResponse, password, passwordReset } from './auth.ts';

// Links that set a password, after it was forgotten or by an invitation.

export const forgottenPassword = z
  .object({
    email: address.describe(
      'The address of the account. The response is the same if no account has it.',
    ),
  })
  .meta({ id: 'ForgottenPassword' });

/** The response for every address. It is always the same, so that it does not reveal whether an account exists. */
export const passwordRequestResponse = z
  .object({ ok: z.literal(true) })
  .meta({ id: 'PasswordRequestResponse' });

/** A new password. Its minimum length depends on the role: see `passwordFor`. */
export const passwordByLink = z
  .object({
    code: z
      .string('The code is missing')
      .max(100, 'The code is too long')
      .describe('The code from the link in the mail; works once.'),
    newPassword: password.describe('As long as `newPassword` of `POST /api/account/password`.'),
  })
  .meta({ id: 'PasswordByLink' });

/**
 * The response to a new password. A volunteer is logged in at once. An administrator logs in, because a second factor
 * may be required.
 */
export const passwordByLinkResponse = z
  .object({ ok: z.literal(true), ...loginResponse.partial().shape })
  .meta({ id: 'PasswordByLinkResponse' });

/**
 * An invitation. It is sent to the address, which becomes the account's. Without an address, the response contains the
 * link.
 */
export const invitationInput = z
  .object({
    email: optionalAddress
      .optional()
      .describe(
        "The address for the invitation, which becomes the account's; if null or missing, the response contains the link.",
      ),
  })
  .meta({ id: 'NewInvitation' });
export const confirmedInvitationInput = invitationInput
  .extend(passwordReset.pick({ currentPassword: true }).shape)
  .meta({ id: 'NewAdministratorInvitation' });

export const invitation = z
  .object({
    expiresAt: timestamp.describe('The time of expiry.'),
    code: z
      .string()
      .nullable()
      .describe(
        'The link to the page that sets a password; null if it was mailed. Shown only in this response.',
      ),
    to: z.string().nullable().describe('The address that it was mailed to; null if it was not.'),
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.infer<typeof invitation>;
