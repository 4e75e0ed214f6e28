import { countOf, formatCount } from '../lib/formats.ts';

/** '3 rows left out: 2 duplicates, 1 with errors'; the preview, the result and the audit trail say it alike. */
export function leftOutText(duplicates: number, withErrors: number): string {
  const reasons = [
    duplicates > 0 && countOf(duplicates, 'duplicate'),
    withErrors > 0 && `${formatCount(withErrors)} with errors`,
  ].filter(Boolean);
  return `${countOf(duplicates + withErrors, 'row')} left out: ${reasons.join(', ')}`;
}
