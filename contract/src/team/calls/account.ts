import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { passwordConfirmation, sessionUser } from '../../login/auth.ts';
import {
  confirmation,
  confirmationInput,
  passkey,
  passkeyAdded,
  passkeyChange,
  passkeyInput,
  passkeyOptions,
} from '../../login/passkeys.ts';
import {
  emailChange,
  languageChange,
  ownAccount,
  passwordChange,
  recoveryCodes,
  secondFactorConfirmation,
  secondFactorKey,
  session,
  sessionsEnded,
} from '../accounts.ts';

/** Calls of logged-in users on their own account. Only administrators have a second factor. */
export const accountCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'users',
    tokenScope: 'none',
    eventScope: 'filtered',
    changes: 'none',
  },
  {
    getOwnAccount: {
      route: 'GET /api/account',
      summary: "The user's own account",
      responses: { 200: ownAccount },
    },
    changeOwnPassword: {
      route: 'POST /api/account/password',
      summary: 'Change your password, which ends all other sessions',
      body: passwordChange,
      responses: { 200: sessionsEnded },
      problems: [
        'wrong-password',
        'too-many-wrong-passwords',
        'password-easy-to-guess',
        'password-unchanged',
      ],
      audit: 'password-changed',
      changes: 'sessions',
    },
    changeOwnEmail: {
      route: 'POST /api/account/email',
      summary: 'Set or remove your e-mail address',
      allowedFor: 'administrators',
      body: emailChange,
      confirmed: true,
      responses: { 200: ownAccount },
      problems: ['email-taken'],
      audit: 'email-changed',
    },
    changeOwnLanguage: {
      route: 'POST /api/account/language',
      summary: 'Choose the language of your administration pages and mails',
      allowedFor: 'administrators',
      body: languageChange,
      responses: { 200: sessionUser },
      audit: 'language-changed',
    },
    getOwnSessions: {
      route: 'GET /api/account/sessions',
      summary: "The user's sessions, last used first",
      responses: { 200: z.array(session) },
    },
    deleteOtherSessions: {
      route: 'DELETE /api/account/sessions',
      summary: 'End all other sessions',
      responses: { 200: sessionsEnded },
      audit: 'sessions-ended',
      changes: 'sessions',
    },
    deleteSession: {
      route: 'DELETE /api/account/sessions/:sessionId',
      summary: 'End a session',
      responses: { 200: deleted },
      audit: 'session-ended',
      changes: 'sessions',
    },
    startSecondFactor: {
      route: 'POST /api/account/second-factor',
      summary: 'Start the setup of an authenticator app; a code of the app then turns it on',
      allowedFor: 'administrators',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 201: secondFactorKey },
      problems: ['second-factor-on'],
      audit: 'second-factor-started',
    },
    confirmSecondFactor: {
      route: 'POST /api/account/second-factor/confirm',
      summary: 'Turn the second factor on, which ends all other sessions',
      allowedFor: 'administrators',
      body: secondFactorConfirmation,
      responses: { 200: recoveryCodes },
      problems: [
        'second-factor-on',
        'second-factor-not-started',
        'second-factor-not-confirmed',
        'too-many-wrong-codes',
      ],
      audit: 'second-factor-enabled',
      changes: 'sessions',
    },
    replaceRecoveryCodes: {
      route: 'POST /api/account/second-factor/recovery-codes',
      summary: 'Replace the recovery codes',
      allowedFor: 'administrators',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: recoveryCodes },
      problems: ['second-factor-off'],
      audit: 'recovery-codes-replaced',
    },
    deleteSecondFactor: {
      route: 'POST /api/account/second-factor/delete',
      summary: 'Turn off two-factor authentication',
      allowedFor: 'administrators',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: ownAccount },
      problems: ['second-factor-off'],
      audit: 'second-factor-removed',
    },
  },
);

/** The passkeys of the logged-in user. Adding or removing one requires the password or another passkey. */
export const passkeyCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'users',
    tokenScope: 'none',
    eventScope: 'filtered',
    changes: 'none',
  },
  {
    confirmWithoutPassword: {
      route: 'POST /api/account/confirmation',
      summary:
        'Confirm your identity without a password: with a passkey, or by a recent single sign-on',
      body: confirmationInput,
      responses: { 200: confirmation },
      problems: ['login-again', 'too-many-wrong-passwords'],
    },
    startPasskey: {
      route: 'POST /api/account/passkeys/options',
      summary: 'Get the options with which a browser creates a passkey',
      body: passwordConfirmation.omit({ id: true }),
      confirmed: true,
      responses: { 200: passkeyOptions },
    },
    createAccountPasskey: {
      route: 'POST /api/account/passkeys',
      summary: 'Add a passkey; the first second factor ends all other sessions',
      body: passkeyInput,
      responses: { 201: passkeyAdded },
      problems: ['passkey-refused', 'passkeys-full'],
      audit: 'passkey-added',
    },
    updateAccountPasskey: {
      route: 'PATCH /api/account/passkeys/:passkeyId',
      summary: 'Rename a passkey',
      body: passkeyChange,
      responses: { 200: passkey },
      audit: 'passkey-renamed',
    },
    deleteAccountPasskey: {
      route: 'POST /api/account/passkeys/:passkeyId/delete',
      summary: 'Remove a passkey',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: deleted },
      audit: 'passkey-removed',
    },
  },
);
