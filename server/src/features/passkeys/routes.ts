import { passwordConfirmation } from '@drawbridge/contract/accounts/accounts';
import { loginAnswer } from '@drawbridge/contract/accounts/auth';
import {
  confirmation,
  confirmationInput,
  loginByPasskeyInput,
  passkey,
  passkeyAdded,
  passkeyChallenge,
  passkeyChange,
  passkeyInput,
  passkeyOptions,
} from '@drawbridge/contract/accounts/passkeys';
import { deleted, reference } from '@drawbridge/contract/ids';
import { z } from 'zod';
import { found, Problem } from '../../errors.ts';
import { networkOf } from '../../plugins/limits.ts';
import { bearerToken, signedIn } from '../../plugins/session.ts';
import { recordFailure } from '../audit/store.ts';
import {
  CONFIRMATION_PREFIX,
  confirmPassword,
  countConfirmation,
} from '../auth/confirm-password.ts';
import { acceptAttempt, forgiveAttempt } from '../auth/login-attempt-store.ts';
import { keepOneTime, takeOneTime } from '../auth/one-time-store.ts';
import { createToken, describeDevice } from '../auth/rules.ts';
import { endSessions, startSessionByPasskey } from '../auth/session-store.ts';
import type { Routes } from '../feature.ts';
import {
  challengeIn,
  creationOptions,
  PASSKEY_TIMEOUT,
  partyOf,
  readRegistration,
} from './rules.ts';
import {
  addPasskey,
  confirmByPasskey,
  isFreshSignOn,
  listCredentials,
  removePasskey,
  renamePasskey,
} from './store.ts';

/** More than a hall full of volunteers behind one address asks for in a minute. */
const CHALLENGES_PER_MINUTE = 240;
const FAILURES_PER_MINUTE = 60;

export const passkeyLoginRoutes: Routes = async (app, { db, settings }) => {
  const tags = ['auth'];

  app.post(
    '/passkey-challenge',
    {
      config: { problems: ['too-many-requests'] },
      schema: {
        tags,
        summary: 'Get what a passkey has to sign; it can be used once, within five minutes',
        response: { 200: passkeyChallenge },
      },
    },
    async (request) => {
      app.limits.count(
        request,
        `passkey challenges ${networkOf(request.ip)}`,
        CHALLENGES_PER_MINUTE,
      );
      const challenge = createToken();
      await keepOneTime(db, 'passkey', challenge);
      return {
        challenge,
        rpId: partyOf(settings, request).id,
        timeout: PASSKEY_TIMEOUT,
        // The same for everybody: what an account needs is not told before it has logged in.
        userVerification: 'required' as const,
      };
    },
  );

  app.post(
    '/login-passkey',
    {
      config: { problems: ['passkey-wrong', 'sign-on-needed', 'too-many-requests'] },
      schema: {
        tags,
        summary: 'Log in with a passkey alone',
        body: loginByPasskeyInput,
        response: { 200: loginAnswer },
      },
    },
    async (request) => {
      const { body, ip, headers } = request;
      const address = networkOf(ip);
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      const token = createToken();
      const session = { token, sessionHours: settings.sessionHours, ...place };
      const signed = { ...body.passkey, party: partyOf(settings, request) };
      const { started, user } = await startSessionByPasskey(db, signed, session);
      if (!started || !user) {
        // Nobody guesses a signature. Only wrong ones are counted, so that they keep nobody else out.
        app.limits.count(request, `wrong passkeys ${address}`, FAILURES_PER_MINUTE);
        const [problem, reason] = user?.signOnNeeded
          ? (['sign-on-needed', 'no recent sign-on'] as const)
          : (['passkey-wrong', 'wrong passkey'] as const);
        await recordFailure(db, user, { kind: 'log-in-failed', details: { reason, ...place } });
        throw new Problem(problem);
      }
      const attempt = { account: user.id, address, device: body.device };
      await acceptAttempt(db, attempt, { waitSeconds: 0, subjects: [] });
      return { token, user };
    },
  );
};

