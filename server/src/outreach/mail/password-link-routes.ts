import { setTimeout as pause } from 'node:timers/promises';
import { passwordLinkCalls } from '@drawbridge/contract/login/calls/auth';
import { labelOf, recordFailure } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { requireGoodPassword } from '../../core/password-rule.ts';
import { Problem } from '../../errors.ts';
import { browserLanguage, requestLanguage } from '../../http/languages.ts';
import { clientLocation } from '../../login/auth/rules.ts';
import { createToken, hashPassword } from '../../login/auth/secrets.ts';
import {
  findPasswordLink,
  type Invited,
  invite,
  requestPasswordLink,
  setPasswordByLink,
} from './password-link-store.ts';
import { type MailServices, requireMail } from './routes.ts';

/**
 * The minimum time of a response, longer than the look-up takes, so that the time does not reveal whether an account
 * has the address.
 */
const RESPONSE_MS = 300;

export const passwordLinks = feature(passwordLinkCalls, ({ db, settings, mail }: MailServices) => ({
  askForPasswordLink: async ({ body: { email }, request }) => {
    const worker = requireMail(mail);
    const recipient = {
      email,
      language: requestLanguage(request),
      location: clientLocation(request),
    };
    await Promise.all([requestPasswordLink(db, recipient), pause(RESPONSE_MS)]);
    worker.wake();
    return { ok: true as const };
  },
  setPasswordByLink: async ({ body: { code, newPassword }, countFailure, request }) => {
    const location = clientLocation(request);
    const refuse = async () => {
      countFailure();
      const details = { reason: 'link for a new password expired or used', ...location };
      await recordFailure(db, undefined, { kind: 'login-failed', details });
      return new Problem('password-link-invalid');
    };
    const user = await findPasswordLink(db, code);
    if (!user) throw await refuse();
    // Checked before the link is consumed.
    requireGoodPassword(newPassword, user);
    const passwordHash = await hashPassword(newPassword);
    const token = createToken();
    const session = {
      ...{ token, sessionHours: settings.sessionHours, ...location },
      language: browserLanguage(request),
    };
    const set = await setPasswordByLink(db, code, { passwordHash, ...session });
    if (!set) throw await refuse();
    return { ok: true as const, ...(set.loggedIn && { token, user: set.user }) };
  },
  inviteAdministrator: async ({ params: { accountId: id }, body: { email }, change }) => {
    if (email) requireMail(mail);
    const invitation = await change(
      (tx, by) => invite(tx, { id, role: 'admin', email }, by),
      invitationFacts,
    );
    if (invitation.to) mail?.wake();
    return invitation;
  },
  inviteVolunteer: async ({ params: { volunteerId: id }, body: { email }, change }) => {
    if (email) requireMail(mail);
    const invitation = await change(
      (tx, by) => invite(tx, { id, role: 'volunteer', email }, by),
      invitationFacts,
    );
    if (invitation.to) mail?.wake();
    return invitation;
  },
}));

const invitationFacts = ({ id, name, username, expiresAt }: Invited) => ({
  subject: { id, name: labelOf({ name, username }) },
  details: { until: expiresAt },
});
