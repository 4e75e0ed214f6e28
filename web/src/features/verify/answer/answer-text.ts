import type { DrawList } from '@drawbridge/contract/draws';
import type { RosterMatch } from '@drawbridge/contract/fair-draw/find-entrant';
import { countOf, endSentence, formatCount } from '../../../lib/formats.ts';
import { forfeitOf, hasRoster } from '../verification.ts';

/** The answer for one entry code. Undefined until every roster has been searched. */
export function answerSentence(
  list: DrawList,
  matches: readonly RosterMatch[] | undefined,
): string | undefined {
  const lists = list.draws.filter(hasRoster);
  const isHeld = (place: number) => lists[place]?.kind === 'draw';
  const draws = lists.filter((_, place) => isHeld(place)).length;
  if (draws === 0) return 'Your answer comes with the first draw.';
  if (!matches || matches.length < lists.length) return undefined;
  const win = matches.find(({ won }) => won);
  if (win) return winSentence(list, win.number);
  const present = matches.filter(({ place }, at) => place !== null && isHeld(at)).length;
  if (draws === 1) return present ? 'You were in the draw.' : 'You were not in the draw.';
  if (present === 0) {
    return draws === 2 ? 'You were in neither draw.' : `You were in none of the ${draws} draws.`;
  }
  if (present < draws) return `You were in ${present} of ${draws} draws.`;
  return draws === 2 ? 'You were in both draws.' : `You were in all ${draws} draws.`;
}

function winSentence(list: DrawList, number: number): string {
  const record = list.draws.find((draw) => draw.number === number);
  const prize = record && hasRoster(record) ? record.prizeName : null;
  const won = prize === null ? `You won draw ${number}` : `You won draw ${number}: ${prize}`;
  const forfeit = forfeitOf(list, number);
  return endSentence(won) + (forfeit ? ` It was forfeited: ${endSentence(forfeit.reason)}` : '');
}

/** Describes where an entrant was in one draw. */
export function matchText(
  { number, place, entries, won }: RosterMatch,
  rosterSize: number,
  win: RosterMatch | undefined,
): string {
  if (place !== null) {
    const line = `Line ${formatCount(place + 1)} of ${formatCount(rosterSize)}`;
    const shared = entries > 1 ? `, with ${countOf(entries, 'entry', 'entries')}` : '';
    return line + shared + (won ? ', and won' : '');
  }
  return win && number > win.number ? 'Not on the list: you had already won' : 'Not on the list';
}
