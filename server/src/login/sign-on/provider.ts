import type { FastifyBaseLogger } from 'fastify';
import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import type { SignOnSettings } from '../../settings.ts';
import type { Claims } from './rules.ts';

const TIMEOUT_SECONDS = 5;
/** What the provider says about itself is read again after so long, for new addresses and keys. */
const FRESH_MS = 60 * 60_000;

/** What a log-in that has begun must come back with. The browser sees none of it but the state. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider says about itself. Throws if it cannot be used. */
function discover({ issuer, clientId, clientSecret }: SignOnSettings): Promise<oidc.Configuration> {
  const method = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None();
  return oidc.discovery(new URL(issuer), clientId, undefined, method, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Checks the signature of the ID token too, and not only that it comes from the provider by TLS.
      oidc.enableNonRepudiationChecks,
      // The settings allow it on this machine only.
      ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** Why the provider cannot be used now: nothing if it can. */
export function describeSignOnProblem(settings: SignOnSettings): Promise<string | undefined> {
  return discover(settings).then(
    () => undefined,
    (error: Error & { cause?: unknown }) => {
      const { message } = error.cause instanceof Error ? error.cause : error;
      return `Single sign-on: ${settings.issuer} cannot be used: ${message}`;
    },
  );
}

/** The provider of single sign-on. It is asked when somebody logs in, and never delays the start. */
export class SignOnProvider {
  readonly #settings: SignOnSettings;
  readonly #log: FastifyBaseLogger;
  #found: { config: oidc.Configuration; at: number } | undefined;
  #finding: Promise<oidc.Configuration> | undefined;

  constructor(settings: SignOnSettings, log: FastifyBaseLogger) {
    this.#settings = settings;
    this.#log = log;
  }

  get #loginPage(): string {
    return `${this.#settings.publicUrl}/login`;
  }

  /** Where the browser goes, and what its way back is checked by. */
  async start(): Promise<{ url: string; checks: Checks }> {
    const config = await this.#configuration();
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#loginPage,
      scope: this.#settings.scopes,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    this.#log.debug('single sign-on: somebody is sent to the provider');
    return { url: this.#safe(url), checks };
  }

  /** What the provider says about the person, for the query with which it sent them back. */
  async finish(answer: string, { state, nonce, verifier }: Checks): Promise<Claims> {
    const config = await this.#configuration();
    try {
      const url = new URL(this.#loginPage);
      url.search = answer;
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as Claims;
      // Many providers have the address and the groups there only.
      const more: Partial<Claims> = config.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
      // An address and whether it is verified are said in one place.
      const { email, email_verified } = claims.email === undefined ? more : claims;
      const all: Claims = { ...more, ...claims, email, email_verified };
      // Which there are tells why somebody gets no account, without telling who it is.
      const names = Object.keys(all).filter((name) => all[name] !== undefined);
      this.#log.debug({ claims: names, email_verified }, 'single sign-on: the provider answered');
      return all;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Where people end their session at the provider; our log-in page, if there is no such place. */
  async endUrl(): Promise<string> {
    try {
      const config = await this.#configuration();
      const to = { post_logout_redirect_uri: this.#loginPage, client_id: this.#settings.clientId };
      return this.#safe(oidc.buildEndSessionUrl(config, to));
    } catch (error) {
      this.#log.warn({ err: error }, 'single sign-on: no place to log out');
      return this.#loginPage;
    }
  }

  async #configuration(): Promise<oidc.Configuration> {
    if (this.#found && Date.now() - this.#found.at < FRESH_MS) return this.#found.config;
    this.#finding ??= discover(this.#settings).finally(() => {
      this.#finding = undefined;
    });
    try {
      const config = await this.#finding;
      this.#found = { config, at: Date.now() };
      return config;
    } catch (error) {
      this.#log.warn({ err: error }, `single sign-on: ${this.#settings.issuer} cannot be used`);
      // What was known an hour ago is better than nothing.
      if (this.#found) return this.#found.config;
      throw new Problem('sign-on-away');
    }
  }

  /** A browser is sent to web pages only. */
  #safe(url: URL): string {
    const isHttp = url.protocol === 'http:' && this.#settings.issuer.startsWith('http:');
    if (url.protocol === 'https:' || isHttp) return url.href;
    throw new Error(`${url.protocol} is not an address of the web`);
  }

  /** The log says why; whoever tries to get in does not learn it. */
  #explain(error: unknown): Problem {
    const { name, code = '', error: because } = error as Error & { code?: string; error?: string };
    // Only the provider's code for it: what it describes may name a person.
    this.#log.warn({ error: name, code, because }, 'single sign-on: log-in refused');
    const away = error instanceof TypeError || code === 'OAUTH_TIMEOUT' || /5\d\d/.test(code);
    return new Problem(away ? 'sign-on-away' : 'sign-on-refused');
  }
}
