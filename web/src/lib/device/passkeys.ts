import type {
  PasskeyAssertion,
  PasskeyInput,
  PasskeyOptions,
} from '@drawbridge/contract/login/passkeys';
import { api, sentenceOf } from '../api/api-client.ts';
import { t } from '../texts/texts.ts';

// Loaded on the first use of a passkey, not with the login page.
const loadLibrary = () => import('@simplewebauthn/browser');

/** The reason why passkeys do not work on this page; undefined if they do. */
export function passkeyObstacle(): string | undefined {
  if (!isSecureContext) return t('workspace.passkeysNeedHttps');
  // A passkey belongs to a host name, and an IP address is none.
  if (/^[\d.]+$|^\[/.test(location.hostname)) return t('workspace.passkeysNeedName');
  return 'PublicKeyCredential' in window ? undefined : t('workspace.passkeysMissing');
}

/** Asks the user to unlock a passkey, which signs a fresh challenge of the server. */
export async function signWithPasskey(): Promise<PasskeyAssertion> {
  requirePasskeys();
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    loadLibrary(),
    api.post('/api/auth/passkey-challenge'),
  ]);
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Asks the user to create a passkey. */
export async function makePasskey(
  optionsJSON: PasskeyOptions,
): Promise<PasskeyInput['credential']> {
  requirePasskeys();
  const { startRegistration } = await loadLibrary();
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, response: { clientDataJSON, attestationObject } };
}

class NoPasskeys extends Error {}

function requirePasskeys(): void {
  const obstacle = passkeyObstacle();
  if (obstacle) throw new NoPasskeys(obstacle);
}

/** Explains a passkey error to the user. The library names its errors as browsers do. */
export function explainPasskey(error: Error): string {
  if (error instanceof NoPasskeys) return error.message;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    return t('workspace.passkeyNotUsed');
  }
  if (error.name === 'SecurityError') return t('workspace.passkeysElsewhere');
  if (error.name === 'InvalidStateError') return t('workspace.passkeyThere');
  return sentenceOf(error);
}
