import { z } from 'zod';
import { id } from '../core/ids.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { loginInput } from './auth.ts';

export const PASSKEYS_MAX = 20;

/** Bytes in base64url, as WebAuthn writes them in JSON. */
const bytes = (max: number) =>
  z
    .string('The passkey is not complete')
    .max(max, 'The passkey is too long')
    .regex(/^[A-Za-z0-9_-]*$/, 'The passkey is not readable')
    .describe('Base64url, as WebAuthn describes it.');

const credentialId = bytes(1400).min(1, 'The passkey is not complete');

/** The signed response of an authenticator. */
export const passkeyAssertion = z
  .object({
    id: credentialId,
    response: z
      .object({
        clientDataJSON: bytes(4000),
        authenticatorData: bytes(4000),
        signature: bytes(4000),
        userHandle: bytes(200).optional(),
      })
      .describe('The signature, as WebAuthn describes it.'),
  })
  .meta({ id: 'PasskeyAssertion' });

/** A new passkey, as returned by the browser. */
const passkeyRegistration = z.object({
  id: credentialId,
  response: z
    .object({ clientDataJSON: bytes(4000), attestationObject: bytes(20_000) })
    .describe('The new key, as WebAuthn describes it.'),
});

export const passkeyChallenge = z
  .object({
    challenge: z.string().describe('Signed by the passkey, once.'),
    rpId: z.string(),
    timeout: z.number().describe('In milliseconds.'),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyChallenge' });

export const passkeyOptions = z
  .object({
    challenge: z.string().describe('Signed by the passkey, once.'),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(
      z.object({ alg: z.int().describe('A COSE algorithm.'), type: z.literal('public-key') }),
    ),
    timeout: z.number().describe('In milliseconds.'),
    attestation: z.literal('none'),
    excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyOptions' });

const passkeyName = singleLine({ label: 'Name', required: 'Name is required', min: 1, max: 60 })
  .register(formFields, { label: 'Name' })
  .describe('1 to 60 characters, to tell it from others.');

export const passkeyInput = z
  .object({
    name: passkeyName,
    credential: passkeyRegistration.describe(
      'What `navigator.credentials.create()` returned, as WebAuthn describes it.',
    ),
  })
  .meta({ id: 'NewPasskey' });

export const passkeyChange = z.object({ name: passkeyName }).meta({ id: 'PasskeyChange' });

export const passkey = z
  .object({
    id,
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe('Null if it was never used.'),
  })
  .meta({ id: 'Passkey' });

/** The response to a new passkey. An administrator's first second factor comes with recovery codes. */
export const passkeyAdded = passkey
  .extend({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .describe(
        'Each replaces a code of the app once; null unless this is the first second factor. Shown only in this response.',
      ),
  })
  .meta({ id: 'PasskeyAdded' });

export const loginByPasskeyInput = z
  .object({
    passkey: passkeyAssertion.describe(
      'What `navigator.credentials.get()` returned, as WebAuthn describes it.',
    ),
    device: loginInput.shape.device,
  })
  .meta({ id: 'LoginByPasskey' });

/** A confirmation by a logged-in user with a passkey instead of the password. */
export const confirmationInput = z
  .object({
    passkey: passkeyAssertion
      .optional()
      .describe(
        'What `navigator.credentials.get()` returned; missing to confirm by a recent login through single sign-on.',
      ),
  })
  .meta({ id: 'ProofWithoutPassword' });

export const confirmation = z
  .object({
    confirmation: z.string().meta({
      description: 'The same session may send it in place of the password for five minutes.',
    }),
  })
  .meta({ id: 'Confirmation' });

export type Passkey = z.infer<typeof passkey>;
export type PasskeyAdded = z.infer<typeof passkeyAdded>;
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;
export type PasskeyInput = z.infer<typeof passkeyInput>;
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>;
export type PasskeyOptions = z.infer<typeof passkeyOptions>;
export type Confirmation = z.infer<typeof confirmation>;
