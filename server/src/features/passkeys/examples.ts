import { callerIn } from '../../test/callers.ts';
import type { Examples, World } from '../../test/world.ts';

/** Nothing that any authenticator has signed. */
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

export const passkeyExamples: Examples = {
  // A passkey is for one address, and these servers have several.
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
};
