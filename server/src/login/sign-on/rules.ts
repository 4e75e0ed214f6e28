import { type Role, username, volunteerName } from '@drawbridge/contract/login/auth';
import type { SignOnSettings } from '../../settings.ts';

/** The provider's claims about a person. */
export interface Claims {
  iss: string;
  sub: string;
  [claim: string]: unknown;
}

type Roles = Pick<SignOnSettings, 'admins' | 'volunteers'>;

/** The role of an unknown person; undefined if they get no account. */
export function roleOf(claims: Claims, { admins, volunteers }: Roles): Role | undefined {
  if (has(claims, admins)) return 'admin';
  return has(claims, volunteers) ? 'volunteer' : undefined;
}

/** True if an account of this role that was created for a person is still valid for them. */
export function keepsRole(role: Role, claims: Claims, roles: Roles): boolean {
  const now = roleOf(claims, roles);
  return now === 'admin' || now === role;
}

function has(claims: Claims, expected: Roles['admins']): boolean {
  // Own properties only: every object has a property named `constructor`.
  if (!expected || !Object.hasOwn(claims, expected.claim)) return false;
  return [claims[expected.claim]].flat().some((value) => String(value) === expected.value);
}

/**
 * Matches ASCII addresses only: in other scripts there are letters that the database treats as equal, such as K and the
 * kelvin sign.
 */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/;
const ADDRESS_MAX = 254;

/** The e-mail address, if the provider has verified it: an unverified one may belong to another person. */
export function verifiedEmail({ email, email_verified: verified }: Claims): string | undefined {
  // Some providers write the boolean as text.
  if (typeof email !== 'string' || (verified !== true && verified !== 'true')) return undefined;
  return ADDRESS.test(email) && email.length <= ADDRESS_MAX ? email : undefined;
}

/** The names of a new account: as at the provider, as far as our rules for names allow. */
export function accountNames(claims: Claims): { username: string; name: string | null } {
  const { preferred_username: preferred, email } = claims;
  const usable = [preferred, String(email ?? '').split('@')[0], claims.sub]
    .map((text) => username.safeParse(text).data)
    .find((text) => text !== undefined);
  return { username: usable ?? 'person', name: volunteerName.safeParse(claims.name).data ?? null };
}
