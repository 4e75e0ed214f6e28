import { authCalls } from '@drawbridge/contract/calls/auth';
import type { ProblemCode } from '@drawbridge/contract/errors';
import { Problem, succeed } from '../../errors.ts';
import { networkOf } from '../../plugins/limits.ts';
import { bearerToken } from '../../plugins/session.ts';
import { labelOf, recordAudit, recordFailure } from '../audit/store.ts';
import { feature } from '../feature.ts';
import { partyOf } from '../passkeys/rules.ts';
import { isAppCode } from '../second-factor/rules.ts';
import { hasApp } from '../second-factor/store.ts';
import { noteLetIn } from '../volunteers/store.ts';
import { acceptAttempt, countAttempt, forgiveAttempt } from './login-attempt-store.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { createToken, placeOf } from './rules.ts';
import { endSession, startSession, startSessionByCode } from './session-store.ts';
import { createUser, findAccount } from './store.ts';

export const auth = feature(authCalls, ({ db, settings }) => ({
  logIn: async ({ body, request }) => {
    const { key, user } = await findAccount(db, body.username);
    const attempt = { account: key, address: networkOf(request.ip), device: body.device };
    const counted = await countAttempt(db, attempt);
    if (counted.waitSeconds > 0) {
      throw new Problem('too-many-logins', { retryAfterSeconds: counted.waitSeconds });
    }
    const place = placeOf(request);
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
  logInByCode: async ({ body: { code, device }, countFailure, request }) => {
    const token = createToken();
    const place = placeOf(request);
    const { sessionHours } = settings;
    const user = await startSessionByCode(db, code, { token, sessionHours, ...place });
    if (!user) {
      // Nobody guesses a code. Only wrong ones are counted, so that they keep nobody else out.
      countFailure();
      const details = { reason: 'QR code expired or used', ...place };
      await recordFailure(db, undefined, { kind: 'log-in-failed', details });
      throw new Problem('login-code-invalid');
    }
    const attempt = { account: user.id, address: networkOf(request.ip), device };
    await acceptAttempt(db, attempt, { waitSeconds: 0, subjects: [] });
    return { token, user };
  },
  createVolunteer: async ({ body: { password, ...account }, change }) => {
    const passwordHash = await hashPassword(password);
    const user = await change(
      async (tx, by) => {
        const created = await createUser(tx, { ...account, passwordHash, role: 'volunteer' });
        if (created.ok) await noteLetIn(tx, [created.value.id], by);
        return created;
      },
      (user) => ({ subject: { id: user.id, name: labelOf(user) } }),
    );
    return { user };
  },
  getOwnUser: ({ user }) => user,
  logOut: async ({ change, request }) => {
    const signedOn = await change(
      async (tx) => succeed(await endSession(tx, bearerToken(request) ?? '')),
      {},
    );
    const provider = signedOn && settings.signOn?.name;
    return { ok: true as const, ...(provider && { signOn: provider }) };
  },
}));
