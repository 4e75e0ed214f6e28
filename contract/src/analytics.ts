import { z } from 'zod';
import { id, referenceOrAll } from './ids.ts';
import { leadChannels } from './lead-values.ts';
import { day, dayOrMoment, moment, timeZone } from './times.ts';

export const TOP_LIST_SIZE = 5;

export const analyticsQuery = z.object({
  /** The time zone of the days in `leadsByDay`; an IANA name such as Europe/Lisbon. */
  timeZone: timeZone('Unknown time zone').default('UTC'),
  eventId: referenceOrAll('event-not-found'),
  /** Only the leads of this time; the events are counted all the same. */
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
});

export type AnalyticsQuery = z.output<typeof analyticsQuery>;

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

/** How many of the last entries are named. */
export const LATEST_SIZE = 8;

/** An hour by the event's clock: `2026-12-05 14:00`. */
const hour = z.string();

export const eventFigures = z
  .object({
    entries: z.int(),
    lastHour: z.int(),
    people: z.int(),
    pending: z.int(),
    prizes: z.int(),
    drawn: z.int(),
    /** Each step counts all who have come at least so far. */
    funnel: z.object({ entered: z.int(), verifiedOrPromoted: z.int(), won: z.int() }),
    channels: z.array(z.object({ channel: z.enum(leadChannels).nullable(), leads: z.int() })),
    hours: z.array(z.object({ hour, qr: z.int(), volunteer: z.int() })),
    team: z.array(
      z.object({
        id,
        name: z.string(),
        leads: z.int(),
        hours: z.array(z.object({ hour, leads: z.int() })),
        lastAt: moment,
      }),
    ),
    latest: z.array(z.object({ at: moment, ticket: z.string(), by: z.string().nullable() })),
  })
  .meta({ id: 'EventFigures' });

export type EventFigures = z.infer<typeof eventFigures>;
