import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { passwordConfirmation, passwordReset } from '../../login/auth.ts';
import { account, accountChange, accountInput } from '../accounts.ts';

/** Administrators manage each other's accounts. Every change requires the password of the user who makes it. */
export const accountsCalls = defineCalls(
  { room: 'team', who: 'administrators', tokens: 'none', limited: 'none', changes: 'none' },
  {
    getAccounts: {
      route: 'GET /api/accounts',
      summary: 'All administrators',
      answers: { 200: z.array(account) },
    },
    createAccount: {
      route: 'POST /api/accounts',
      summary: 'Create an administrator',
      body: accountInput,
      confirmed: true,
      answers: { 201: account },
      problems: ['username-taken', 'password-easy-to-guess', 'event-not-found'],
      audit: 'account-created',
    },
    updateAccount: {
      route: 'PATCH /api/accounts/:accountId',
      summary: 'Rename, disable or enable an administrator, or choose their events',
      description:
        'Disabling ends their sessions, and so does taking an event from them. An account that is ' +
        'disabled or limited to events loses its tokens and webhooks, except those that you take over (`takeOver`), and ' +
        "the sponsors' links and volunteers' log-ins that it has given.",
      body: accountChange,
      confirmed: true,
      answers: { 200: account },
      problems: ['username-taken', 'event-not-found', 'email-taken', 'last-administrator'],
      changes: 'sessions',
    },
    resetPassword: {
      route: 'POST /api/accounts/:accountId/password',
      summary: 'Give an administrator a new password, which ends their sessions',
      body: passwordReset,
      confirmed: true,
      answers: { 200: account },
      problems: ['password-easy-to-guess'],
      audit: 'account-password-reset',
      changes: 'sessions',
    },
    deleteAccountSecondFactor: {
      route: 'POST /api/accounts/:accountId/second-factor/delete',
      summary: "Turn an administrator's second factor off, such as after a lost phone",
      body: passwordConfirmation,
      confirmed: true,
      answers: { 200: account },
      problems: ['second-factor-off'],
      audit: 'account-second-factor-reset',
    },
  },
);
