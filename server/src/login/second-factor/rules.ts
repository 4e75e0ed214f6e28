import { createHash } from 'node:crypto';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { withoutSpaces } from '@drawbridge/contract/login/account-names';
import { RECOVERY_CODES, type SecondFactorKey } from '@drawbridge/contract/team/accounts';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** The number of time steps by which a code may be early or late, because clocks differ and typing takes time. */
const STEPS_ASIDE = 1;

/** The key in the format of authenticator apps, with the parameters that every app supports. */
export function describeKey(key: Uint8Array, username: string): SecondFactorKey {
  const totp = generatorFor(key, username);
  return { key: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a code; undefined if the code is not valid now. */
export function stepOf(key: Uint8Array, code: string, now: number): number | undefined {
  const delta = generatorFor(key).validate({ token: code, timestamp: now, window: STEPS_ASIDE });
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

function generatorFor(key: Uint8Array, username = ''): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return new TOTP({ issuer: PRODUCT_NAME, label: username, secret, period: STEP_SECONDS });
}

/** True if the text looks like a code of an app, right or wrong, and not like a recovery code. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(typed));
}

/** Parses a typed code: the six digits of an app, or the hash of a recovery code. */
export function readCode(typed: string): { digits: string } | { hash: Buffer } | undefined {
  const digits = withoutSpaces(typed);
  if (isAppCode(digits)) return { digits };
  const code = readEntryCode(typed);
  return code && { hash: hashRecoveryCode(code) };
}

/** Creates recovery codes, which look like entry codes: 128 random bits in letters that are not easily misread. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newEntryCode);
}

export function hashNewCode(recoveryCode: string): Buffer {
  return hashRecoveryCode(readEntryCode(recoveryCode) ?? Buffer.alloc(0));
}

function hashRecoveryCode(code: Uint8Array): Buffer {
  return createHash('sha256').update(code).digest();
}
