import { z } from 'zod';
import { isCalendarDay } from './form-rules.ts';

/** A timestamp as PostgreSQL writes it in JSON: `2026-11-15T09:30:00.25+00:00`. */
export const timestamp = z.string().meta({ format: 'date-time' });

/** A calendar day, `yyyy-MM-dd`, independent of time zones. */
export const day = z.string().meta({ format: 'date' });

/** The IANA name of a time zone, such as Europe/Lisbon. */
export const timeZone = (error: string) => z.string(error).max(64, error).refine(isTimeZone, error);

function isTimeZone(name: string): boolean {
  // Since version 22, Node also accepts offsets such as +05:30, which PostgreSQL reads with the opposite sign.
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A timestamp with an offset, with seconds or without. */
const timestampWithOffset = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

/** A filter by time. A day is in event time, or in UTC if the filter is not limited to one event. */
export const dayOrTimestamp = z
  .string()
  .refine(
    (value) =>
      (/^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value)) ||
      timestampWithOffset.safeParse(value).success,
    'Invalid date',
  );

/** A period as a filter of lists. */
export const period = {
  from: dayOrTimestamp
    .optional()
    .describe('From this day or time on. A day is in event time, or UTC without an event.'),
  to: dayOrTimestamp.optional().describe('Up to the end of this day, or up to this time.'),
};

/** A timestamp, or a time in event time without an offset: `2026-12-05T17:30`. */
export const timestampOrLocalTime = (error: string) =>
  z.iso
    .datetime({ local: true, offset: true, error })
    .max(40, error)
    .regex(/^2\d{3}-/, error)
    // PostgreSQL refuses some offsets that are well-formed.
    .overwrite((value) =>
      /(Z|[+-]\d\d:\d\d)$/.test(value) ? new Date(value).toISOString() : value,
    );
