import { defineCalls } from '../../core/call.ts';
import {
  loginByCodeInput,
  loginInput,
  loginResponse,
  logoutResponse,
  registration,
  registrationResponse,
  sessionUser,
} from '../auth.ts';
import { loginByPasskeyInput, passkeyAssertion, passkeyChallenge } from '../passkeys.ts';
import {
  confirmedInvitationInput,
  forgottenPassword,
  invitation,
  invitationInput,
  passwordByLink,
  passwordByLinkResponse,
  passwordRequestResponse,
} from '../password-links.ts';
import { loginBySignOnInput, loginMethods, signOnStart } from '../sign-on.ts';

export const authCalls = defineCalls(
  {
    room: 'login',
    allowedFor: 'anyone',
    tokenScope: 'none',
    eventScope: 'filtered',
    changes: 'none',
  },
  {
    logIn: {
      route: 'POST /api/auth/login',
      summary: 'Log in',
      description:
        'An account with a second factor requires `code` or `passkey`; otherwise they are ignored.',
      body: loginInput
        .extend({
          passkey: passkeyAssertion
            .optional()
            .describe('What `navigator.credentials.get()` returned, as WebAuthn describes it.'),
        })
        .meta({ id: 'LoginRequest' }),
      responses: { 200: loginResponse },
      problems: [
        'invalid-credentials',
        'second-factor-required',
        'passkey-required',
        'second-factor-wrong',
        'recovery-code-wrong',
        'passkey-wrong',
        'sign-on-needed',
        'too-many-logins',
      ],
    },
    logInByCode: {
      route: 'POST /api/auth/login-code',
      summary: 'Log in with a one-time code from an administrator',
      body: loginByCodeInput,
      responses: { 200: loginResponse },
      problems: ['login-code-invalid'],
      limit: { failures: 60 },
    },
    createVolunteer: {
      route: 'POST /api/auth/register',
      summary: 'Create a volunteer account',
      allowedFor: 'administrators',
      body: registration,
      responses: { 201: registrationResponse },
      problems: ['username-taken'],
      audit: 'volunteer-created',
    },
    getOwnUser: {
      route: 'GET /api/auth/me',
      summary: 'Who is logged in',
      allowedFor: 'users',
      responses: { 200: sessionUser },
    },
    logOut: {
      route: 'POST /api/auth/logout',
      summary: 'End the session',
      allowedFor: 'users',
      responses: { 200: logoutResponse },
      audit: 'logout',
      changes: 'sessions',
    },
  },
);

/**
 * Links that set a password, for administrators who have forgotten theirs and for invited users. They do not replace
 * the second factor.
 */
export const passwordLinkCalls = defineCalls(
  { room: 'login', allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    askForPasswordLink: {
      route: 'POST /api/auth/forgotten-password',
      summary: 'Send a link for a new password, if an administrator has this address',
      body: forgottenPassword,
      responses: { 202: passwordRequestResponse },
      problems: ['mail-off'],
      limit: { calls: 10 },
    },
    setPasswordByLink: {
      route: 'POST /api/auth/password-by-link',
      summary: 'Set a new password with the link from the mail; this ends all sessions',
      body: passwordByLink,
      responses: { 200: passwordByLinkResponse },
      problems: ['password-link-invalid', 'password-easy-to-guess'],
      limit: { failures: 60 },
      changes: 'sessions',
    },
    inviteAdministrator: {
      route: 'POST /api/accounts/:accountId/invitation',
      summary:
        'Create an invitation for an administrator: a link that sets a password once, within three days',
      allowedFor: 'administrators',
      body: confirmedInvitationInput,
      confirmed: true,
      responses: { 201: invitation },
      problems: ['email-taken', 'mail-off'],
      audit: 'invitation-created',
    },
    inviteVolunteer: {
      route: 'POST /api/users/:volunteerId/invitation',
      summary:
        'Create an invitation for a volunteer: a link that sets a password once, within three days',
      allowedFor: 'administrators',
      eventScope: 'named',
      body: invitationInput,
      responses: { 201: invitation },
      problems: ['email-taken', 'mail-off'],
      audit: 'invitation-created',
    },
  },
);

/**
 * Single sign-on by OpenID Connect. The page starts it, keeps the secret of this login in its tab, and returns the
 * provider's response. No cookie is needed, and no token is ever part of a URL. The limits allow for a hall full of
 * volunteers behind one address.
 */
export const signOnCalls = defineCalls(
  { room: 'login', allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    getLoginMethods: {
      route: 'GET /api/auth/login-methods',
      summary: 'The login methods of this server',
      responses: { 200: loginMethods },
    },
    startSignOn: {
      route: 'POST /api/auth/sign-on',
      summary: 'Start a single sign-on',
      responses: { 200: signOnStart },
      problems: ['sign-on-off', 'sign-on-away'],
      limit: { calls: 120 },
    },
    logInBySignOn: {
      route: 'POST /api/auth/login-sign-on',
      summary: 'Finish a single sign-on in the browser that started it',
      body: loginBySignOnInput,
      responses: { 200: loginResponse },
      problems: ['sign-on-off', 'sign-on-away', 'sign-on-refused', 'sign-on-no-account'],
      limit: { failures: 60 },
    },
    endSignOn: {
      route: 'GET /api/auth/sign-on/end',
      summary: 'Log out at the provider',
      responses: {},
      problems: ['sign-on-off'],
      // The provider redirects a browser here, not a program.
      page: true,
    },
  },
);

/** The limits allow for a hall full of volunteers behind one address. */
export const passkeyLoginCalls = defineCalls(
  { room: 'login', allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    createPasskeyChallenge: {
      route: 'POST /api/auth/passkey-challenge',
      summary: 'Get a challenge for a passkey to sign; it works once, within five minutes',
      responses: { 200: passkeyChallenge },
      limit: { calls: 240 },
    },
    logInByPasskey: {
      route: 'POST /api/auth/login-passkey',
      summary: 'Log in with a passkey alone',
      body: loginByPasskeyInput,
      responses: { 200: loginResponse },
      problems: ['passkey-wrong', 'sign-on-needed'],
      limit: { failures: 60 },
    },
  },
);
