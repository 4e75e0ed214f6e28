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

/** '13:42' if it is today, otherwise as above. */
export function formatMomentToday(moment: string, zone: 'local' | 'UTC'): string {
  const [day, time] = formatMomentShort(moment, zone).split(', ');
  const [today] = formatMomentShort(new Date().toISOString(), zone).split(', ');
  return day === today && time ? time : `${day}, ${time}`;
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

// Days are `yyyy-MM-dd` strings; the arithmetic is in UTC, where every day has 24 hours.

export function addDays(day: string, count: number): string {
  const date = parse(day);
  date.setUTCDate(date.getUTCDate() + count);
  return print(date);
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const date = parse(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return print(date);
}

/** 0 is Sunday. */
export function weekday(day: string): number {
  return parse(day).getUTCDay();
}

/** The weeks of a month, Sunday first, filled up with days of the neighbouring months. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  let cursor = addDays(first, -weekday(first));
  const weeks: string[][] = [];
  do {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(cursor, index)));
    cursor = addDays(cursor, 7);
  } while (cursor.slice(0, 7) === day.slice(0, 7));
  return weeks;
}

/** Today in the browser's time zone. */
export function today(now = new Date()): string {
  return print(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

function parse(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function print(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** `yyyy-MM-dd HH:mm:ss` in the time zone of the browser. */
export function localTime(moment: string): string {
  const time = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
