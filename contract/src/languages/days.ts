import type { Texts, TextValues } from './texts.ts';

/**
 * The values for the texts of days. They do not come from Intl, because creating its formatters takes a phone a tenth
 * of a second, and different versions of it write days differently. The arithmetic is in UTC: a calendar day is the
 * same day in every time zone.
 */
export function partsOfDay(value: string, text: Texts['text']): TextValues {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  const nth = (list: string, index: number) => list.split(' ')[index] ?? '';
  return {
    month: nth(text('visitor.months'), day.getUTCMonth()),
    monthShort: nth(text('visitor.monthsShort'), day.getUTCMonth()),
    monthNumber: String(day.getUTCMonth() + 1),
    weekday: nth(text('visitor.weekdays'), day.getUTCDay()),
    day: String(day.getUTCDate()),
    year: String(day.getUTCFullYear()),
  };
}

/** 'Saturday, December 5, 2026' */
export const dayWithWeekday = (day: string, text: Texts['text']): string =>
  text('visitor.dayWithWeekday', partsOfDay(day, text));
