import { formatTime, formatTimestampDay } from './formats.ts';
import { say } from './say.ts';
import { currentLanguage } from './texts.ts';

// The formats of the administration and of reports, which visitors' pages do not load.

/** The time of a timestamp if it is today. */
export function timeIfToday(timestamp: string): string | undefined {
  const today = formatTimestampDay(timestamp) === formatTimestampDay(new Date().toISOString());
  return today ? formatTime(timestamp) : undefined;
}

/** The page's language as Intl knows it, with Latin digits. */
const locale = () => (currentLanguage() === 'en' ? 'en-US' : `${currentLanguage()}-u-nu-latn`);

/** '3.2 GB' */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

interface Money {
  /** A decimal number as a string. */
  amount: string;
  currency: string;
}

/** '$18,420' rounded, '$18,420.50' with the decimals of the currency. */
export function formatMoney({ amount, currency }: Money, rounded?: 'rounded'): string {
  const digits = rounded && { minimumFractionDigits: 0, maximumFractionDigits: 0 };
  return new Intl.NumberFormat(locale(), { style: 'currency', currency, ...digits }).format(
    exactly(amount),
  );
}

/** '$' */
export function currencySign(currency = 'USD'): string {
  const parts = new Intl.NumberFormat(locale(), { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** '12.5%' */
export function formatPercent(value: string | number, decimals = 1): string {
  const number = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
  return `${number.format(exactly(value))}%`;
}

/** Intl rounds a numeric string exactly; as a number, 12.35 would be slightly less. */
function exactly(value: string | number): number | Intl.StringNumericLiteral {
  return Number(value) ? (value as Intl.StringNumericLiteral) : 0;
}

/** The percentage of a part in a whole; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

/** '3 new leads: show', also on the page of the events, which has no other sentence of leads. */
export const newLeadsText = (count: number): string =>
  say('{count} new lead: show', '{count} new leads: show', { count });

/** '3 rows left out: 2 duplicates, 1 with errors', for the preview, the result and the audit trail alike. */
export function leftOutText(duplicates: number, withErrors: number): string {
  const reasons = [
    duplicates > 0 && say('{count} duplicate', '{count} duplicates', { count: duplicates }),
    withErrors > 0 && say('{count} with errors', { count: withErrors }),
  ].filter(Boolean);
  return say('{count} row left out: {reasons}', '{count} rows left out: {reasons}', {
    count: duplicates + withErrors,
    reasons: reasons.join(', '),
  });
}
