import { session } from '@drawbridge/contract/team/accounts';
import { assignment } from '@drawbridge/contract/team/volunteers';
import { z } from 'zod';
import { createToken } from '../../login/auth/secrets.ts';
import {
  accountBody,
  callerIn,
  newAdministrator,
  newLoginCode,
  newProgram,
  newSession,
  newUser,
  password,
} from '../checks/callers.ts';
import { appCode, giveSecondFactor } from '../fakes/second-factor.ts';
import type { Examples, Prepare, World } from '../world/example-context.ts';
import { next } from '../world/fixtures.ts';

export const newAccountId = async ({ api }: World) => (await newAdministrator(api)).user?.id ?? '';

const withSecondFactor: Prepare = async (world) => {
  await giveSecondFactor(world.api, await callerIn(world), 'on');
  return {};
};

/** An assertion that no authenticator has signed. */
const noAssertion = {
  id: 'AA',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
};

export async function newPasskeyId(world: World): Promise<string> {
  const { user } = await callerIn(world);
  if (!user) return crypto.randomUUID();
  const [row] = await world.api.sql<[{ id: string }]>`
    insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${user.id}, ${Buffer.from(crypto.randomUUID())}, ${Buffer.from('key')}, 0, 'Phone')
    returning id`;
  return row.id;
}

async function newToken(api: World['api']): Promise<string> {
  await newProgram(api, ['leads:read']);
  const [row] = await api.sql<[{ id: string }]>`
    select id from users where role = 'program' order by created_at desc limit 1`;
  return row.id;
}

/** Creates a volunteer assigned to the context's event. */
async function newAssignment({ api, eventId }: World) {
  const { id: volunteerId } = await newUser({ api });
  const response = await api.admin.post('/api/volunteer-assignments', { volunteerId, eventId });
  return response.as(assignment);
}
export const newAssignmentId = async (world: World) => (await newAssignment(world)).id;
export const newVolunteerId = async (world: World) => (await newAssignment(world)).volunteerId;

export const accountExamples: Examples = {
  changeOwnPassword: async (world) => ({
    client: await callerIn(world),
    body: () => ({ currentPassword: password, newPassword: password.repeat(2) }),
  }),
  changeOwnLanguage: () => ({ body: () => ({ language: 'de' }) }),
  changeOwnEmail: () => ({ body: () => ({ email: `organiser${next()}@example.com` }) }),
  deleteOtherSessions: async (world) => ({ client: await callerIn(world) }),
  deleteSession: async (world) => {
    const client = await callerIn(world);
    if (!client.user) return { client, params: { sessionId: crypto.randomUUID() } };
    await newSession(world.api, client.user);
    const sessions = (await client.get('/api/account/sessions')).as(z.array(session));
    return { client, params: { sessionId: sessions.find(({ current }) => !current)?.id ?? '' } };
  },
  confirmSecondFactor: async (world) => {
    const client = await callerIn(world);
    await giveSecondFactor(world.api, client, 'started');
    return { client, body: () => ({ code: appCode() }) };
  },
  replaceRecoveryCodes: withSecondFactor,
  deleteSecondFactor: withSecondFactor,

  createAccount: ({ eventId }) => ({
    body: () => ({
      id: crypto.randomUUID(),
      fullName: 'Jo Bloggs',
      username: `organiser${next()}`,
      password: 'seven brass kettles',
      events: [eventId],
    }),
  }),
  updateAccount: ({ eventId }) => ({
    body: () => ({
      fullName: 'Jo Bloggs',
      username: `organiser${next()}`,
      email: `organiser${next()}@example.com`,
      disabled: true,
      events: [eventId],
      takeOver: [crypto.randomUUID()],
    }),
  }),
  resetPassword: () => ({ body: () => ({ newPassword: 'seven brass kettles' }) }),
  deleteAccountSecondFactor: async ({ api }) => {
    const other = await newAdministrator(api);
    await giveSecondFactor(api, other, 'on');
    return { params: { accountId: other.user?.id ?? '' } };
  },

  logIn: async (world) => {
    const { username } = await newUser(world);
    const device = crypto.randomUUID();
    return { body: () => ({ username, password, code: '123456', device }) };
  },
  logInByCode: async ({ api }) => {
    const code = await newLoginCode(api, (await newUser({ api })).id);
    return { body: () => ({ code, device: crypto.randomUUID() }) };
  },
  createVolunteer: () => ({ body: () => ({ id: crypto.randomUUID(), ...accountBody() }) }),
  logOut: async (world) => ({ client: await callerIn(world) }),
  // Most tests have no provider.
  startSignOn: { status: 404 },
  endSignOn: { status: 404 },
  logInBySignOn: {
    status: 404,
    prepare: () => ({
      body: () => ({
        secret: createToken(),
        response: 'code=x&state=y',
        device: crypto.randomUUID(),
      }),
    }),
  },

  // A passkey is valid for one address, and these servers have several.
  logInByPasskey: {
    status: 401,
    prepare: () => ({ body: () => ({ passkey: noAssertion, device: crypto.randomUUID() }) }),
  },
  confirmWithoutPassword: {
    status: 403,
    prepare: async (world) => ({
      client: await callerIn(world),
      body: () => ({ passkey: noAssertion }),
    }),
  },
  createAccountPasskey: {
    status: 400,
    prepare: async (world) => ({
      client: await callerIn(world),
      body: () => ({
        name: 'Phone',
        credential: { id: 'AA', response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
      }),
    }),
  },
  updateAccountPasskey: async (world) => {
    const client = await callerIn(world);
    const passkeyId = await newPasskeyId({ ...world, caller: client });
    return { client, params: { passkeyId }, body: () => ({ name: 'Laptop' }) };
  },

  createToken: ({ eventId }) => ({
    body: () => ({
      name: `Program ${next()}`,
      scopes: ['leads:read'],
      eventId,
      expiresAt: '2038-01-19T03:14:07Z',
    }),
  }),
  confirmToken: async ({ api }) => ({ params: { tokenId: await newToken(api) } }),
  deleteToken: async ({ api }) => ({ params: { tokenId: await newToken(api) } }),

  createLoginCodes: async (world) => {
    const volunteerId = await newVolunteerId(world);
    return { body: () => ({ volunteerId }) };
  },
  'createLoginCodes of an event': async (world) => {
    await newAssignment(world);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    return { body: () => ({ eventId: world.eventId, until }) };
  },
  updateVolunteer: () => ({
    body: () => ({
      fullName: 'Jo Bloggs',
      username: `helper${next()}`,
      email: `helper${next()}@example.com`,
      password,
    }),
  }),
  createAssignment: async ({ api, eventId }) => {
    const { id } = await newUser({ api });
    return {
      body: () => ({ id: crypto.randomUUID(), volunteerId: id, userId: id, eventId }),
    };
  },
  sendHeartbeat: ({ eventId }) => ({
    body: () => ({ deviceId: crypto.randomUUID(), events: [{ eventId, unsent: 3 }] }),
  }),
  deleteSilentDevices: () => ({ params: { userId: crypto.randomUUID() } }),
};
