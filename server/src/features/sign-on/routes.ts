import { loginAnswer } from '@drawbridge/contract/accounts/auth';
import {
  loginBySignOnInput,
  signOnStart,
  waysToLogIn,
} from '@drawbridge/contract/accounts/sign-on';
import { found, Problem } from '../../errors.ts';
import { networkOf } from '../../plugins/limits.ts';
import { recordFailure } from '../audit/store.ts';
import { acceptAttempt } from '../auth/login-attempt-store.ts';
import { keepOneTime, takeOneTime } from '../auth/one-time-store.ts';
import { createToken, describeDevice } from '../auth/rules.ts';
import type { Routes } from '../feature.ts';
import { type Checks, SignOnProvider } from './provider.ts';
import { waysOf } from './rules.ts';
import { startSessionBySignOn } from './store.ts';

const tags = ['auth'];
/** More than a hall full of volunteers behind one address begins or fails in a minute. */
const STARTS_PER_MINUTE = 120;
const FAILURES_PER_MINUTE = 60;

/**
 * Single sign-on by OpenID Connect. The page starts it, keeps the secret of this log-in in its tab, and brings back
 * what the provider answered. No cookie is needed, and no token is ever part of an address.
 */
export const signOnRoutes: Routes = async (app, { db, settings }) => {
  const { signOn, sessionHours } = settings;
  const provider = signOn && new SignOnProvider(signOn, app.log);

  app.get(
    '/ways',
    {
      schema: { tags, summary: 'How people can log in here', response: { 200: waysToLogIn } },
    },
    () => waysOf(settings),
  );

  app.post(
    '/sign-on',
    {
      config: { problems: ['sign-on-off', 'sign-on-away', 'too-many-requests'] },
      schema: { tags, summary: 'Begin a single sign-on', response: { 200: signOnStart } },
    },
    async (request) => {
      if (!provider) throw new Problem('sign-on-off');
      app.limits.count(request, `sign-ons ${networkOf(request.ip)}`, STARTS_PER_MINUTE);
      const { url, checks } = await provider.start();
      const secret = createToken();
      await keepOneTime(db, 'sign-on', secret, { details: checks });
      return { url, secret };
    },
  );

  app.post(
    '/login-sign-on',
    {
      config: {
        problems: [
          'sign-on-off',
          'sign-on-away',
          'sign-on-refused',
          'sign-on-no-account',
          'too-many-requests',
        ],
      },
      schema: {
        tags,
        summary: 'Finish a single sign-on in the browser that began it',
        body: loginBySignOnInput,
        response: { 200: loginAnswer },
      },
    },
    async (request) => {
      const { body, ip, headers } = request;
      const { secret, answer, device } = body;
      if (!signOn || !provider) throw new Problem('sign-on-off');
      const address = networkOf(ip);
      const place = { device: describeDevice(headers['user-agent']), address: ip };
      try {
        const begun = await takeOneTime<Checks>(db, 'sign-on', secret);
        const { details } = found(begun, 'sign-on-refused');
        const claims = await provider.finish(answer, details);
        const token = createToken();
        const session = { token, sessionHours, ...place };
        const started = await startSessionBySignOn(db, claims, signOn, session);
        if ('refused' in started) {
          app.log.debug({ because: started.refused }, 'single sign-on: no account');
          const reason = `single sign-on: ${started.refused}`;
          const failure = { kind: 'log-in-failed' as const, details: { reason, ...place } };
          await recordFailure(db, started.user, failure);
          throw new Problem('sign-on-no-account');
        }
        const { user } = started;
        const attempt = { account: user.id, address, device };
        await acceptAttempt(db, attempt, { waitSeconds: 0, subjects: [] });
        return { token, user };
      } catch (error) {
        // Nobody guesses a secret. Only failures are counted, so that they keep nobody else out.
        app.limits.count(request, `failed sign-ons ${address}`, FAILURES_PER_MINUTE);
        throw error;
      }
    },
  );

  app.get(
    '/sign-on/end',
    {
      config: { problems: ['sign-on-off'] },
      // A page is sent there, not a program.
      schema: { hide: true },
    },
    async (_request, reply) => reply.redirect(await found(provider, 'sign-on-off').endUrl()),
  );
};
