import {
  loginAnswer,
  loginByCodeInput,
  loginInput,
  logoutAnswer,
  registration,
  registrationAnswer,
  sessionUser,
} from '@drawbridge/contract/accounts/auth';
import { passkeyAssertion } from '@drawbridge/contract/accounts/passkeys';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { Problem, succeed } from '../../errors.ts';
import { networkOf } from '../../plugins/limits.ts';
import { bearerToken, signedIn } from '../../plugins/session.ts';
import { labelOf, recordAudit, recordFailure } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import { partyOf } from '../passkeys/rules.ts';
import { isAppCode } from '../second-factor/rules.ts';
import { hasApp } from '../second-factor/store.ts';
import { noteLetIn } from '../volunteers/store.ts';
import { acceptAttempt, countAttempt, forgiveAttempt } from './login-attempt-store.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { createToken, describeDevice } from './rules.ts';
import { endSession, startSession, startSessionByCode } from './session-store.ts';
import { createUser, findAccount } from './store.ts';

const WRONG_CODES_PER_MINUTE = 60;

export const authRoutes: Routes = async (app, { db, settings, audit }) => {
  app.post(
    '/login',
    {
      config: {
        who: 'anyone',
        problems: [
          'invalid-credentials',
          'second-factor-required',
          'passkey-required',
          'second-factor-wrong',
          'recovery-code-wrong',
          'passkey-wrong',
          'sign-on-needed',
          'too-many-logins',
        ],
      },
      schema: {
        tags: ['auth'],
        summary: 'Log in',
        description:
          '`code` or `passkey` is needed for an account with a second factor, and ignored otherwise.',
        body: loginInput.extend({ passkey: passkeyAssertion.optional() }),
        response: { 200: loginAnswer },
      },
    },
    async (request) => {
      const { body, ip, headers } = request;
      const { key, user } = await findAccount(db, body.username);
      const attempt = { account: key, address: networkOf(ip), device: body.device };
      const counted = await countAttempt(db, attempt);
      if (counted.waitSeconds > 0) {
        throw new Problem('too-many-logins', { retryAfterSeconds: counted.waitSeconds });
      }
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      const refuse = async (code: ProblemCode, reason: string) => {
        // A name without an account is not recorded: it may be a password in the wrong field.
        const details = { reason, ...place };
        await recordFailure(db, user, { kind: 'log-in-failed', details });
        return new Problem(code);
      };
      const matches = await passwordMatches(user?.passwordHash, body.password);
      if (!user) throw await refuse('invalid-credentials', 'unknown username');
      if (!matches) throw await refuse('invalid-credentials', 'wrong password');
      if (user.disabled) throw await refuse('invalid-credentials', 'account disabled');
      if (user.signOnNeeded) throw await refuse('sign-on-needed', 'no recent sign-on');
      if (user.secondFactor && body.code === undefined && !body.passkey) {
        await forgiveAttempt(db, counted);
        await recordAudit(db, user, { kind: 'log-in-code-asked', details: place });
        throw new Problem(
          (await hasApp(db, user.id)) ? 'second-factor-required' : 'passkey-required',
        );
      }
      const token = createToken();
      const session = { token, user, sessionHours: settings.sessionHours, ...place };
      const started = await startSession(db, session, {
        code: body.code,
        passkey: body.passkey && { ...body.passkey, party: partyOf(settings, request) },
      });
      if (started === 'wrong code') {
        if (body.passkey) throw await refuse('passkey-wrong', 'wrong passkey');
        // The sentence depends on what was typed alone, and tells nothing about the codes of the account.
        const typed = isAppCode(body.code ?? '') ? 'second-factor-wrong' : 'recovery-code-wrong';
        throw await refuse(typed, 'wrong code');
      }
      if (started === 'account changed') throw await refuse('invalid-credentials', started);
      await acceptAttempt(db, attempt, counted);
      return { token, user };
    },
  );

  app.post(
    '/login-code',
    {
      config: { who: 'anyone', problems: ['login-code-invalid', 'too-many-requests'] },
      schema: {
        tags: ['auth'],
        summary: 'Log in with a one-time code that an administrator has made',
        body: loginByCodeInput,
        response: { 200: loginAnswer },
      },
    },
    async (request) => {
      const { body, ip, headers } = request;
      const { code, device } = body;
      const address = networkOf(ip);
      const token = createToken();
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      const user = await startSessionByCode(db, code, {
        token,
        sessionHours: settings.sessionHours,
        ...place,
      });
      if (!user) {
        // Nobody guesses a code. Only wrong ones are counted, so that they keep nobody else out.
        app.limits.count(request, `wrong log-in codes ${address}`, WRONG_CODES_PER_MINUTE);
        const details = { reason: 'QR code expired or used', ...place };
        await recordFailure(db, undefined, { kind: 'log-in-failed', details });
        throw new Problem('login-code-invalid');
      }
      await acceptAttempt(
        db,
        { account: user.id, address, device },
        { waitSeconds: 0, subjects: [] },
      );
      return { token, user };
    },
  );

  app.post(
    '/register',
    {
      config: { limited: 'filtered', problems: ['username-taken'] },
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
      const user = await audit(
        request,
        async (tx, by) => {
          const created = await createUser(tx, { ...body, passwordHash, role: 'volunteer' });
          if (created.ok) await noteLetIn(tx, [created.value.id], by);
          return created;
        },
        (user) => ({ kind: 'volunteer-created', subject: { id: user.id, name: labelOf(user) } }),
      );
      return reply.code(201).send({ user });
    },
  );

  app.get(
    '/me',
    {
      config: { who: 'users', limited: 'filtered' },
      schema: { tags: ['auth'], summary: 'Who is logged in', response: { 200: sessionUser } },
    },
    (request) => signedIn(request),
  );

  app.post(
    '/logout',
    {
      config: { who: 'users', limited: 'filtered' },
      schema: { tags: ['auth'], summary: 'End the session', response: { 200: logoutAnswer } },
    },
    async (request) => {
      const signedOn = await audit(
        request,
        async (tx) => succeed(await endSession(tx, bearerToken(request) ?? '')),
        { kind: 'log-out' },
      );
      const provider = signedOn && settings.signOn?.name;
      return { ok: true as const, ...(provider && { signOn: provider }) };
    },
  );
};
