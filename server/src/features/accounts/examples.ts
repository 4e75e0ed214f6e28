import { session } from '@drawbridge/contract/accounts/accounts';
import { z } from 'zod';
import { callerIn, newAdministrator, newSession, password } from '../../test/callers.ts';
import { next } from '../../test/fixtures.ts';
import { appCode, giveSecondFactor } from '../../test/second-factor.ts';
import type { Examples, Prepare, World } from '../../test/world.ts';

export const newAccountId = async ({ api }: World) => (await newAdministrator(api)).user?.id ?? '';

const withSecondFactor: Prepare = async (world) => {
  await giveSecondFactor(world.api, await callerIn(world), 'on');
  return {};
};

export const accountExamples: Examples = {
  changeOwnPassword: async (world) => ({
    client: await callerIn(world),
    body: () => ({ currentPassword: password, newPassword: password.repeat(2) }),
  }),
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
};
