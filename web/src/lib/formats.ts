const momentDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

const momentDayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The day of a moment in the browser's time zone. */
export function formatMomentDay(moment: string): string {
  return momentDay.format(new Date(moment));
}

/** 'Dec 5, 2026, 9:30 AM' in the browser's time zone. */
export function formatMoment(moment: string): string {
  return momentDayAndTime.format(new Date(moment));
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '14:02' in the browser's time zone. */
export function formatTime(moment: string): string {
  return timeOfDay.format(new Date(moment));
}

/** '14:02' if it is today. */
export function timeIfToday(moment: string): string | undefined {
  const today = formatMomentDay(moment) === momentDay.format(new Date());
  return today ? formatTime(moment) : undefined;
}

const wholeNumber = new Intl.NumberFormat('en-US');

/** '1,284' */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** '1 lead', '1,284 leads' */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** '3.2 GB' */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

/** Money comes as a numeric string: '$18,420' without decimals, '$18,420.50' with two. */
export function formatDollars(amount: string | number, decimals: 0 | 2 = 0): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(exactly(amount));
}

/** '12.5%' */
export function formatPercent(value: string | number, decimals = 1): string {
  const number = new Intl.NumberFormat('en-US', {
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

/** The part of a whole in percent; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

/** Adds a full stop if the sentence has none, so that another sentence can follow. */
export function endSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
