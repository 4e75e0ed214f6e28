import { z } from 'zod';
import { isCalendarDay } from './calendar-day.ts';

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
