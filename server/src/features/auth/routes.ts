import {
  credentials,
  loginAnswer,
  logoutAnswer,
  registration,
  registrationAnswer,
  sessionUser,
} from '@drawbridge/contract/auth';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { Problem, unwrap } from '../../errors.ts';
import { signedIn, tokenOf } from '../../plugins/session.ts';
import { audited, recordAudit } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import { describeDevice } from './device.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { createToken, loginPatience } from './rules.ts';
import {
  countAttempt,
  createUser,
  endSession,
  findUserByUsername,
  forgetFailures,
  forgiveAttempt,
  startSession,
} from './store.ts';

export const authRoutes: Routes = async (app, { db, settings }) => {
  app.post(
    '/login',
    {
      config: {
        who: 'anyone',
        problems: [
          'invalid-credentials',
          'second-factor-required',
          'second-factor-wrong',
          'too-many-logins',
        ],
      },
      schema: {
        tags: ['auth'],
        summary: 'Log in',
        description: '`code` is needed for an account with a second factor, and ignored otherwise.',
        body: credentials,
        response: { 200: loginAnswer },
      },
    },
    async ({ body, ip, headers }) => {
      const found = await findUserByUsername(db, body.username);
      // By id, because only PostgreSQL knows which spellings are the same username.
      const account = `account:${found?.id ?? body.username.toLowerCase()}`;
      const address = `address:${ip}`;
      for (const [subject, patience] of [
        [address, loginPatience.address],
        [account, loginPatience.account],
      ] as const) {
        const { waitSeconds } = await countAttempt(db, subject, patience);
        if (waitSeconds > 0)
          throw new Problem('too-many-logins', { retryAfterSeconds: waitSeconds });
      }
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      const refuse = async (code: ProblemCode, reason: string) => {
        // A name without an account is not recorded: it may be a password in the wrong field.
        await recordAudit(db, found, { kind: 'log-in-failed', details: { reason, ...place } });
        return new Problem(code);
      };
      const matches = await passwordMatches(found?.passwordHash, body.password);
      if (!found) throw await refuse('invalid-credentials', 'unknown username');
      if (!matches) throw await refuse('invalid-credentials', 'wrong password');
      if (found.disabled) throw await refuse('invalid-credentials', 'account disabled');
      if (found.secondFactor && body.code === undefined) {
        // Takes back only this attempt: the failures of somebody who guesses codes stay counted.
        await forgiveAttempt(db, account);
        await forgiveAttempt(db, address);
        throw new Problem('second-factor-required');
      }
      const token = createToken();
      const session = { token, user: found, sessionHours: settings.sessionHours, ...place };
      const started = await startSession(db, session, body.code);
      if (started === 'wrong code') throw await refuse('second-factor-wrong', 'wrong code');
      if (started === 'account changed') throw await refuse('invalid-credentials', started);
      await forgetFailures(db, account);
      await forgiveAttempt(db, address);
      return { token, user: found };
    },
  );

  app.post(
    '/register',
    {
      config: { problems: ['username-taken'] },
      schema: {
        tags: ['volunteers'],
        summary: 'Create a volunteer account',
        body: registration,
        response: { 201: registrationAnswer },
      },
    },
    async (request, reply) => {
      const { password, ...body } = request.body;
      const passwordHash = await hashPassword(password);
      const user = await audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await createUser(tx, { ...body, passwordHash, role: 'volunteer' })),
        ({ id, name }) => ({ kind: 'volunteer-created', subject: { id, name } }),
      );
      return reply.code(201).send({ user });
    },
  );

  app.get(
    '/me',
    {
      config: { who: 'users' },
      schema: { tags: ['auth'], summary: 'Who is logged in', response: { 200: sessionUser } },
    },
    (request) => signedIn(request),
  );

  app.post(
    '/logout',
    {
      config: { who: 'users' },
      schema: { tags: ['auth'], summary: 'End the session', response: { 200: logoutAnswer } },
    },
    async (request) => {
      await audited(
        db,
        await signedIn(request),
        (tx) => endSession(tx, tokenOf(request) ?? ''),
        () => ({ kind: 'log-out' }),
      );
      return { ok: true as const };
    },
  );
};
