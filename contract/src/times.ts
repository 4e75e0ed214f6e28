import { z } from 'zod';
import { isCalendarDay } from './calendar-day.ts';

/** A moment, as PostgreSQL writes it in JSON: `2026-11-15T09:30:00.25+00:00`. */
export const moment = z.string().meta({ format: 'date-time' });

/** A calendar day, `yyyy-MM-dd`, which is the same day in every time zone. */
export const day = z.string().meta({ format: 'date' });

/** A filter by time: a day means its first or last moment in UTC. */
export const dayOrMoment = (edge: 'start' | 'end') =>
  z
    .string()
    .overwrite((value) =>
      /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value)
        ? `${value}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`
        : value,
    )
    .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success, 'Invalid date');
