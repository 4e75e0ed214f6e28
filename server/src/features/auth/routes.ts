import {
  loginAnswer,
  loginInput,
  logoutAnswer,
  registration,
  registrationAnswer,
  sessionUser,
} from '@drawbridge/contract/auth';
import { normalizeIP } from '@fastify/rate-limit';
import { Problem, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import type { Routes } from '../feature.ts';
import { acceptAttempt, countAttempt } from './login-attempt-store.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { createToken } from './rules.ts';
import { createSession, createUser, endSession, findAccount } from './store.ts';

export const authRoutes: Routes = async (app, { db, settings }) => {
  app.post(
    '/login',
    {
      config: { who: 'anyone', problems: ['invalid-credentials', 'too-many-logins'] },
      schema: {
        tags: ['auth'],
        summary: 'Log in',
        body: loginInput,
        response: { 200: loginAnswer },
      },
    },
    async ({ body, ip }) => {
      const { key, user } = await findAccount(db, body.username);
      const attempt = { account: key, address: normalizeIP(ip), device: body.device };
      const counted = await countAttempt(db, attempt);
      if (counted.waitSeconds > 0) {
        throw new Problem('too-many-logins', { retryAfterSeconds: counted.waitSeconds });
      }
      if (!(await passwordMatches(user?.passwordHash, body.password)) || !user) {
        throw new Problem('invalid-credentials');
      }
      const token = createToken();
      const { sessionHours } = settings;
      if (!(await createSession(db, { token, user, sessionHours }))) {
        throw new Problem('invalid-credentials');
      }
      await acceptAttempt(db, attempt, counted);
      return { token, user };
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
