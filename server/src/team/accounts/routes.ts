import type { AuditKind } from '@drawbridge/contract/core/audit-kinds';
import { accountsCalls } from '@drawbridge/contract/team/calls/accounts';
import type { AuditRecord } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { requireGoodPassword } from '../../core/password-rule.ts';
import { orProblem, succeed, unwrap } from '../../errors.ts';
import { hashPassword } from '../../login/auth/secrets.ts';
import { createUser } from '../../login/auth/store.ts';
import {
  changeAccount,
  listAccounts,
  nameEvents,
  resetPassword,
  resetSecondFactor,
} from './store.ts';

export const accounts = feature(accountsCalls, ({ db }) => ({
  getAccounts: () => listAccounts(db),
  createAccount: async ({ body: { fullName: name, username, password, events }, change }) => {
    requireGoodPassword(password, { role: 'admin', username });
    const passwordHash = await hashPassword(password);
    return change(
      async (tx) => {
        const eventNames = unwrap(await nameEvents(tx, events));
        const user = unwrap(
          await createUser(tx, { username, name, passwordHash, role: 'admin', events }),
        );
        const [listed] = await listAccounts(tx, user.id);
        return succeed({ ...orProblem(listed, 'account-not-found'), eventNames });
      },
      (created) => ({ ...about(created), details: { events: created.eventNames } }),
    );
  },
  updateAccount: async ({ params: { accountId }, body, change }) => {
    const { currentPassword, fullName: name, ...wanted } = body;
    const { after } = await change(
      (tx, user) => changeAccount(tx, accountId, { ...wanted, name }, user),
      ({ before, after, eventNames, ended }) => {
        const renamed =
          before.username !== after.username ||
          before.name !== after.name ||
          before.email !== after.email;
        const limited = String(before.events) !== String(after.events);
        const switched = (before.disabledAt === null) !== (after.disabledAt === null);
        const record = (happened: boolean, kind: AuditKind, details = {}): AuditRecord[] =>
          happened ? [{ kind, ...about(after), details }] : [];
        return [
          ...record(renamed, 'account-changed', { was: before.username }),
          ...record(limited, 'account-limited', { events: eventNames }),
          ...record(switched, `account-${after.disabledAt ? 'disabled' : 'enabled'}`),
          ...ended,
        ];
      },
    );
    return after;
  },
  resetPassword: async ({ params: { accountId }, body: { newPassword }, change }) => {
    const [target] = await listAccounts(db, accountId);
    const { username } = orProblem(target, 'account-not-found');
    requireGoodPassword(newPassword, { role: 'admin', username });
    const passwordHash = await hashPassword(newPassword);
    return change((tx) => resetPassword(tx, accountId, passwordHash), about);
  },
  deleteAccountSecondFactor: ({ params: { accountId }, change }) =>
    change((tx) => resetSecondFactor(tx, accountId), about),
}));

const about = ({ id, username }: { id: string; username: string }) => ({
  subject: { id, name: username },
});
