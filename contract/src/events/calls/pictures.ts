import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';

export const pictureCalls = defineCalls(
  { room: 'events', allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    getPicture: {
      route: 'GET /pictures/:file',
      summary: 'A picture of an event or a prize',
      description: 'It can be cached forever: another picture has another address.',
      responses: { 200: z.string() },
      produces: ['image/webp'],
      problems: ['route-not-found'],
      compress: false,
    },
  },
);
