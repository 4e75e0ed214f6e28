import type { Sighting } from '@drawbridge/contract/fair-draw/find-entrant';
import type { Proof } from '@drawbridge/contract/fair-draw/proof';
import { Check, Minus, Trophy } from 'lucide-react';
import { formatCount } from '../../lib/formats.ts';
import { prizeOf } from './prize-of.ts';

interface SightingsProps {
  proof: Proof;
  sightings: Sighting[];
  /** How many codes were given. */
  codes: number;
}

/** Draw by draw: stood on the list, won, or neither and why that may be. */
export function Sightings({ proof, sightings, codes }: SightingsProps) {
  const stood = sightings.filter(({ place }) => place !== null).length;
  const won = sightings.find((sighting) => sighting.won);
  // After a win, nobody is on a list any more; before it, an absence wants an explanation.
  const unexplained = sightings.some(
    ({ place, number }) => place === null && !(won && number > won.number),
  );

  return (
    <div className="mt-6 flex animate-appear flex-col gap-4 border-t border-dashed pt-5">
      <p className="font-display font-semibold text-xl">
        {sentenceFor(stood, sightings.length, won)}
      </p>
      <ul className="flex flex-col gap-2">
        {sightings.map((sighting, index) => {
          const draw = proof.draws[index];
          return (
            <li key={sighting.number} className="flex items-start gap-2.5">
              <SightingIcon {...sighting} />
              <p className="min-w-0 break-words">
                <span className="font-semibold">
                  Draw {sighting.number}
                  {draw && ` · ${prizeOf(draw)}`}
                </span>
                <span className="block text-ink-2">
                  {lineFor(sighting, draw?.rosterSize ?? 0, won)}
                </span>
              </p>
            </li>
          );
        })}
      </ul>
      {unexplained && (
        <div className="rounded-m bg-sunk px-4 py-3">
          <h3 className="text-lg">Why you may not be on a list</h3>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            <li>Your entry had not been verified when the list was made, or came after it.</li>
            {!won && <li>You had already won, perhaps with another entry.</li>}
            <li>
              You entered more than once, and a code is missing here
              {codes === 1 ? ': paste all of them together.' : '.'}
            </li>
            <li>The code is from another event, or a letter in it is wrong.</li>
          </ul>
          <p className="mt-2">
            If none of this fits, show your code and this page to the organiser.
          </p>
        </div>
      )}
    </div>
  );
}

function SightingIcon({ place, won }: Sighting) {
  const look = 'mt-0.5 size-5 shrink-0';
  if (won) return <Trophy aria-hidden className={`${look} text-wait`} />;
  if (place !== null) return <Check aria-hidden className={`${look} text-ok`} />;
  return <Minus aria-hidden className={`${look} text-ink-2`} />;
}

function sentenceFor(stood: number, draws: number, won: Sighting | undefined): string {
  if (draws === 0) return 'Nothing has been drawn yet, so there is no list to look at.';
  if (won) return `You won draw ${won.number}.`;
  if (stood === 0) return 'You are on none of the lists.';
  if (stood < draws) return `You were in ${stood} of ${draws} draws.`;
  return draws === 1 ? 'You were in the draw.' : `You were in all ${draws} draws.`;
}

function lineFor(
  { number, place, won: wonThis }: Sighting,
  size: number,
  won: Sighting | undefined,
): string {
  if (place !== null) {
    const stood = `Place ${formatCount(place + 1)} of ${formatCount(size)}`;
    return wonThis ? `${stood}, and won` : stood;
  }
  if (won && number > won.number) return 'Not on the list: you had already won';
  return 'Not on the list';
}
