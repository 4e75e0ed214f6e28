import { isCalendarDay } from '@drawbridge/contract/core/inputs/form-rules';
import { eventInput } from '@drawbridge/contract/events/events';
import { addDays, formatDayLong } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';

interface Retention {
  days: number | null | undefined;
  date: string | undefined;
  /** The number of leads; undefined for an event that does not exist yet. */
  leads: number | undefined;
}

/**
 * The effect of the retention period: '839 leads will be erased on March 12, 2027.' Empty for values that the server
 * rejects.
 */
export function retentionText(
  { days, date = '', leads }: Retention,
  today: string,
  whenDue = say('a day after an administrator with access to all events has confirmed it'),
): string | undefined {
  if (days === null || days === undefined) return say('The leads are kept.');
  const readable =
    eventInput.shape.retentionDays.safeParse(days).success && isCalendarDay(date.slice(0, 10));
  if (!readable) return undefined;
  const due = addDays(date.slice(0, 10), days);
  const what =
    leads === undefined ? say('The leads') : say('{count} lead', '{count} leads', { count: leads });
  const when = due <= today ? whenDue : say('on {day}', { day: formatDayLong(due) });
  return say(
    '{what} will be erased {when}; leads that arrive later are erased the following night. Winners remain in the public record as “Erased”. This cannot be undone.',
    { what, when },
  );
}
