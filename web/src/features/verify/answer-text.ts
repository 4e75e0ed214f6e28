import type { DrawList } from '@drawbridge/contract/draws';
import type { Sighting } from '@drawbridge/contract/fair-draw/find-entrant';
import { formatCount } from '../../lib/formats.ts';
import { endSentence } from '../../lib/sentences.ts';
import { forfeitOf, hasRoster } from './records.ts';

/** What the holder of one code wants to know first. Undefined until every list has been looked at. */
export function answerSentence(
  list: DrawList,
  sightings: readonly Sighting[] | undefined,
): string | undefined {
  const draws = list.draws.filter(hasRoster).length;
  if (draws === 0) return 'Nothing has been drawn yet.';
  if (!sightings || sightings.length < draws) return undefined;
  const win = sightings.find(({ won }) => won);
  if (win) return winSentence(list, win.number);
  const present = sightings.filter(({ place }) => place !== null).length;
  if (draws === 1) return present ? 'You were in the draw.' : 'You were not in the draw.';
  if (present === 0) return `You were in none of the ${draws} draws.`;
  return present === draws
    ? `You were in all ${draws} draws.`
    : `You were in ${present} of ${draws} draws.`;
}

function winSentence(list: DrawList, number: number): string {
  const record = list.draws.find((draw) => draw.number === number);
  const prize = record && hasRoster(record) ? record.prizeName : null;
  const won = prize === null ? `You won draw ${number}` : `You won draw ${number}: ${prize}`;
  const forfeit = forfeitOf(list, number);
  return endSentence(won) + (forfeit ? ` It was given up: ${endSentence(forfeit.reason)}` : '');
}

/** About one draw. */
export function sightingText(
  { number, place, won }: Sighting,
  rosterSize: number,
  win: Sighting | undefined,
): string {
  if (place !== null) {
    const line = `Line ${formatCount(place + 1)} of ${formatCount(rosterSize)}`;
    return won ? `${line}, and won` : line;
  }
  return win && number > win.number ? 'Not on the list: you had already won' : 'Not on the list';
}
