import { writeAnswer } from '@drawbridge/contract/questions/answers';
import { AGREED, type Answer, type Question } from '@drawbridge/contract/questions/kinds';
import { formatDayAndTime } from '../../lib/day-formats.ts';
import { questionInPageLanguage } from '../../lib/own-text.tsx';
import { translate } from '../../lib/texts.ts';

/** An answer in the language of the page. */
export function answerText(question: Question, answer: Answer): string {
  if (question.kind === 'yesNo') return translate(answer ? 'Yes' : 'No');
  if (question.kind === 'agreement') return translate('Yes');
  return writeAnswer(questionInPageLanguage(question), answer);
}

/** A value that is counted, in the language of the page. */
export function valueText(question: Question, { value, name }: { value: string; name: string }) {
  const { choices } = questionInPageLanguage(question);
  const own = choices.find(({ id }) => id === value)?.label;
  return own ?? translate(value === AGREED ? 'Yes' : name);
}

/** A moment by the clock of the event. */
export function formatInZone(moment: string, timeZone: string): string {
  // Swedish dates are written as our days: 2026-12-05 09:05.
  const written = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(moment));
  return formatHour(written);
}

/** 'Dec 5, 2026, 14:00' of '2026-12-05 14:00'. */
export const formatHour = (written: string) =>
  formatDayAndTime(written.slice(0, 10), written.slice(11, 16));
