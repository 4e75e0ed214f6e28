import { formatNumber } from '@drawbridge/contract/languages/languages';
import type { Texts } from '@drawbridge/contract/languages/texts';
import { formatClock, formatDay, formatDayAndTime, localTime } from './day-formats.ts';
import { currentLanguage } from './texts.ts';

// Days, times and counts are formatted without Intl, whose formatters take a phone a tenth of a second to create.

/** The day of a timestamp in the browser's time zone. */
export function formatMomentDay(moment: string): string {
  return formatDay(localTime(moment));
}

/** 'Dec 5, 2026, 2:02 PM' in the browser's time zone. */
export const formatMoment = (moment: string, texts?: Texts): string =>
  formatDayAndTime(localTime(moment).slice(0, 10), clockAt(moment), texts);

/** '2:02 PM' in the browser's time zone. */
export const formatTime = (moment: string): string => formatClock(clockAt(moment));

const clockAt = (moment: string) => localTime(moment).slice(11, 16);

/** '1,284' */
export const formatCount = (count: number): string => formatNumber(count, currentLanguage());

/** 'a, b, c', or 'a, b and c' within a sentence. */
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
