import { z } from 'zod';
import { id } from './ids.ts';
import { day } from './times.ts';

export const TOP_LIST_SIZE = 5;

export const analyticsQuery = z.object({
  /** The time zone of the days in `leadsByDay`; an IANA name such as Europe/Lisbon. */
  timeZone: z
    .string()
    .max(64, 'Unknown time zone')
    .refine(isTimeZone, 'Unknown time zone')
    .default('UTC'),
});

export const analytics = z
  .object({
    totalEvents: z.int(),
    totalLeads: z.int(),
    totalRevenue: z.string(),
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

function isTimeZone(name: string): boolean {
  // From version 22 on, Node knows offsets such as +05:30 too. PostgreSQL reads them the other way round.
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