/** The passkeys of the signed-in user. To add or remove one takes the password, or another passkey. */
export const passkeyRoutes: Routes = async (app, { db, audit, settings }) => {
  const tags = ['account'];
  const params = z.object({ id: reference('passkey-not-found') });
  const confirming = ['wrong-password', 'too-many-wrong-passwords'] as const;

  app.post(
    '/confirmation',
    {
      config: { problems: ['log-in-again', 'too-many-wrong-passwords'] },
      schema: {
        tags,
        summary: 'Confirm who you are without a password: with a passkey, or by a fresh sign-on',
        body: confirmationInput,
        response: { 200: confirmation },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      const { passkey: assertion } = request.body;
      const counted = await countConfirmation(db, user, 'too-many-wrong-passwords');
      const signed = assertion && { ...assertion, party: partyOf(settings, request) };
      const confirmed = signed
        ? await confirmByPasskey(db, signed, user.id)
        : await isFreshSignOn(db, user.sessionId);
      // Not 401, which would end the session in the page.
      if (!confirmed) throw new Problem('log-in-again');
      await forgiveAttempt(db, counted);
      const token = CONFIRMATION_PREFIX + createToken();
      const details = { sessionId: user.sessionId };
      await keepOneTime(db, 'confirmation', token, { userId: user.id, details });
      return { confirmation: token };
    },
  );

  app.post(
    '/passkeys/options',
    {
      config: { problems: [...confirming] },
      schema: {
        tags,
        summary: 'Get what a browser needs to make a passkey',
        body: passwordConfirmation.omit({ id: true }),
        response: { 200: passkeyOptions },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      await confirmPassword(db, user, request.body.currentPassword);
      const known = await listCredentials(db, user.id);
      const options = await creationOptions(partyOf(settings, request), user, known);
      await keepOneTime(db, 'new passkey', options.challenge, {
        userId: user.id,
        details: { sessionId: user.sessionId },
      });
      return options;
    },
  );

  app.post(
    '/passkeys',
    {
      config: { problems: ['passkey-refused', 'passkeys-full'] },
      schema: {
        tags,
        summary: 'Add a passkey; the first second factor ends all other sessions',
        body: passkeyInput,
        response: { 201: passkeyAdded },
      },
    },
    async (request, reply) => {
      const { name, credential } = request.body;
      const { sessionId } = await signedIn(request);
      const challenge = challengeIn(credential.response.clientDataJSON);
      const asked = await takeOneTime<{ sessionId: string }>(db, 'new passkey', challenge);
      // One that was asked for elsewhere may be somebody else's, who would log in with it.
      if (asked?.details.sessionId !== sessionId) throw new Problem('passkey-refused');
      const read = await readRegistration(credential, partyOf(settings, request));
      const made = found(read, 'passkey-refused');
      const added = await audit(
        request,
        async (tx, user) => {
          const outcome = await addPasskey(tx, user, name, made);
          if (outcome.ok && outcome.value.first) {
            await endSessions(tx, user.id, bearerToken(request));
          }
          return outcome;
        },
        'passkey-added',
      );
      reply.code(201);
      return added;
    },
  );

  app.patch(
    '/passkeys/:id',
    {
      config: { problems: ['passkey-not-found'] },
      schema: {
        tags,
        summary: 'Rename a passkey',
        params,
        body: passkeyChange,
        response: { 200: passkey },
      },
    },
    (request) =>
      audit(
        request,
        (tx, user) => renamePasskey(tx, user.id, request.params.id, request.body.name),
        'passkey-renamed',
      ),
  );

  app.post(
    '/passkeys/:id/remove',
    {
      config: {
        problems: [...confirming, 'passkey-not-found', 'request-id-reused', 'request-done'],
      },
      schema: {
        tags,
        summary: 'Remove a passkey',
        params,
        body: passwordConfirmation,
        response: { 200: deleted },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      await confirmPassword(db, user, request.body.currentPassword);
      return audit(
        request,
        (tx) => removePasskey(tx, user.id, request.params.id),
        'passkey-removed',
      );
    },
  );
};
