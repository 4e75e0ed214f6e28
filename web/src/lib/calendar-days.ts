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
