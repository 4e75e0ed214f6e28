import { useRef, useState } from 'react';
import { readLogo } from './logo-image.ts';

export interface ChosenLogo {
  /** The image as a data URL, or empty. */
  url: string;
  /** A file is on its way: whoever needs the logo waits for it. */
  reading: boolean;
  /** What is wrong with the file that was chosen, or empty. */
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
    // Only the last file counts, however long an earlier one takes.
    if (choice === lastChoice.current) setState(({ url }) => ({ ...nothing, url, ...read }));
  }

  function clear() {
    lastChoice.current += 1;
    setState(nothing);
  }

  return { ...state, choose, clear };
}
