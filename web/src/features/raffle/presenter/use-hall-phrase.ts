import type { SealedDraw } from '@drawbridge/contract/draws';
import { useState } from 'react';

/**
 * What the hall has called out. It stays while the stage draws, when the form is gone, so that a draw
 * that was refused can be repeated with it. It belongs to one draw: the next one begins without it.
 */
export function useHallPhrase(
  sealed: SealedDraw | null | undefined,
): [phrase: string, setPhrase: (phrase: string) => void] {
  const [called, setCalled] = useState({ commitment: '', phrase: '' });
  // The number alone would be the same in another event.
  const commitment = sealed?.commitment ?? '';
  return [
    called.commitment === commitment ? called.phrase : '',
    (phrase) => setCalled({ commitment, phrase }),
  ];
}
