import { z } from 'zod';

/** A moment, as PostgreSQL writes it in JSON: `2026-11-15T09:30:00.25+00:00`. */
export const moment = z.string().meta({ format: 'date-time' });

/** A calendar day, `yyyy-MM-dd`, which is the same day in every time zone. */
export const day = z.string().meta({ format: 'date' });
