import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type {
  PasskeyAssertion,
  PasskeyInput,
  PasskeyOptions,
} from '@drawbridge/contract/login/passkeys';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Settings } from '../../settings.ts';

/** The WebAuthn library, loaded on first use, because it would take a tenth of every start. */
const webauthn = () => import('@simplewebauthn/server');

/** The time in milliseconds for which a browser waits for the user. The challenge is valid for as long. */
export const PASSKEY_TIMEOUT = 5 * 60_000;

/** The identity of this server for authenticators. A passkey works only at the address where it was added. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** A signed challenge, and the server that it should be for. */
export type SignedChallenge = PasskeyAssertion & { party: RelyingParty };

/** The relying party at the operator's address, or at the address of the request. */
export function partyOf(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): RelyingParty {
  const address = publicUrl ?? `${protocol}://${host}`;
  // The Host header may contain anything.
  if (!URL.canParse(address)) throw new Problem('malformed-request');
  const { hostname, origin } = new URL(address);
  return { id: hostname, origin };
}

/** The account's id, which the authenticator stores with the passkey, so that no name has to be typed. */
export const userHandle = (userId: string): Buffer =>
  Buffer.from(userId.replaceAll('-', ''), 'hex');

/** Options for the browser to create a passkey that works alone: stored in the authenticator, and locked. */
export async function creationOptions(
  party: RelyingParty,
  user: { id: string; username: string; name: string | null },
  known: readonly string[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: party.id,
    userID: new Uint8Array(userHandle(user.id)),
    userName: user.username,
    userDisplayName: user.name ?? user.username,
    timeout: PASSKEY_TIMEOUT,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return options as PasskeyOptions;
}

/** The signed challenge; empty if it cannot be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

export interface Credential {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
}

/**
 * True if the credential contains no certificates. They were not requested, and the library would fetch the URLs in
 * them from any address.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
}

/** The new credential; undefined unless it was made for this server, for this challenge, by a user who unlocked it. */
export async function readRegistration(
  { id, response }: PasskeyInput['credential'],
  party: RelyingParty,
): Promise<Credential | undefined> {
  try {
    if (!(await hasNoCertificates(response.attestationObject))) return undefined;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challengeIn(response.clientDataJSON),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { credential } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    };
  } catch {
    return undefined;
  }
}

/** The new counter; undefined if the credential did not sign this challenge for this server. */
export async function readAssertion(
  { id, response: { userHandle, ...signed }, party }: SignedChallenge,
  credential: Credential,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...signed, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challengeIn(signed.clientDataJSON),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id,
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
      },
      // A passkey counts as two factors: possessing it, and unlocking it.
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
