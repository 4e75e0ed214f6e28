import { z } from 'zod';
import { id, referenceOrAll } from '../core/ids.ts';
import { day, dayOrTimestamp, timestamp, timeZone } from '../core/inputs/times.ts';
import { leadChannels } from '../events/lead-sources.ts';

export const TOP_LIST_SIZE = 5;

export const analyticsQuery = z.object({
  timeZone: timeZone('Unknown time zone')
    .default('UTC')
    .describe('The time zone of the days in `leadsByDay`: an IANA name such as `Europe/Lisbon`.'),
  eventId: referenceOrAll('event-not-found'),
  from: dayOrTimestamp
    .optional()
    .describe(
      'Counts leads from this day or time on; all events are counted. A day is in event time, or UTC without an event.',
    ),
  to: dayOrTimestamp
    .optional()
    .describe('Counts leads up to the end of this day, or up to this time.'),
});

export type AnalyticsQuery = z.output<typeof analyticsQuery>;

export const analytics = z
  .object({
    totalEvents: z.int().describe('All events that you may use, or the requested one.'),
    totalLeads: z.int().describe('All leads of that period.'),
    totalRevenue: z
      .array(
        z.object({
          currency: z.string().describe('ISO 4217.'),
          amount: z.string().describe('A decimal number as text, such as `1250.50`.'),
        }),
      )
      .min(1)
      .describe(
        'The sum in each currency, the one of most events first; `USD` alone if nothing was collected.',
      ),
    averageRoa: z.string().describe('In percent: a decimal number as text.'),
    leadStatus: z.object({
      pending: z.int().describe('Not verified yet.'),
      verified: z.int().describe('Verified and not promoted.'),
      promoted: z.int().describe('No longer in the draw.'),
    }),
    leadSource: z.object({
      qr: z.int().describe('Leads of the public form.'),
      volunteer: z.int().describe('All other leads.'),
    }),
    importedLeads: z.int().describe('Leads of source `volunteer` that were imported from files.'),
    eventStatus: z.object({
      upcoming: z.int().describe('Events that have not begun.'),
      active: z.int().describe('Events that take entries.'),
      ended: z.int().describe('Events that are over.'),
    }),
    topEvents: z.array(
      z.object({
        id,
        name: z.string(),
        date: day,
        location: z.string(),
        leadCount: z.int().describe('All leads of the event in that period.'),
        verifiedCount: z.int().describe('The verified leads among them.'),
      }),
    ),
    topVolunteers: z.array(
      z.object({
        id,
        name: z.string().nullable().describe('Null if none was given.'),
        username: z.string(),
        leadCount: z.int().describe('All leads that the volunteer added in that period.'),
        verifiedCount: z.int().describe('The verified leads among them.'),
      }),
    ),
    leadsByDay: z.array(
      z.object({
        day: day.describe('In the requested time zone.'),
        leadCount: z.int().describe('Leads of this day.'),
      }),
    ),
  })
  .meta({ id: 'Analytics' });

export type Analytics = z.infer<typeof analytics>;

/** The number of latest leads that are listed by name. */
export const LATEST_SIZE = 8;

/** An hour in event time: `2026-12-05 14:00`. */
const hour = z.string().describe('In event time: `2026-12-05 14:00`.');

export const eventFigures = z
  .object({
    entries: z.int().describe('All leads of the event.'),
    lastHour: z.int().describe('Leads of the last hour.'),
    people: z.int().describe('People in the next draw.'),
    pending: z.int().describe('Leads that wait to be verified.'),
    prizes: z.int().describe('Prizes of the event, drawn or not.'),
    drawn: z.int().describe('Prizes that have a winner.'),
    funnel: z
      .object({
        entered: z.int().describe('All leads.'),
        verifiedOrPromoted: z.int().describe('Leads that were verified, including promoted ones.'),
        won: z.int().describe('Winners who have not forfeited.'),
      })
      .describe('The funnel: each stage includes the next ones.'),
    channels: z
      .array(
        z.object({
          channel: z.enum(leadChannels).nullable().describe('Null if not recorded.'),
          leads: z.int().describe('Leads of this channel.'),
        }),
      )
      .describe('Leads per channel, the most first.'),
    hours: z
      .array(
        z.object({
          hour,
          qr: z.int().describe('Leads of the public form.'),
          volunteer: z.int().describe('Leads that volunteers or administrators added.'),
        }),
      )
      .describe('Hours without leads are omitted.'),
    team: z
      .array(
        z.object({
          id,
          name: z.string(),
          leads: z.int().describe('All leads that this user added.'),
          hours: z
            .array(
              z.object({
                hour,
                leads: z.int().describe('Leads that this user added in the hour.'),
              }),
            )
            .describe('Hours without leads are omitted.'),
          lastAt: timestamp.describe("The time of the user's last lead."),
        }),
      )
      .describe('The volunteers who added leads, the most leads first.'),
    latest: z
      .array(
        z.object({
          at: timestamp,
          ticket: z.string().describe("The name of the lead's ticket."),
          by: z.string().nullable().describe('The user who added it; null if the visitor did.'),
        }),
      )
      .describe('The latest leads, newest first.'),
  })
  .meta({ id: 'EventFigures' });

export type EventFigures = z.infer<typeof eventFigures>;
