import { formatNumber } from '@drawbridge/contract/languages/languages';
import type { Texts } from '@drawbridge/contract/languages/texts';
import { formatClock, formatDay, formatDayAndTime, localTime } from './day-formats.ts';
import { currentLanguage } from './texts.ts';

// Days, times and counts are formatted without Intl, whose formatters take a phone a tenth of a second to create.

/** The day of a timestamp in the browser's time zone. */
export function formatTimestampDay(timestamp: string): string {
  return formatDay(localTime(timestamp));
}

/** 'Dec 5, 2026, 2:02 PM' in the browser's time zone. */
export const formatTimestamp = (timestamp: string, texts?: Texts): string =>
  formatDayAndTime(localTime(timestamp).slice(0, 10), clockAt(timestamp), texts);

/** '2:02 PM' in the browser's time zone. */
export const formatTime = (timestamp: string): string => formatClock(clockAt(timestamp));

const clockAt = (timestamp: string) => localTime(timestamp).slice(11, 16);

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
