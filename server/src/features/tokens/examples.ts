import { newProgram } from '../../test/callers.ts';
import { next } from '../../test/fixtures.ts';
import type { Examples, World } from '../../test/world.ts';

export const tokenExamples: Examples = {
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
};

async function newToken(api: World['api']): Promise<string> {
  await newProgram(api, ['leads:read']);
  const [row] = await api.sql<[{ id: string }]>`
    select id from users where role = 'program' order by created_at desc limit 1`;
  return row.id;
}
