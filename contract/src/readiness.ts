import { z } from 'zod';
import { id } from './ids.ts';
import { moment } from './times.ts';

/** After this long without a heartbeat, a device may be without a network. */
export const SILENT_AFTER_MS = 2 * 60_000;

const UNSENT_MAX = 1_000_000;
const UNSENT_RULE = `The number of unsent leads must be a whole number from 0 to ${UNSENT_MAX}`;

/** What a volunteer's device says about its outbox. */
export const heartbeat = z
  .object({
    deviceId: id,
    /** The events of the screen and of unsent leads; others of this device are forgotten. */
    events: z
      .array(
        z.object({
          eventId: id,
          unsent: z
            .number(UNSENT_RULE)
            .int(UNSENT_RULE)
            .min(0, UNSENT_RULE)
            .max(UNSENT_MAX, UNSENT_RULE),
        }),
        'Name the events',
      )
      .max(20, 'At most 20 events can be named'),
  })
  .meta({ id: 'Heartbeat' });

export const heartbeatAnswer = z.object({ heard: z.int() }).meta({ id: 'HeartbeatAnswer' });

/** What the presenter should know before drawing. It warns and does not forbid. */
export const readiness = z
  .object({
    devices: z.array(
      z.object({
        volunteerId: id,
        volunteer: z.string(),
        unsent: z.int(),
        heardAt: moment,
        /** Whether nothing was heard for two minutes. */
        silent: z.boolean(),
      }),
    ),
    /** All leads of the event, in the draw or not. */
    leads: z.int(),
    pendingLeads: z.int(),
    /** Phone numbers under which leads with different names are in the draw or pending. */
    numbersWithSeveralNames: z.int(),
    invalidNumbers: z.int(),
    prizesWithoutName: z.int(),
  })
  .meta({ id: 'Readiness' });

export type Heartbeat = z.infer<typeof heartbeat>;
export type Readiness = z.infer<typeof readiness>;
