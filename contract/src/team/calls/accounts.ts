import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { passwordConfirmation, passwordReset } from '../../login/auth.ts';
import { account, accountChange, accountInput } from '../accounts.ts';

/** Administrators manage each other's accounts. Every change requires the password of the user who makes it. */
export const accountsCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'none',
  },
  {
    getAccounts: {
      route: 'GET /api/accounts',
      summary: 'All administrators',
      responses: { 200: z.array(account) },
    },
    createAccount: {
      route: 'POST /api/accounts',
      summary: 'Create an administrator',
      body: accountInput,
      confirmed: true,
      responses: { 201: account },
      problems: ['username-taken', 'password-easy-to-guess', 'event-not-found'],
      audit: 'account-created',
    },
    updateAccount: {
      route: 'PATCH /api/accounts/:accountId',
      summary: 'Rename, disable or enable an administrator, or choose their events',
      description:
        'Disabling an account ends its sessions; so does removing an event from it. An account that is ' +
        'disabled or limited to events loses its tokens and webhooks, except those that you transfer to you (`takeOver`), and ' +
        'the sponsor links and volunteer credentials that it has created.',
      body: accountChange,
      confirmed: true,
      responses: { 200: account },
      problems: ['username-taken', 'event-not-found', 'email-taken', 'last-administrator'],
      changes: 'sessions',
    },
    resetPassword: {
      route: 'POST /api/accounts/:accountId/password',
      summary: "Reset an administrator's password; this ends their sessions",
      body: passwordReset,
      confirmed: true,
      responses: { 200: account },
      problems: ['password-easy-to-guess'],
      audit: 'account-password-reset',
      changes: 'sessions',
    },
    deleteAccountSecondFactor: {
      route: 'POST /api/accounts/:accountId/second-factor/delete',
      summary: "Reset an administrator's second factor, for example after a lost phone",
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: account },
      problems: ['second-factor-off'],
      audit: 'account-second-factor-reset',
    },
  },
);
