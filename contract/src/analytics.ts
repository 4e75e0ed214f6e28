import { z } from 'zod';
import { id } from './ids.ts';
import { day, timeZone } from './times.ts';

export const TOP_LIST_SIZE = 5;

export const analyticsQuery = z.object({
  /** The time zone of the days in `leadsByDay`; an IANA name such as Europe/Lisbon. */
  timeZone: timeZone('Unknown time zone').default('UTC'),
});

export const analytics = z
  .object({
    totalEvents: z.int(),
    totalLeads: z.int(),
    /** The sum of each currency, that of most events first; dollars alone if nothing was collected. */
    totalRevenue: z.array(z.object({ currency: z.string(), amount: z.string() })).min(1),
    averageRoa: z.string(),
    leadStatus: z.object({ pending: z.int(), verified: z.int(), promoted: z.int() }),
    leadSource: z.object({ qr: z.int(), volunteer: z.int() }),
    /** How many of the leads with the source `volunteer` came from files. */
    importedLeads: z.int(),
    eventStatus: z.object({ upcoming: z.int(), active: z.int(), ended: z.int() }),
    topEvents: z.array(
      z.object({
        id,
        name: z.string(),
        date: day,
        location: z.string(),
        leadCount: z.int(),
        verifiedCount: z.int(),
      }),
    ),
    topVolunteers: z.array(
      z.object({
        id,
        name: z.string().nullable(),
        username: z.string(),
        leadCount: z.int(),
        verifiedCount: z.int(),
      }),
    ),
    leadsByDay: z.array(z.object({ day, leadCount: z.int() })),
  })
  .meta({ id: 'Analytics' });

export type Analytics = z.infer<typeof analytics>;
