import { accountCalls } from '@drawbridge/contract/team/calls/account';
import { recordAudit } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { requireGoodPassword } from '../../core/password-rule.ts';
import { fail, orProblem, Problem, succeed, unwrap } from '../../errors.ts';
import { bearerToken } from '../../http/session.ts';
import { confirmPassword, countConfirmation } from '../../login/auth/confirm-password.ts';
import { forgiveAttempt } from '../../login/auth/login-attempt-store.ts';
import { hashPassword } from '../../login/auth/secrets.ts';
import { endSessions } from '../../login/auth/session-store.ts';
import { replacePassword, setEmail, setLanguage } from '../../login/auth/store.ts';
import { describeKey } from '../../login/second-factor/rules.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from '../../login/second-factor/store.ts';
import { endOwnSession, findOwnAccount, listSessions } from './store.ts';

export const ownAccount = feature(accountCalls, ({ db }) => ({
  getOwnAccount: async ({ user }) => orProblem(await findOwnAccount(db, user.id), 'not-signed-in'),
  changeOwnPassword: async ({ body: { currentPassword, newPassword }, user, change, request }) => {
    const from = await confirmPassword(db, user, currentPassword);
    requireGoodPassword(newPassword, user);
    if (newPassword === currentPassword) throw new Problem('password-unchanged');
    const to = await hashPassword(newPassword);
    const keptToken = bearerToken(request);
    const ended = await change(
      (tx) => replacePassword(tx, user.id, { from, to, keptToken }),
      (sessionsEnded) => ({ details: { sessionsEnded } }),
    );
    return { ended };
  },
  changeOwnEmail: ({ body: { email }, change }) =>
    change(async (tx, user) => {
      const set = await setEmail(tx, user.id, user.role, email, user);
      if (set === 'taken') return fail('email-taken');
      return succeed(orProblem(await findOwnAccount(tx, user.id), 'not-signed-in'));
    }, {}),
  changeOwnLanguage: ({ body: { language }, change }) =>
    change(async (tx, { id, username, name, role, events }) => {
      await setLanguage(tx, id, language);
      return succeed({ id, username, name, role, events, language });
    }, {}),
  getOwnSessions: ({ user, request }) => listSessions(db, user.id, bearerToken(request) ?? ''),
  deleteOtherSessions: async ({ change, request }) => {
    const ended = await change(
      async (tx, user) => succeed(await endSessions(tx, user.id, bearerToken(request))),
      (count) => ({ details: { count } }),
    );
    return { ended };
  },
  deleteSession: ({ params: { sessionId }, change }) =>
    change(
      (tx, user) => endOwnSession(tx, user.id, sessionId),
      ({ device }) => ({ details: { device } }),
    ),
  startSecondFactor: ({ change }) =>
    change(
      async (tx, { id, username }) =>
        succeed(describeKey(unwrap(await startSecondFactor(tx, id)), username)),
      {},
    ),
  confirmSecondFactor: async ({ body: { code }, user, change, request }) => {
    const subjects = await countConfirmation(db, user, 'too-many-wrong-codes');
    const codes = await change(async (tx) => {
      const confirmed = await confirmSecondFactor(tx, user.id, code);
      if (!confirmed.ok && confirmed.problem === 'second-factor-not-confirmed') {
        // Recorded outside the transaction, which the problem rolls back.
        await recordAudit(db, user, { kind: 'second-factor-code-wrong' });
      }
      if (confirmed.ok) await endSessions(tx, user.id, bearerToken(request));
      return confirmed;
    }, {});
    await forgiveAttempt(db, subjects);
    return { recoveryCodes: codes };
  },
  replaceRecoveryCodes: async ({ change }) => ({
    recoveryCodes: await change((tx, user) => replaceRecoveryCodes(tx, user.id), {}),
  }),
  deleteSecondFactor: ({ change }) =>
    change(async (tx, user) => {
      if (!(await removeSecondFactor(tx, user.id))) return fail('second-factor-off');
      return succeed(orProblem(await findOwnAccount(tx, user.id), 'not-signed-in'));
    }, {}),
}));
