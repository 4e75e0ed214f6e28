import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const CLIENT = { id: 'drawbridge', secret: 'a-secret-that-only-both-of-them-know' };
export const PUBLIC_URL = 'https://raffle.example.org';

/** The claims of a valid ID token. */
export type GoodToken = JWTPayload & { nonce: string };
type Sign = (payload: JWTPayload, header?: Record<string, unknown>) => Promise<string>;

/**
 * A provider with any response that a test wants, valid or not, signed with its own key. Set its `issuer` in the
 * server's settings, with the `CLIENT`.
 */
export async function startAnyProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const say: { idToken: string; userinfo: object } = { idToken: '', userinfo: {} };
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const issuer = issuerOf();
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      },
      '/jwks': { keys: [jwk] },
      '/token': { access_token: 'access', token_type: 'Bearer', id_token: say.idToken },
      '/me': say.userinfo,
    };
    const document = documents[request.url ?? ''];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuerOf = () => `http://127.0.0.1:${port}`;

  const sign: Sign = (payload, header) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(privateKey);

  return {
    issuer: issuerOf(),
    jwk,
    say,
    sign,
    requests: () => requests,
    /** The settings of a server that trusts it. */
    settings: {
      OIDC_ISSUER: issuerOf(),
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Acme',
      PUBLIC_URL,
    },
    /** The claims of a person who has just logged in at the provider. */
    goodToken: (nonce: string, claims: Record<string, unknown>): GoodToken => {
      const now = Math.floor(Date.now() / 1000);
      const aud = CLIENT.id;
      return { iss: issuerOf(), aud, iat: now, exp: now + 300, sub: 'zoe', nonce, ...claims };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    reopen: () => listen(port),
  };
}
