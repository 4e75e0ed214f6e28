import { signOnCalls } from '@drawbridge/contract/login/calls/auth';
import { recordFailure } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem } from '../../errors.ts';
import { browserLanguage } from '../../http/languages.ts';
import { networkOf } from '../../http/limits.ts';
import { acceptAttempt } from '../../login/auth/login-attempt-store.ts';
import { clientLocation, loginMethodsOf } from '../../login/auth/rules.ts';
import { consumeOneTimeToken, createOneTimeToken, createToken } from '../../login/auth/secrets.ts';
import { type Checks, SignOnProvider } from '../../login/sign-on/provider.ts';
import { startSessionBySignOn } from './store.ts';

export const signOns = feature(signOnCalls, ({ db, settings }, app) => {
  const { signOn, sessionHours } = settings;
  const provider = signOn && new SignOnProvider(signOn, app.log);

  return {
    getLoginMethods: () => loginMethodsOf(settings),
    startSignOn: async () => {
      if (!provider) throw new Problem('sign-on-off');
      const { url, checks } = await provider.start();
      const secret = createToken();
      await createOneTimeToken(db, 'sign-on', secret, { details: checks });
      return { url, secret };
    },
    logInBySignOn: async ({ body: { secret, response, device }, countFailure, request }) => {
      if (!signOn || !provider) throw new Problem('sign-on-off');
      const location = clientLocation(request);
      try {
        const checks = await consumeOneTimeToken<Checks>(db, 'sign-on', secret);
        const { details } = orProblem(checks, 'sign-on-refused');
        const claims = await provider.finish(response, details);
        const token = createToken();
        const session = { token, sessionHours, language: browserLanguage(request), ...location };
        const started = await startSessionBySignOn(db, claims, signOn, session);
        if ('refused' in started) {
          app.log.debug({ because: started.refused }, 'single sign-on: no account');
          const reason = `single sign-on: ${started.refused}`;
          const failure = { kind: 'login-failed' as const, details: { reason, ...location } };
          await recordFailure(db, started.user, failure);
          throw new Problem('sign-on-no-account');
        }
        const { user } = started;
        const attempt = { account: user.id, address: networkOf(request.ip), device };
        await acceptAttempt(db, attempt);
        return { token, user };
      } catch (error) {
        // The secret cannot be guessed. Only failures are counted, so that they do not block other users.
        countFailure();
        throw error;
      }
    },
    endSignOn: async ({ reply }) =>
      reply.redirect(await orProblem(provider, 'sign-on-off').endUrl()),
  };
});
