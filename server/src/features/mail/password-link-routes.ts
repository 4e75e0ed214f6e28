import { setTimeout as pause } from 'node:timers/promises';
import { forgottenAnswer, forgottenPassword, passwordByLink } from '@drawbridge/contract/mail';
import { Problem } from '../../errors.ts';
import { answerLanguage } from '../../plugins/languages.ts';
import { networkOf } from '../../plugins/limits.ts';
import { recordFailure } from '../audit/store.ts';
import { requireGoodPassword } from '../auth/password-rule.ts';
import { hashPassword } from '../auth/passwords.ts';
import { describeDevice } from '../auth/rules.ts';
import type { Routes } from '../feature.ts';
import { askForPassword, findPasswordLink, setPasswordByLink } from './password-link-store.ts';
import { requireMail } from './routes.ts';

const ASKED_PER_MINUTE = 10;
const WRONG_LINKS_PER_MINUTE = 60;
/** Longer than looking the address up takes, so that the time of the answer does not tell whether somebody has it. */
const ANSWER_MS = 300;

/** A new password for administrators who have forgotten theirs. It does not replace the second factor. */
export const passwordLinkRoutes: Routes = async (app, { db, mail }) => {
  app.post(
    '/forgotten-password',
    {
      config: { problems: ['mail-off', 'too-many-requests'] },
      schema: {
        tags: ['auth'],
        summary: 'Send a link for a new password, if an administrator has this address',
        body: forgottenPassword,
        response: { 202: forgottenAnswer },
      },
    },
    async (request, reply) => {
      const worker = requireMail(mail);
      const { ip, headers, body } = request;
      app.limits.count(request, `forgotten passwords ${networkOf(ip)}`, ASKED_PER_MINUTE);
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      const asked = { email: body.email, language: answerLanguage(request), place };
      await Promise.all([askForPassword(db, asked), pause(ANSWER_MS)]);
      worker.wake();
      reply.code(202);
      return { ok: true as const };
    },
  );

  app.post(
    '/password-by-link',
    {
      config: {
        problems: ['password-link-invalid', 'password-easy-to-guess', 'too-many-requests'],
      },
      schema: {
        tags: ['auth'],
        summary: 'Choose a new password with the link from the mail, which ends all sessions',
        body: passwordByLink,
        response: { 200: forgottenAnswer },
      },
    },
    async (request) => {
      const { body, ip, headers } = request;
      const { code, newPassword } = body;
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      const refuse = async () => {
        app.limits.count(request, `wrong password links ${networkOf(ip)}`, WRONG_LINKS_PER_MINUTE);
        const details = { reason: 'link for a new password expired or used', ...place };
        await recordFailure(db, undefined, { kind: 'log-in-failed', details });
        return new Problem('password-link-invalid');
      };
      const user = await findPasswordLink(db, code);
      if (!user) throw await refuse();
      // Before the link is used up.
      requireGoodPassword(newPassword, user);
      const passwordHash = await hashPassword(newPassword);
      if (!(await setPasswordByLink(db, code, { passwordHash, place }))) throw await refuse();
      return { ok: true as const };
    },
  );
};
