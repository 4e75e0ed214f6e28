import type { SealedDraw } from '@drawbridge/contract/draws';
import { useState } from 'react';

/**
 * The phrase of the audience. It is kept while the form is unmounted during a draw, so that a refused draw
 * can be repeated with it. It belongs to one draw; the next draw starts with an empty phrase.
 */
export function useHallPhrase(
  sealed: SealedDraw | null | undefined,
): [phrase: string, setPhrase: (phrase: string) => void] {
  const [called, setCalled] = useState({ commitment: '', phrase: '' });
  // The draw's number would not be unique across events.
  const commitment = sealed?.commitment ?? '';
  return [
    called.commitment === commitment ? called.phrase : '',
    (phrase) => setCalled({ commitment, phrase }),
  ];
}
