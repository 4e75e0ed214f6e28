import { z } from 'zod';
import { passwordReset } from './accounts/accounts.ts';
import { loginAnswer, password } from './accounts/auth.ts';
import { address, optionalAddress } from './addresses.ts';
import { place } from './draws.ts';
import { id, requestId } from './ids.ts';
import { moment } from './times.ts';

/** What is sent by mail. */
export const mailKinds = {
  receipt: 'Receipt for an entry',
  won: 'Message to a winner',
  'log-in': 'Log-in link of a volunteer',
  password: 'Link for a new password',
  invitation: 'Invitation',
  test: 'Test',
} as const;

export type MailKind = keyof typeof mailKinds;
const mailKind = z.enum(Object.keys(mailKinds) as [MailKind, ...MailKind[]]);

/** `bounced` was refused for good, and `failed` could not be sent within three days. */
const mailStates = ['waiting', 'sent', 'bounced', 'failed'] as const;

const outcome = {
  state: z.enum(mailStates),
  /** When it was last tried, or written if it was not. */
  at: moment,
  /** What the mail server or the connection to it said last. */
  error: z.string().nullable(),
};

export const mailStatus = z
  .object({
    /** Whether the operator has set a mail server. */
    on: z.boolean(),
    from: z.string().nullable(),
    /** How much waits for its first or next attempt. */
    waiting: z.int(),
    /** The last ones that bounced, failed or have failed at least once. The address is missing if the person is gone. */
    troubled: z.array(
      z.object({
        id,
        kind: mailKind,
        to: z.string().nullable(),
        attempts: z.int(),
        ...outcome,
      }),
    ),
    /** What each kind says in English, to an invented person. */
    texts: z.array(z.object({ kind: mailKind, subject: z.string(), text: z.string() })),
  })
  .meta({ id: 'MailStatus' });

/** What became of the mail to a winner; `unwanted` if they want none from this event and have not got it before. */
export const winnerMail = z
  .object({
    number: z.int(),
    place: z.int(),
    ...outcome,
    state: z.enum([...mailStates, 'unwanted']),
  })
  .meta({ id: 'WinnerMail' });

/** With the address that the organiser has seen, so that nobody else is written to. */
export const winnerMailInput = z
  .object({ id: requestId, place, email: address })
  .meta({ id: 'NewWinnerMail' });

export const mailQueued = z.object({ to: z.string() }).meta({ id: 'MailQueued' });

export const forgottenPassword = z.object({ email: address }).meta({ id: 'ForgottenPassword' });

/** The same for every address, so that nobody learns whose it is. */
export const forgottenAnswer = z.object({ ok: z.literal(true) }).meta({ id: 'ForgottenAnswer' });

/** How long the password has to be depends on the role: see `passwordFor`. */
export const passwordByLink = z
  .object({
    code: z.string('The code is missing').max(100, 'The code is too long'),
    newPassword: password,
  })
  .meta({ id: 'PasswordByLink' });

/** A volunteer is logged in. An administrator may have a second factor, and logs in. */
export const passwordByLinkAnswer = z
  .object({ ok: z.literal(true), ...loginAnswer.partial().shape })
  .meta({ id: 'PasswordByLinkAnswer' });

/** The invitation is sent to the address, which becomes the account's; without one it is answered. */
export const invitationInput = z
  .object({ email: optionalAddress.optional() })
  .meta({ id: 'NewInvitation' });
export const confirmedInvitationInput = invitationInput
  .extend(passwordReset.pick({ currentPassword: true }).shape)
  .meta({ id: 'NewAdministratorInvitation' });

export const invitation = z
  .object({
    expiresAt: moment,
    /** Opens the page on which a password is chosen. It is shown only here, and not if it was sent. */
    code: z.string().nullable(),
    to: z.string().nullable(),
  })
  .meta({ id: 'Invitation' });

export type MailStatus = z.infer<typeof mailStatus>;
export type Invitation = z.infer<typeof invitation>;
export type WinnerMail = z.infer<typeof winnerMail>;
