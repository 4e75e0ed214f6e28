import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { passwordConfirmation } from '../../login/auth.ts';
import { newToken, token, tokenInput } from '../tokens.ts';

export const tokenCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'none',
  },
  {
    getTokens: {
      route: 'GET /api/tokens',
      summary: 'All tokens of programs',
      responses: { 200: z.array(token) },
    },
    createToken: {
      route: 'POST /api/tokens',
      summary: 'Create a token; only this response contains its secret',
      body: tokenInput,
      confirmed: true,
      responses: { 201: newToken },
      problems: ['event-not-found', 'token-name-taken'],
      audit: 'token-created',
    },
    confirmToken: {
      route: 'POST /api/tokens/:tokenId/confirm',
      summary: 'Confirm a token that was restored from a backup, so that it works again',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: token },
      audit: 'token-confirmed',
    },
    deleteToken: {
      route: 'DELETE /api/tokens/:tokenId',
      summary: 'Revoke a token; its running requests are cancelled',
      responses: { 200: deleted },
      audit: 'token-revoked',
      changes: 'sessions',
    },
  },
);
