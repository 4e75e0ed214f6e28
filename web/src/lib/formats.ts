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

/** 'Dec 5, 2026, 9:30 AM' in the browser's time zone; only English counts to 12, where the browser does. */
export function formatMoment(moment: string, { language, text }: Texts = currentTexts()): string {
  const time = formatTime(moment);
  const [hour = '', minute] = time.split(':');
  const half = `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  return formatDayAndTime(localTime(moment), language === 'en' && countsTo12() ? half : time, text);
}

/** '14:02' in the browser's time zone. */
export function formatTime(moment: string): string {
  return localTime(moment).slice(11, 16);
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
