// Days are `yyyy-MM-dd` texts; the arithmetic is done in UTC, where no day is 23 hours long.

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

/** The weeks that a month's page shows, Sunday first, with the neighbours' days around it. */
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

/** Today on the reader's own calendar. */
export function today(now = new Date()): string {
  return print(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

function parse(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function print(date: Date): string {
  return date.toISOString().slice(0, 10);
}
