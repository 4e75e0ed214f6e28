import { defineCalls } from '../../core/call.ts';
import {
  loginAnswer,
  loginByCodeInput,
  loginInput,
  logoutAnswer,
  registration,
  registrationAnswer,
  sessionUser,
} from '../auth.ts';
import { loginByPasskeyInput, passkeyAssertion, passkeyChallenge } from '../passkeys.ts';
import {
  confirmedInvitationInput,
  forgottenAnswer,
  forgottenPassword,
  invitation,
  invitationInput,
  passwordByLink,
  passwordByLinkAnswer,
} from '../password-links.ts';
import { loginBySignOnInput, signOnStart, waysToLogIn } from '../sign-on.ts';

export const authCalls = defineCalls(
  { room: 'login', who: 'anyone', tokens: 'none', limited: 'filtered', changes: 'none' },
  {
    logIn: {
      route: 'POST /api/auth/login',
      summary: 'Log in',
      description:
        '`code` or `passkey` is needed for an account with a second factor, and ignored otherwise.',
      body: loginInput
        .extend({
          passkey: passkeyAssertion
            .optional()
            .describe('What `navigator.credentials.get()` returned, as WebAuthn describes it.'),
        })
        .meta({ id: 'LoginRequest' }),
      answers: { 200: loginAnswer },
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
      summary: 'Log in with a one-time code that an administrator has made',
      body: loginByCodeInput,
      answers: { 200: loginAnswer },
      problems: ['login-code-invalid'],
      limit: { failures: 60 },
    },
    createVolunteer: {
      route: 'POST /api/auth/register',
      summary: 'Create a volunteer account',
      who: 'administrators',
      body: registration,
      answers: { 201: registrationAnswer },
      problems: ['username-taken'],
      audit: 'volunteer-created',
    },
    getOwnUser: {
      route: 'GET /api/auth/me',
      summary: 'Who is logged in',
      who: 'users',
      answers: { 200: sessionUser },
    },
    logOut: {
      route: 'POST /api/auth/logout',
      summary: 'End the session',
      who: 'users',
      answers: { 200: logoutAnswer },
      audit: 'log-out',
      changes: 'sessions',
    },
  },
);

/**
 * Links that set a password, for administrators who have forgotten theirs and for invited users. They do not replace
 * the second factor.
 */
export const passwordLinkCalls = defineCalls(
  { room: 'login', who: 'anyone', tokens: 'none', limited: 'none', changes: 'none' },
  {
    askForPasswordLink: {
      route: 'POST /api/auth/forgotten-password',
      summary: 'Send a link for a new password, if an administrator has this address',
      body: forgottenPassword,
      answers: { 202: forgottenAnswer },
      problems: ['mail-off'],
      limit: { calls: 10 },
    },
    setPasswordByLink: {
      route: 'POST /api/auth/password-by-link',
      summary: 'Choose a new password with the link from the mail, which ends all sessions',
      body: passwordByLink,
      answers: { 200: passwordByLinkAnswer },
      problems: ['password-link-invalid', 'password-easy-to-guess'],
      limit: { failures: 60 },
      changes: 'sessions',
    },
    inviteAdministrator: {
      route: 'POST /api/accounts/:accountId/invitation',
      summary: 'Make a link with which an administrator chooses a password, once within three days',
      who: 'administrators',
      body: confirmedInvitationInput,
      confirmed: true,
      answers: { 201: invitation },
      problems: ['email-taken', 'mail-off'],
      audit: 'invitation-made',
    },
    inviteVolunteer: {
      route: 'POST /api/users/:volunteerId/invitation',
      summary: 'Make a link with which a volunteer chooses a password, once within three days',
      who: 'administrators',
      limited: 'named',
      body: invitationInput,
      answers: { 201: invitation },
      problems: ['email-taken', 'mail-off'],
      audit: 'invitation-made',
    },
  },
);

/**
 * Single sign-on by OpenID Connect. The page starts it, keeps the secret of this login in its tab, and returns the
 * provider's response. No cookie is needed, and no token is ever part of a URL. The limits allow for a hall full of
 * volunteers behind one address.
 */
export const signOnCalls = defineCalls(
  { room: 'login', who: 'anyone', tokens: 'none', limited: 'none', changes: 'none' },
  {
    getWaysToLogIn: {
      route: 'GET /api/auth/ways',
      summary: 'How people can log in here',
      answers: { 200: waysToLogIn },
    },
    startSignOn: {
      route: 'POST /api/auth/sign-on',
      summary: 'Begin a single sign-on',
      answers: { 200: signOnStart },
      problems: ['sign-on-off', 'sign-on-away'],
      limit: { calls: 120 },
    },
    logInBySignOn: {
      route: 'POST /api/auth/login-sign-on',
      summary: 'Finish a single sign-on in the browser that began it',
      body: loginBySignOnInput,
      answers: { 200: loginAnswer },
      problems: ['sign-on-off', 'sign-on-away', 'sign-on-refused', 'sign-on-no-account'],
      limit: { failures: 60 },
    },
    endSignOn: {
      route: 'GET /api/auth/sign-on/end',
      summary: 'Log out at the provider',
      answers: {},
      problems: ['sign-on-off'],
      // The provider redirects a browser here, not a program.
      page: true,
    },
  },
);

/** The limits allow for a hall full of volunteers behind one address. */
export const passkeyLoginCalls = defineCalls(
  { room: 'login', who: 'anyone', tokens: 'none', limited: 'none', changes: 'none' },
  {
    createPasskeyChallenge: {
      route: 'POST /api/auth/passkey-challenge',
      summary: 'Get what a passkey has to sign; it can be used once, within five minutes',
      answers: { 200: passkeyChallenge },
      limit: { calls: 240 },
    },
    logInByPasskey: {
      route: 'POST /api/auth/login-passkey',
      summary: 'Log in with a passkey alone',
      body: loginByPasskeyInput,
      answers: { 200: loginAnswer },
      problems: ['passkey-wrong', 'sign-on-needed'],
      limit: { failures: 60 },
    },
  },
);
