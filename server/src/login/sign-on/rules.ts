import { type Role, username, volunteerName } from '@drawbridge/contract/login/auth';
import type { SignOnSettings } from '../../settings.ts';

/** What the provider says about a person. */
export interface Claims {
  iss: string;
  sub: string;
  [claim: string]: unknown;
}

type Roles = Pick<SignOnSettings, 'admins' | 'volunteers'>;

/** The role that somebody unknown gets here; undefined if they get no account. */
export function roleOf(claims: Claims, { admins, volunteers }: Roles): Role | undefined {
  if (has(claims, admins)) return 'admin';
  return has(claims, volunteers) ? 'volunteer' : undefined;
}

/** Whether an account of this role, made for somebody, is still theirs. */
export function keepsRole(role: Role, claims: Claims, roles: Roles): boolean {
  const now = roleOf(claims, roles);
  return now === 'admin' || now === role;
}

function has(claims: Claims, wanted: Roles['admins']): boolean {
  // An own property: a claim named `constructor` is in every object.
  if (!wanted || !Object.hasOwn(claims, wanted.claim)) return false;
  return [claims[wanted.claim]].flat().some((value) => String(value) === wanted.value);
}

/** ASCII only: in other scripts there are letters that the database takes for the same, such as K and the sign of kelvin. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/;
const ADDRESS_MAX = 254;

/** The address, if the provider has made sure of it: anybody can enter somebody else's. */
export function verifiedEmail({ email, email_verified: verified }: Claims): string | undefined {
  // Some providers write the boolean as text.
  if (typeof email !== 'string' || (verified !== true && verified !== 'true')) return undefined;
  return ADDRESS.test(email) && email.length <= ADDRESS_MAX ? email : undefined;
}

/** What a new account is called: as at the provider, as far as our rules for names allow. */
export function accountNames(claims: Claims): { username: string; name: string | null } {
  const { preferred_username: preferred, email } = claims;
  const usable = [preferred, String(email ?? '').split('@')[0], claims.sub]
    .map((text) => username.safeParse(text).data)
    .find((text) => text !== undefined);
  return { username: usable ?? 'person', name: volunteerName.safeParse(claims.name).data ?? null };
}
