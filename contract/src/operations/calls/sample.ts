import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';

export const sample = z
  .object({
    events: z.int().describe('Events that it has or had.'),
    volunteers: z.int().describe('Volunteers that it has or had.'),
  })
  .meta({ id: 'Sample' });

export const sampleCalls = defineCalls(
  {
    room: 'operations',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'none',
  },
  {
    createSample: {
      route: 'POST /api/sample',
      summary: 'Add sample data: a made-up organisation',
      responses: { 201: sample },
      problems: ['sample-exists'],
      audit: 'sample-added',
      changes: ['winners drawn', 'stage'],
    },
    deleteSample: {
      route: 'DELETE /api/sample',
      summary: 'Remove the sample data, with everything that was added to it',
      responses: { 200: sample },
      audit: 'sample-removed',
      changes: 'event deleted',
    },
  },
);
