import { accountBody, callerIn, newLoginCode, newUser, password } from '../../test/callers.ts';
import type { Examples } from '../../test/world.ts';
import { createToken } from '../secrets.ts';

export const authExamples: Examples = {
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
  // There is no provider in most tests.
  startSignOn: { status: 404 },
  endSignOn: { status: 404 },
  logInBySignOn: {
    status: 404,
    prepare: () => ({
      body: () => ({
        secret: createToken(),
        answer: 'code=x&state=y',
        device: crypto.randomUUID(),
      }),
    }),
  },
};
