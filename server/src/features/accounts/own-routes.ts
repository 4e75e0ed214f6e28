import {
  emailChange,
  ownAccount,
  passwordChange,
  passwordConfirmation,
  recoveryCodes,
  secondFactorConfirmation,
  secondFactorKey,
  session,
  sessionsEnded,
} from '@drawbridge/contract/accounts/accounts';
import { deleted, reference } from '@drawbridge/contract/ids';
import { z } from 'zod';
import { fail, found, Problem, succeed, unwrap } from '../../errors.ts';
import { bearerToken, signedIn } from '../../plugins/session.ts';
import { recordAudit } from '../audit/store.ts';
import { confirmPassword, confirmUser, countConfirmation } from '../auth/confirm-password.ts';
import { forgiveAttempt } from '../auth/login-attempt-store.ts';
import { requireGoodPassword } from '../auth/password-rule.ts';
import { hashPassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/session-store.ts';
import { replacePassword, setEmail } from '../auth/store.ts';
import type { Routes } from '../feature.ts';
import { describeKey } from '../second-factor/rules.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from '../second-factor/store.ts';
import { endOwnSession, findOwnAccount, listSessions } from './store.ts';

const tags = ['account'];

/** What signed-in users do with their own account. */
export const ownAccountRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/',
    { schema: { tags, summary: "The user's own account", response: { 200: ownAccount } } },
    async (request) =>
      found(await findOwnAccount(db, (await signedIn(request)).id), 'not-signed-in'),
  );

  app.post(
    '/password',
    {
      config: { problems: ['password-easy-to-guess', 'password-unchanged'] },
      schema: {
        tags,
        summary: 'Change your password, which ends all other sessions',
        body: passwordChange,
        response: { 200: sessionsEnded },
      },
    },
    async (request) => {
      const { currentPassword, newPassword } = request.body;
      const user = await signedIn(request);
      const from = await confirmPassword(db, user, currentPassword);
      requireGoodPassword(newPassword, user);
      if (newPassword === currentPassword) throw new Problem('password-unchanged');
      const to = await hashPassword(newPassword);
      const keptToken = bearerToken(request);
      const ended = await audit(
        request,
        (tx) => replacePassword(tx, user.id, { from, to, keptToken }),
        (sessionsEnded) => ({ kind: 'password-changed', details: { sessionsEnded } }),
      );
      return { ended };
    },
  );

  app.post(
    '/email',
    {
      config: { who: 'administrators', problems: ['email-taken'] },
      schema: {
        tags,
        summary: 'Set where mail reaches you, or remove it',
        body: emailChange,
        response: { 200: ownAccount },
      },
    },
    async (request) => {
      await confirmUser(db, request);
      return audit(
        request,
        async (tx, user) => {
          const set = await setEmail(tx, user.id, user.role, request.body.email);
          if (set === 'taken') return fail('email-taken');
          return succeed(found(await findOwnAccount(tx, user.id), 'not-signed-in'));
        },
        { kind: 'email-changed' },
      );
    },
  );

  app.get(
    '/sessions',
    {
      schema: {
        tags,
        summary: "The user's sessions, last used first",
        response: { 200: z.array(session) },
      },
    },
    async (request) => listSessions(db, (await signedIn(request)).id, bearerToken(request) ?? ''),
  );

  app.delete(
    '/sessions',
    {
      schema: { tags, summary: 'End all other sessions', response: { 200: sessionsEnded } },
    },
    async (request) => {
      const ended = await audit(
        request,
        async (tx, user) => succeed(await endSessions(tx, user.id, bearerToken(request))),
        (count) => ({ kind: 'sessions-ended', details: { count } }),
      );
      return { ended };
    },
  );

  app.delete(
    '/sessions/:id',
    {
      config: { problems: ['session-not-found'] },
      schema: {
        tags,
        summary: 'End a session',
        params: z.object({ id: reference('session-not-found') }),
        response: { 200: deleted },
      },
    },
    async (request) => {
      return audit(
        request,
        (tx, user) => endOwnSession(tx, user.id, request.params.id),
        ({ device }) => ({ kind: 'session-ended', details: { device } }),
      );
    },
  );

  app.post(
    '/second-factor',
    {
      config: { who: 'administrators', problems: ['second-factor-on'] },
      schema: {
        tags,
        summary: 'Get a key for an authenticator app; a code of the app then turns it on',
        body: passwordConfirmation,
        response: { 201: secondFactorKey },
      },
    },
    async (request, reply) => {
      const user = await confirmUser(db, request);
      reply.code(201);
      return audit(
        request,
        async (tx) =>
          succeed(describeKey(unwrap(await startSecondFactor(tx, user.id)), user.username)),
        { kind: 'second-factor-started' },
      );
    },
  );

  app.post(
    '/second-factor/confirm',
    {
      config: {
        who: 'administrators',
        problems: [
          'second-factor-on',
          'second-factor-not-started',
          'second-factor-not-confirmed',
          'too-many-wrong-codes',
        ],
      },
      schema: {
        tags,
        summary: 'Turn the second factor on, which ends all other sessions',
        body: secondFactorConfirmation,
        response: { 200: recoveryCodes },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      const counted = await countConfirmation(db, user, 'too-many-wrong-codes');
      const codes = await audit(
        request,
        async (tx) => {
          const confirmed = await confirmSecondFactor(tx, user.id, request.body.code);
          if (!confirmed.ok && confirmed.problem === 'second-factor-not-confirmed') {
            // Outside the transaction, which the problem rolls back.
            await recordAudit(db, user, { kind: 'second-factor-code-wrong' });
          }
          if (confirmed.ok) await endSessions(tx, user.id, bearerToken(request));
          return confirmed;
        },
        { kind: 'second-factor-enabled' },
      );
      await forgiveAttempt(db, counted);
      return { recoveryCodes: codes };
    },
  );

  app.post(
    '/second-factor/recovery-codes',
    {
      config: { who: 'administrators', problems: ['second-factor-off'] },
      schema: {
        tags,
        summary: 'Replace the recovery codes',
        body: passwordConfirmation,
        response: { 200: recoveryCodes },
      },
    },
    async (request) => {
      await confirmUser(db, request);
      const codes = await audit(request, (tx, user) => replaceRecoveryCodes(tx, user.id), {
        kind: 'recovery-codes-replaced',
      });
      return { recoveryCodes: codes };
    },
  );

  app.post(
    '/second-factor/remove',
    {
      config: { who: 'administrators', problems: ['second-factor-off'] },
      schema: {
        tags,
        summary: 'Turn the second factor off',
        body: passwordConfirmation,
        response: { 200: ownAccount },
      },
    },
    async (request) => {
      await confirmUser(db, request);
      return audit(
        request,
        async (tx, user) => {
          if (!(await removeSecondFactor(tx, user.id))) return fail('second-factor-off');
          return succeed(found(await findOwnAccount(tx, user.id), 'not-signed-in'));
        },
        { kind: 'second-factor-removed' },
      );
    },
  );
};
