import { useRef, useState } from 'react';
import { readLogo } from './logo-image.ts';

export interface ChosenLogo {
  /** The image as a data URL, or empty. */
  url: string;
  /** Whether a file is being read; forms wait for it before they submit. */
  reading: boolean;
  /** The problem with the chosen file, or empty. */
  error: string;
  choose: (file: File) => void;
  clear: () => void;
}

const nothing = { url: '', reading: false, error: '' };

/** The logo of a form, for `LogoDrop`. */
export function useChosenLogo(first = ''): ChosenLogo {
  const [state, setState] = useState({ ...nothing, url: first });
  const lastChoice = useRef(0);

  async function choose(file: File) {
    lastChoice.current += 1;
    const choice = lastChoice.current;
    setState(({ url }) => ({ ...nothing, url, reading: true }));
    const read = await readLogo(file).then(
      (url) => ({ url }),
      (reason: Error) => ({ error: reason.message }),
    );
    // Only the last chosen file counts, even if an earlier one takes longer to read.
    if (choice === lastChoice.current) setState(({ url }) => ({ ...nothing, url, ...read }));
  }

  function clear() {
    lastChoice.current += 1;
    setState(nothing);
  }

  return { ...state, choose, clear };
}
