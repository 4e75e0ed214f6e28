import type { Scope } from '@drawbridge/contract/core/scopes';
import { registrationResponse, type SessionUser } from '@drawbridge/contract/login/auth';
import { newSponsorLink, sponsorSession } from '@drawbridge/contract/outreach/sponsor-pages';
import { newToken } from '@drawbridge/contract/team/tokens';
import { createToken, hash } from '../../login/auth/secrets.ts';
import { hashCheaply } from '../world/accounts.ts';
import type { TestApi } from '../world/api.ts';
import { Client } from '../world/client.ts';
import type { World } from '../world/example-context.ts';
import { createEvent, createSponsor, next } from '../world/fixtures.ts';

/** The password of every account that is created here. */
export const password = 'secret-enough';

export const accountBody = () => ({
  fullName: 'Priya Shah',
  username: `helper${next()}`,
  password,
  role: 'volunteer',
});

export const newUser = async ({ api }: Pick<World, 'api'>) =>
  (await api.admin.post('/api/auth/register', accountBody())).as(registrationResponse).user;

/** Creates a session without a login, because logins are slowed down after many failures. */
export async function newSession(api: TestApi, user: SessionUser): Promise<Client> {
  const token = createToken();
  await api.sql`
    insert into sessions (token_hash, user_id, expires_at)
    values (${hash(token)}, ${user.id}, now() + interval '1 hour')`;
  return new Client(api.anyone.url, { token, user });
}

let passwordHash: Promise<string> | undefined;

/** Creates another administrator, whose failures do not slow down the first one. */
export async function newAdministrator(
  api: TestApi,
  events: string[] | null = null,
): Promise<Client> {
  passwordHash ??= hashCheaply(password);
  const [user] = await api.sql<SessionUser[]>`
    insert into users (username, name, password_hash, role, only_events)
    values (${`organiser${next()}`}, 'Jo Bloggs', ${await passwordHash}, 'admin', ${events})
    returning id, username, name, role, only_events as events, language`;
  return newSession(api, user as SessionUser);
}

export const callerIn = async ({ api, caller }: World) => caller ?? (await newAdministrator(api));

/** Creates a token with these scopes. */
export async function newProgram(
  api: TestApi,
  scopes: Scope[],
  more: { eventId?: string; expiresAt?: string } = {},
): Promise<Client> {
  const admin = await newAdministrator(api);
  const body = { name: `Program ${next()}`, scopes, currentPassword: password, ...more };
  const { secret } = (await admin.post('/api/tokens', body)).as(newToken);
  return new Client(api.anyone.url, { token: secret, user: admin.user as SessionUser });
}

export async function newLinkSecret({ api, eventId }: World): Promise<string> {
  const { id } = await createSponsor(api, eventId);
  return (await api.admin.post(`/api/sponsors/${id}/link`, {})).as(newSponsorLink).secret;
}

/** Creates a client that has opened the private link of a sponsor of another event. */
export async function newSponsorClient(api: TestApi): Promise<Client> {
  const { id: eventId } = await createEvent(api.admin);
  const secret = await newLinkSecret({ api, eventId });
  const opened = await api.anyone.post('/api/sponsor-page/session', { secret });
  const { token } = opened.as(sponsorSession);
  return new Client(api.anyone.url, { token, user: {} as SessionUser });
}

/** Creates a code that logs the user in once. */
export async function newLoginCode(api: TestApi, userId: string | undefined): Promise<string> {
  const code = createToken();
  await api.sql`
    insert into login_codes (code_hash, user_id, expires_at)
    values (${hash(code)}, ${userId}, now() + interval '1 hour')`;
  return code;
}

export async function giveAddress(api: TestApi, id: string | undefined): Promise<void> {
  await api.sql`update users set email = ${`user${next()}@example.com`} where id = ${id}`;
}
