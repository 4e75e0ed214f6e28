import { deleted, reference } from '@drawbridge/contract/ids';
import { newToken, token, tokenInput } from '@drawbridge/contract/programs/tokens';
import { z } from 'zod';
import { confirmUser } from '../auth/confirm-password.ts';
import { createToken as createSecret } from '../auth/rules.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { createToken, listTokens, revokeToken } from './store.ts';

const tags = ['tokens'];

export const tokenRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/',
    { schema: { tags, summary: 'All tokens of programs', response: { 200: z.array(token) } } },
    () => listTokens(db),
  );

  app.post(
    '/',
    {
      config: {
        problems: ['event-not-found', 'token-name-taken'],
      },
      schema: {
        tags,
        summary: 'Make a token; only this answer contains its secret',
        body: tokenInput,
        response: { 201: newToken },
      },
    },
    async (request, reply) => {
      const { body } = request;
      await confirmUser(db, request);
      if (body.eventId) await requireEvent(db, body.eventId);
      reply.code(201);
      return audit(
        request,
        (tx, { id }) => createToken(tx, body, { secret: createSecret(), ownerId: id }),
        (created) => ({
          kind: 'token-made',
          eventId: created.eventId,
          subject: { id: created.id, name: created.name },
          details: { scopes: created.scopes.join(', ') },
        }),
      );
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['token-not-found'] },
      schema: {
        tags,
        summary: 'Revoke a token, which ends what it is doing',
        params: z.object({ id: reference('token-not-found') }),
        response: { 200: deleted },
      },
    },
    (request) =>
      audit(request, (tx, { id }) => revokeToken(tx, request.params.id, id), 'token-revoked'),
  );
};
