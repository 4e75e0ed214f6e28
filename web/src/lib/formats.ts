import { formatNumber } from '@drawbridge/contract/languages';
import type { Texts } from '@drawbridge/contract/texts';
import { formatDay, formatDayAndTime, localTime } from './day-formats.ts';
import { currentLanguage, currentTexts } from './texts.ts';

// Days, times and counts are formatted without Intl, whose formatters take a phone a tenth of a second to make.

/** The day of a moment in the browser's time zone. */
export function formatMomentDay(moment: string): string {
  return formatDay(localTime(moment));
}

let halfDays: boolean | undefined;

/** Whether the browser's clock counts to 12. Asked once, when the first time is shown. */
function countsTo12(): boolean {
  halfDays ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12;
  return halfDays ?? false;
}

/** 'Dec 5, 2026, 14:02' in the browser's time zone. */
export function formatMoment(moment: string, { language, text }: Texts = currentTexts()): string {
  return formatDayAndTime(localTime(moment), formatTime(moment, language), text);
}

/** '14:02' in the browser's time zone, or '2:02 PM' in English where the browser counts to 12. */
export const formatTime = (moment: string, language = currentLanguage()): string =>
  formatClock(localTime(moment).slice(11, 16), language);

/** '14:02' as above, of a clock that is not the browser's. */
export function formatClock(time: string, language = currentLanguage()): string {
  if (language !== 'en' || !countsTo12()) return time;
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '1,284' */
export const formatCount = (count: number): string => formatNumber(count, currentLanguage());

/** 'a, b, c', or 'a, b and c' as in a sentence. */
export function formatList(
  items: readonly string[],
  type: 'unit' | 'conjunction' = 'unit',
): string {
  if (items.length < 2) return items.join();
  const language = currentLanguage();
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type }).format(items);
}

/** '1 lead', '1,284 leads' */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Adds a full stop if the sentence has none, so that another sentence can follow. */
export function endSentence(sentence: string): string {
  if (/[.!?؟。]$/.test(sentence)) return sentence;
  return `${sentence}${currentLanguage() === 'ja' ? '。' : '.'}`;
}
