import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import type {
  PasskeyAssertion,
  PasskeyInput,
  PasskeyOptions,
} from '@drawbridge/contract/login/passkeys';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Settings } from '../../settings.ts';

/** Loaded when a passkey is used, because it would take a tenth of every start. */
const webauthn = () => import('@simplewebauthn/server');

/** How long a browser waits for the person, in milliseconds; the challenge lasts as long. */
export const PASSKEY_TIMEOUT = 5 * 60_000;

/** Who we are to authenticators: a passkey works at the address where it was added, and nowhere else. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** What an authenticator has signed, and for whom it should be. */
export type SignedChallenge = PasskeyAssertion & { party: RelyingParty };

/** The operator's address, or the one that the browser has asked for. */
export function partyOf(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): RelyingParty {
  const address = publicUrl ?? `${protocol}://${host}`;
  // The Host header may be anything.
  if (!URL.canParse(address)) throw new Problem('malformed-request');
  const { hostname, origin } = new URL(address);
  return { id: hostname, origin };
}

/** The authenticator keeps the account's id with the passkey, so nobody has to type a name. */
export const userHandle = (userId: string): Buffer =>
  Buffer.from(userId.replaceAll('-', ''), 'hex');

/** What the browser needs to make a passkey that works alone: kept in the authenticator, and locked. */
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

/** The challenge that was signed; empty if there is none to be read. */
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
 * Whether a credential names nobody who vouches for it: that was not asked for, and the library would fetch what the
 * certificates name from any address.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
}

/** The new credential, or undefined if it was not made for us, now, by a person who unlocked it. */
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

/** The new counter, or undefined if the credential did not sign this for us. */
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
      // It stands for two factors: having it, and unlocking it.
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
