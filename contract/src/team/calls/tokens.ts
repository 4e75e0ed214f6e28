import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { passwordConfirmation } from '../../login/auth.ts';
import { newToken, token, tokenInput } from '../tokens.ts';

export const tokenCalls = defineCalls(
  { room: 'team', who: 'administrators', tokens: 'none', limited: 'none', changes: 'none' },
  {
    getTokens: {
      route: 'GET /api/tokens',
      summary: 'All tokens of programs',
      answers: { 200: z.array(token) },
    },
    createToken: {
      route: 'POST /api/tokens',
      summary: 'Make a token; only this answer contains its secret',
      body: tokenInput,
      confirmed: true,
      answers: { 201: newToken },
      problems: ['event-not-found', 'token-name-taken'],
      audit: 'token-made',
    },
    confirmToken: {
      route: 'POST /api/tokens/:tokenId/confirm',
      summary: 'Let a token work again that came back with a restored backup',
      body: passwordConfirmation,
      confirmed: true,
      answers: { 200: token },
      audit: 'token-confirmed',
    },
    deleteToken: {
      route: 'DELETE /api/tokens/:tokenId',
      summary: 'Revoke a token, which ends what it is doing',
      answers: { 200: deleted },
      audit: 'token-revoked',
      changes: 'sessions',
    },
  },
);
