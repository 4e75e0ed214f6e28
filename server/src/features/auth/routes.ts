import {
  credentials,
  loginAnswer,
  logoutAnswer,
  registration,
  registrationAnswer,
  sessionUser,
} from '@drawbridge/contract/auth';
import { Problem, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import type { Routes } from '../feature.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { createToken, loginPatience } from './rules.ts';
import {
  countAttempt,
  createSession,
  createUser,
  endSession,
  findUserByUsername,
  forgetFailures,
  forgiveAttempt,
} from './store.ts';

export const authRoutes: Routes = async (app, { db, settings }) => {
  app.post(
    '/login',
    {
      config: { who: 'anyone', problems: ['invalid-credentials', 'too-many-logins'] },
      schema: {
        tags: ['auth'],
        summary: 'Log in',
        body: credentials,
        response: { 200: loginAnswer },
      },
    },
    async ({ body, ip }) => {
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
      if (!(await passwordMatches(found?.passwordHash, body.password)) || !found) {
        throw new Problem('invalid-credentials');
      }
      const token = createToken();
      const { sessionHours } = settings;
      if (!(await createSession(db, { token, user: found, sessionHours }))) {
        throw new Problem('invalid-credentials');
      }
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
    async ({ body }, reply) => {
      const user = unwrap(
        await createUser(db, {
          username: body.username,
          name: body.name,
          passwordHash: await hashPassword(body.password),
          role: 'volunteer',
        }),
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
      await endSession(db, request.headers.authorization?.slice('Bearer '.length) ?? '');
      return { ok: true as const };
    },
  );
};
