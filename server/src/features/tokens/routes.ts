import { tokenCalls } from '@drawbridge/contract/calls/tokens';
import { createToken as createSecret } from '../auth/rules.ts';
import { requireEvent } from '../events/store.ts';
import { feature } from '../feature.ts';
import { createToken, listTokens, revokeToken } from './store.ts';

export const tokens = feature(tokenCalls, ({ db }) => ({
  getTokens: () => listTokens(db),
  createToken: async ({ body, change }) => {
    if (body.eventId) await requireEvent(db, body.eventId);
    return change(
      (tx, { id }) => createToken(tx, body, { secret: createSecret(), ownerId: id }),
      ({ id, name, eventId, scopes }) => ({
        eventId,
        subject: { id, name },
        details: { scopes: scopes.join(', ') },
      }),
    );
  },
  deleteToken: ({ params: { tokenId }, change }) =>
    change((tx, { id }) => revokeToken(tx, tokenId, id)),
}));
