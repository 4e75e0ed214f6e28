import { z } from 'zod';
import { timeZone } from '../inputs/times.ts';

export const fileFormat = z
  .enum(['csv', 'xlsx'], 'format must be csv or xlsx')
  .describe('A CSV file or an Excel workbook.');

export const fileTimeZone = timeZone('The time zone is not valid')
  .optional()
  .describe(
    "The time zone of the times in the file: an IANA name; if missing, the event's, or the server's for all events.",
  );
