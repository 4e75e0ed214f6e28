import { z } from 'zod';
import { id } from '../core/ids.ts';
import { timestamp } from '../core/inputs/times.ts';

/** The time without a heartbeat after which a device may be offline. */
export const SILENT_AFTER_MS = 2 * 60_000;

const UNSENT_MAX = 1_000_000;
const UNSENT_RULE = `The number of unsent leads must be a whole number from 0 to ${UNSENT_MAX}`;

/** The report of a volunteer's device about its outbox. */
export const heartbeat = z
  .object({
    deviceId: id.describe('A random UUID that the device stores.'),
    events: z
      .array(
        z.object({
          eventId: id.describe('Ignored unless the volunteer may collect leads at the event.'),
          unsent: z
            .number(UNSENT_RULE)
            .int(UNSENT_RULE)
            .min(0, UNSENT_RULE)
            .max(UNSENT_MAX, UNSENT_RULE)
            .describe('Leads of the event that are still on the device.'),
        }),
        'Name the events',
      )
      .max(20, 'At most 20 events can be named')
      .describe(
        "The events of the screen and of unsent leads, at most 20; this replaces the device's previous report.",
      ),
  })
  .meta({ id: 'Heartbeat' });

export const heartbeatResponse = z
  .object({ heard: z.int().describe('The number of events with a recorded heartbeat.') })
  .meta({ id: 'HeartbeatResponse' });

/** Warnings for the presenter before a draw. They do not block it. */
export const readiness = z
  .object({
    devices: z
      .array(
        z.object({
          volunteerId: id,
          volunteer: z.string().describe("The volunteer's name."),
          unsent: z.int().describe('Leads that are still on the device.'),
          lastSeenAt: timestamp.describe('When the device last sent a heartbeat.'),
          silent: z.boolean().describe('True without a heartbeat for two minutes.'),
        }),
      )
      .describe('The devices of volunteers that have reported their unsent leads.'),
    leads: z.int().describe('All leads of the event, in the draw or not.'),
    pendingLeads: z.int().describe('Leads that wait to be verified.'),
    numbersWithSeveralNames: z
      .int()
      .describe('Phone numbers under which leads with different names are in the draw or pending.'),
    invalidNumbers: z.int().describe('Leads in the draw whose phone number is not valid.'),
    prizesWithoutName: z.int().describe('Prizes whose name is blank.'),
    chancesChangedBy: z
      .array(z.string())
      .describe('The users who have changed chances within the last hour.'),
  })
  .meta({ id: 'Readiness' });

export type Heartbeat = z.infer<typeof heartbeat>;
export type Readiness = z.infer<typeof readiness>;
