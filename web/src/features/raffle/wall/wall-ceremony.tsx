import type { SealedDraw } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import { useFit } from './use-fit.ts';
import './wall-ceremony.css';

interface WallCeremonyProps {
  sealed: SealedDraw;
  prize: Prize | undefined;
  /** As it is typed. */
  phrase: string;
}

const PHRASE_SIZES = [3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];

/** A sealed draw: the hall calls out the phrase, and photographs what is fixed already. */
export function WallCeremony({ sealed, prize, phrase }: WallCeremonyProps) {
  const { number, rosterSize, commitment, rosterHash } = sealed;
  const box = useFit<HTMLDivElement>(PHRASE_SIZES, phrase, 1);
  const people = rosterSize.toLocaleString('en-GB');

  return (
    <div className="wall-scene wall-ceremony">
      <p className="of">{`Draw ${number}${prize ? ` · ${prize.name}` : ''}`}</p>
      <h1>Call out a phrase</h1>
      <div ref={box} className="phrase">
        <p>
          {phrase && `“${phrase}”`}
          <span aria-hidden className="caret" />
        </p>
      </div>
      <p className="locked">
        {rosterSize === 1 ? '1 person is' : `${people} people are`} locked in. Take a photograph of
        this:
      </p>
      <dl>
        <Plate name="Fingerprint of the secret" hash={commitment} />
        <Plate name="Fingerprint of everyone" hash={rosterHash} />
      </dl>
    </div>
  );
}

/** A hash in groups of four, four to a line, so that a photograph can be compared. */
function Plate({ name, hash }: { name: string; hash: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {hash.match(/.{1,16}/g)?.map((line) => (
          <span key={line}>{line.match(/.{1,4}/g)?.join(' ')} </span>
        ))}
      </dd>
    </div>
  );
}
