import { tokenCalls } from '@drawbridge/contract/team/calls/tokens';
import { feature } from '../../core/feature.ts';
import { requireEvent } from '../../events/events/store.ts';
import { createToken as createSecret } from '../../login/auth/secrets.ts';
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
