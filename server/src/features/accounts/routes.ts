import {
  account,
  accountChange,
  accountInput,
  passwordConfirmation,
  passwordReset,
} from '@drawbridge/contract/accounts/accounts';
import type { AuditKind } from '@drawbridge/contract/audit-kinds';
import { reference } from '@drawbridge/contract/ids';
import { z } from 'zod';
import { found, succeed, unwrap } from '../../errors.ts';
import type { AuditRecord } from '../audit/store.ts';
import { confirmUser } from '../auth/confirm-password.ts';
import { requireGoodPassword } from '../auth/password-rule.ts';
import { hashPassword } from '../auth/passwords.ts';
import { createUser } from '../auth/store.ts';
import type { Routes } from '../feature.ts';
import {
  changeAccount,
  listAccounts,
  nameEvents,
  resetPassword,
  resetSecondFactor,
} from './store.ts';

const tags = ['accounts'];
const params = z.object({ id: reference('account-not-found') });

/** Administrators look after each other's accounts. Every change needs the password of who makes it. */
export const accountRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/',
    {
      schema: { tags, summary: 'All administrators', response: { 200: z.array(account) } },
    },
    () => listAccounts(db),
  );

  app.post(
    '/',
    {
      config: {
        problems: ['username-taken', 'password-easy-to-guess', 'event-not-found'],
      },
      schema: {
        tags,
        summary: 'Create an administrator',
        body: accountInput,
        response: { 201: account },
      },
    },
    async (request, reply) => {
      const { fullName: name, username, password, events } = request.body;
      await confirmUser(db, request);
      requireGoodPassword(password, { role: 'admin', username });
      const passwordHash = await hashPassword(password);
      reply.code(201);
      return audit(
        request,
        async (tx) => {
          const eventNames = unwrap(await nameEvents(tx, events));
          const user = unwrap(
            await createUser(tx, { username, name, passwordHash, role: 'admin', events }),
          );
          const [listed] = await listAccounts(tx, user.id);
          return succeed({ ...found(listed, 'account-not-found'), eventNames });
        },
        (created) => ({
          ...about('account-created')(created),
          details: { events: created.eventNames },
        }),
      );
    },
  );

  app.patch(
    '/:id',
    {
      config: {
        problems: [
          'account-not-found',
          'username-taken',
          'event-not-found',
          'email-taken',
          'last-administrator',
        ],
      },
      schema: {
        tags,
        summary: 'Rename, disable or enable an administrator, or choose their events',
        description:
          'Disabling ends their sessions, and so does taking an event from them. Whoever is disabled or limited to ' +
          'events loses their tokens and webhooks, except those that you take over (`takeOver`).',
        params,
        body: accountChange,
        response: { 200: account },
      },
    },
    async (request) => {
      const { currentPassword, fullName: name, ...change } = request.body;
      await confirmUser(db, request);
      const { after } = await audit(
        request,
        (tx, user) => changeAccount(tx, request.params.id, { ...change, name }, user),
        ({ before, after, eventNames, programs }) => {
          const renamed =
            before.username !== after.username ||
            before.name !== after.name ||
            before.email !== after.email;
          const limited = String(before.events) !== String(after.events);
          const switched = (before.disabledAt === null) !== (after.disabledAt === null);
          const record = (happened: boolean, kind: AuditKind, details = {}): AuditRecord[] =>
            happened ? [{ kind, subject: named(after), details }] : [];
          return [
            ...record(renamed, 'account-changed', { was: before.username }),
            ...record(limited, 'account-limited', { events: eventNames }),
            ...record(switched, `account-${after.disabledAt ? 'disabled' : 'enabled'}`),
            ...programs,
          ];
        },
      );
      return after;
    },
  );

  app.post(
    '/:id/password',
    {
      config: { problems: ['account-not-found', 'password-easy-to-guess'] },
      schema: {
        tags,
        summary: 'Give an administrator a new password, which ends their sessions',
        params,
        body: passwordReset,
        response: { 200: account },
      },
    },
    async (request) => {
      const { newPassword } = request.body;
      await confirmUser(db, request);
      const [target] = await listAccounts(db, request.params.id);
      const { username } = found(target, 'account-not-found');
      requireGoodPassword(newPassword, { role: 'admin', username });
      const passwordHash = await hashPassword(newPassword);
      return audit(
        request,
        (tx) => resetPassword(tx, request.params.id, passwordHash),
        about('account-password-reset'),
      );
    },
  );

  app.post(
    '/:id/second-factor/remove',
    {
      config: {
        problems: ['account-not-found', 'second-factor-off'],
      },
      schema: {
        tags,
        summary: "Turn an administrator's second factor off, such as after a lost phone",
        params,
        body: passwordConfirmation,
        response: { 200: account },
      },
    },
    async (request) => {
      await confirmUser(db, request);
      return audit(
        request,
        (tx) => resetSecondFactor(tx, request.params.id),
        about('account-second-factor-reset'),
      );
    },
  );
};

const named = ({ id, username }: { id: string; username: string }) => ({ id, name: username });

const about = (kind: AuditKind) => (account: Parameters<typeof named>[0]) => ({
  kind,
  subject: named(account),
});
