import { tokenCalls } from '@drawbridge/contract/team/calls/tokens';
import { requireEvent } from '../events/store.ts';
import { feature } from '../feature.ts';
import { createToken as createSecret } from '../secrets.ts';
import { confirmToken, createToken, listTokens, revokeToken } from './store.ts';

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
  confirmToken: ({ params: { tokenId }, change }) =>
    change(
      (tx) => confirmToken(tx, tokenId),
      ({ id, name }) => ({ subject: { id, name } }),
    ),
  deleteToken: ({ params: { tokenId }, change }) =>
    change((tx, { id }) => revokeToken(tx, tokenId, id)),
}));
