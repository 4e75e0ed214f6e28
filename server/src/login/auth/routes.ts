import type { ProblemCode } from '@drawbridge/contract/core/errors';
import { authCalls, passkeyLoginCalls } from '@drawbridge/contract/login/calls/auth';
import { labelOf, recordAudit, recordFailure } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { Problem, succeed } from '../../errors.ts';
import { browserLanguage } from '../../http/languages.ts';
import { networkOf } from '../../http/limits.ts';
import { bearerToken } from '../../http/session.ts';
import { PASSKEY_TIMEOUT, partyOf } from '../passkeys/rules.ts';
import { isAppCode } from '../second-factor/rules.ts';
import { hasApp } from '../second-factor/store.ts';
import { acceptAttempt, countAttempt, forgiveAttempt } from './login-attempt-store.ts';
import { clientLocation } from './rules.ts';
import { createOneTimeToken, createToken, hashPassword, passwordMatches } from './secrets.ts';
import {
  endSession,
  startSession,
  startSessionByCode,
  startSessionByPasskey,
} from './session-store.ts';
import { createUser, findAccount, recordCredentialIssuer } from './store.ts';

export const auth = feature(authCalls, ({ db, settings }) => ({
  logIn: async ({ body, request }) => {
    const { key, user } = await findAccount(db, body.username);
    const attempt = { account: key, address: networkOf(request.ip), device: body.device };
    const subjects = await countAttempt(db, attempt, 'too-many-logins');
    const location = clientLocation(request);
    const refuse = async (code: ProblemCode, reason: string) => {
      // A name without an account is not recorded: it may be a password in the wrong field.
      const details = { reason, ...location };
      await recordFailure(db, user, { kind: 'login-failed', details });
      return new Problem(code);
    };
    const matches = await passwordMatches(user?.passwordHash, body.password);
    if (!user) throw await refuse('invalid-credentials', 'unknown username');
    if (!matches) throw await refuse('invalid-credentials', 'wrong password');
    if (user.disabled) throw await refuse('invalid-credentials', 'account disabled');
    if (user.signOnNeeded) throw await refuse('sign-on-needed', 'no recent sign-on');
    if (user.secondFactor && body.code === undefined && !body.passkey) {
      await forgiveAttempt(db, subjects);
      await recordAudit(db, user, { kind: 'login-code-requested', details: location });
      throw new Problem(
        (await hasApp(db, user.id)) ? 'second-factor-required' : 'passkey-required',
      );
    }
    const token = createToken();
    const language = browserLanguage(request);
    const session = { token, user, sessionHours: settings.sessionHours, language, ...location };
    const started = await startSession(db, session, {
      code: body.code,
      passkey: body.passkey && { ...body.passkey, party: partyOf(settings, request) },
    });
    if (started === 'wrong code') {
      if (body.passkey) throw await refuse('passkey-wrong', 'wrong passkey');
      // The message depends only on the typed code, and reveals nothing about the codes of the account.
      const typed = isAppCode(body.code ?? '') ? 'second-factor-wrong' : 'recovery-code-wrong';
      throw await refuse(typed, 'wrong code');
    }
    if (started === 'account changed') throw await refuse('invalid-credentials', started);
    await acceptAttempt(db, attempt, subjects);
    return { token, user };
  },
  logInByCode: async ({ body: { code, device }, countFailure, request }) => {
    const token = createToken();
    const location = clientLocation(request);
    const { sessionHours } = settings;
    const language = browserLanguage(request);
    const session = { token, sessionHours, language, ...location };
    const user = await startSessionByCode(db, code, session);
    if (!user) {
      // The code cannot be guessed. Only wrong ones are counted, so that they do not block other users.
      countFailure();
      const details = { reason: 'QR code expired or used', ...location };
      await recordFailure(db, undefined, { kind: 'login-failed', details });
      throw new Problem('login-code-invalid');
    }
    const attempt = { account: user.id, address: networkOf(request.ip), device };
    await acceptAttempt(db, attempt);
    return { token, user };
  },
  createVolunteer: async ({ body: { password, ...account }, change }) => {
    const passwordHash = await hashPassword(password);
    const user = await change(
      async (tx, by) => {
        const created = await createUser(tx, { ...account, passwordHash, role: 'volunteer' });
        if (created.ok) await recordCredentialIssuer(tx, [created.value.id], by);
        return created;
      },
      (user) => ({ subject: { id: user.id, name: labelOf(user) } }),
    );
    return { user };
  },
  getOwnUser: ({ user }) => user,
  logOut: async ({ change, request }) => {
    const viaSso = await change(
      async (tx) => succeed(await endSession(tx, bearerToken(request) ?? '')),
      {},
    );
    const provider = viaSso && settings.signOn?.name;
    return { ok: true as const, ...(provider && { signOn: provider }) };
  },
}));

export const passkeyLogins = feature(passkeyLoginCalls, ({ db, settings }) => ({
  createPasskeyChallenge: async ({ request }) => {
    const challenge = createToken();
    await createOneTimeToken(db, 'passkey', challenge);
    return {
      challenge,
      rpId: partyOf(settings, request).id,
      timeout: PASSKEY_TIMEOUT,
      // The same for everybody, so that it does not reveal the account's settings before the login.
      userVerification: 'required' as const,
    };
  },
  logInByPasskey: async ({ body, countFailure, request }) => {
    const location = clientLocation(request);
    const token = createToken();
    const session = {
      ...{ token, sessionHours: settings.sessionHours, ...location },
      language: browserLanguage(request),
    };
    const signed = { ...body.passkey, party: partyOf(settings, request) };
    const { started, user } = await startSessionByPasskey(db, signed, session);
    if (!started || !user) {
      // The signature cannot be guessed. Only wrong ones are counted, so that they do not block other users.
      countFailure();
      const [problem, reason] = user?.signOnNeeded
        ? (['sign-on-needed', 'no recent sign-on'] as const)
        : (['passkey-wrong', 'wrong passkey'] as const);
      await recordFailure(db, user, { kind: 'login-failed', details: { reason, ...location } });
      throw new Problem(problem);
    }
    const attempt = { account: user.id, address: networkOf(request.ip), device: body.device };
    await acceptAttempt(db, attempt);
    return { token, user };
  },
}));
