import type { FastifyBaseLogger } from 'fastify';
import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import type { SignOnSettings } from '../../settings.ts';
import type { Claims } from './rules.ts';

const TIMEOUT_SECONDS = 5;
/** The time after which the provider's metadata is read again, for new addresses and keys. */
const FRESH_MS = 60 * 60_000;

/** The values that the response to a login must match. The browser sees only the state. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Reads the provider's metadata. Throws if the provider cannot be used. */
function discover({ issuer, clientId, clientSecret }: SignOnSettings): Promise<oidc.Configuration> {
  const method = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None();
  return oidc.discovery(new URL(issuer), clientId, undefined, method, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Checks the signature of the ID token as well, and not only that it comes from the provider by TLS.
      oidc.enableNonRepudiationChecks,
      // The settings allow plain HTTP only for this machine.
      ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** The reason why the provider cannot be used now; undefined if it can. */
export function describeSignOnProblem(settings: SignOnSettings): Promise<string | undefined> {
  return discover(settings).then(
    () => undefined,
    (error: Error & { cause?: unknown }) => {
      const { message } = error.cause instanceof Error ? error.cause : error;
      return `Single sign-on: ${settings.issuer} cannot be used: ${message}`;
    },
  );
}

/** The provider of single sign-on. It is contacted at login, and never delays the start. */
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

  /** Returns the URL to open, and the values to check the response with. */
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

  /** The provider's claims about the person, for the query of the redirect back. */
  async finish(response: string, { state, nonce, verifier }: Checks): Promise<Claims> {
    const config = await this.#configuration();
    try {
      const url = new URL(this.#loginPage);
      url.search = response;
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as Claims;
      // Many providers return the address and the groups only there.
      const more: Partial<Claims> = config.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
      // An address and its verification must come from the same source.
      const { email, email_verified } = claims.email === undefined ? more : claims;
      const all: Claims = { ...more, ...claims, email, email_verified };
      // Log only the names of the claims: they explain why no account was assigned without revealing the person.
      const names = Object.keys(all).filter((name) => all[name] !== undefined);
      this.#log.debug({ claims: names, email_verified }, 'single sign-on: the provider answered');
      return all;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** The URL that ends the session at the provider, or our login page if there is none. */
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
      // Metadata that is an hour old is better than none.
      if (this.#found) return this.#found.config;
      throw new Problem('sign-on-away');
    }
  }

  /** Throws unless the URL is one of a web page, because a browser is redirected there. */
  #safe(url: URL): string {
    const isHttp = url.protocol === 'http:' && this.#settings.issuer.startsWith('http:');
    if (url.protocol === 'https:' || isHttp) return url.href;
    throw new Error(`${url.protocol} is not an address of the web`);
  }

  /** Logs the reason of a failure, and returns a problem that does not reveal it. */
  #explain(error: unknown): Problem {
    const { name, code = '', error: because } = error as Error & { code?: string; error?: string };
    // Log only the provider's error code: its description may name a person.
    this.#log.warn({ error: name, code, because }, 'single sign-on: login refused');
    const away = error instanceof TypeError || code === 'OAUTH_TIMEOUT' || /5\d\d/.test(code);
    return new Problem(away ? 'sign-on-away' : 'sign-on-refused');
  }
}
