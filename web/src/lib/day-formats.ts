// English formats of calendar days. Not with Intl, because creating its formatters takes a phone a tenth
// of a second, during which a visitor waits for the form.

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 'Dec 5, 2026' */
export function formatDay(value: string): string {
  const { month, rest } = readDay(value);
  return `${month.slice(0, 3)} ${rest}`;
}

/** 'December 5, 2026' */
export function formatDayLong(value: string): string {
  const { month, rest } = readDay(value);
  return `${month} ${rest}`;
}

/** 'Saturday, December 5, 2026' */
export function formatDayWithWeekday(value: string): string {
  return `${readDay(value).weekday}, ${formatDayLong(value)}`;
}

/** 'Dec 5, 13:42', in the browser's time zone or, where that is unknown, in UTC and saying so. */
export function formatMomentShort(moment: string, zone: 'local' | 'UTC'): string {
  const at = new Date(moment);
  if (zone === 'UTC') return `${shortMoment(at)} UTC`;
  return shortMoment(new Date(at.getTime() - at.getTimezoneOffset() * 60_000));
}

function shortMoment(at: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const month = MONTHS[at.getUTCMonth()]?.slice(0, 3);
  const time = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
  return `${month} ${at.getUTCDate()}, ${time}`;
}

/** In UTC: a calendar day is the same day in every time zone. */
function readDay(value: string) {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return {
    month: MONTHS[day.getUTCMonth()] ?? '',
    weekday: WEEKDAYS[day.getUTCDay()],
    rest: `${day.getUTCDate()}, ${day.getUTCFullYear()}`,
  };
}
