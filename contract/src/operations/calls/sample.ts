import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';

export const sample = z
  .object({
    events: z.int().describe('Events that it has or had.'),
    volunteers: z.int().describe('Volunteers that it has or had.'),
  })
  .meta({ id: 'Sample' });

export const sampleCalls = defineCalls(
  { room: 'operations', who: 'administrators', tokens: 'none', limited: 'none', changes: 'none' },
  {
    createSample: {
      route: 'POST /api/sample',
      summary: 'Add a made-up organisation to look around in',
      answers: { 201: sample },
      problems: ['sample-exists'],
      audit: 'sample-added',
      changes: ['winners drawn', 'stage'],
    },
    deleteSample: {
      route: 'DELETE /api/sample',
      summary: 'Remove the made-up organisation with all that was done in it',
      answers: { 200: sample },
      audit: 'sample-removed',
      changes: 'event deleted',
    },
  },
);
