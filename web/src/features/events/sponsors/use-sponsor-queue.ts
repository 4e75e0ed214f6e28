import { sponsorInput } from '@drawbridge/contract/sponsors';
import { type RefObject, useRef, useState } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { type ChosenLogo, useChosenLogo } from '../../../shared/use-chosen-logo.ts';
import { drawWordmark } from './draw-wordmark.ts';
import type { QueuedSponsor } from './sponsor-queue.ts';

export interface SponsorQueue {
  queued: QueuedSponsor[];
  name: string;
  setName: (name: string) => void;
  logo: ChosenLogo;
  /** What is wrong with the name that was typed. */
  error: string;
  nameInput: RefObject<HTMLInputElement | null>;
  /** Puts what was typed and chosen at the end of the queue. */
  add: () => void;
  remove: (key: number) => void;
  /** The whole queue with what is still in the fields, or nothing when that is not complete. */
  takeAll: () => QueuedSponsor[] | undefined;
}

const NAME_REQUIRED = {
  title: 'Sponsor name required',
  description: 'Please enter a sponsor name',
  destructive: true,
};

/** The sponsors of an event that is still being written. */
export function useSponsorQueue(): SponsorQueue {
  const [queued, setQueued] = useState<QueuedSponsor[]>([]);
  const [name, setName] = useState('');
  const logo = useChosenLogo();
  const [error, setError] = useState('');
  const nameInput = useRef<HTMLInputElement>(null);
  const lastKey = useRef(0);

  function complain(message: string): undefined {
    setError(message);
    nameInput.current?.focus();
  }

  function draft(): QueuedSponsor | undefined {
    const checked = sponsorInput.shape.name.safeParse(name);
    if (!checked.success) return complain(checked.error.issues[0]?.message ?? '');
    if (!checked.data) {
      showToast(NAME_REQUIRED);
      return complain(NAME_REQUIRED.description);
    }
    lastKey.current += 1;
    return {
      key: lastKey.current,
      name: checked.data,
      logo: logo.url || drawWordmark(checked.data),
    };
  }

  function addDraft(): QueuedSponsor[] | undefined {
    const sponsor = draft();
    if (!sponsor) return undefined;
    const all = [...queued, sponsor];
    setQueued(all);
    setName('');
    logo.clear();
    setError('');
    return all;
  }

  return {
    queued,
    name,
    setName: (typed) => {
      setName(typed);
      setError('');
    },
    logo,
    error,
    nameInput,
    add: () => {
      // Its logo would go to the next one.
      if (logo.reading) return;
      if (addDraft()) nameInput.current?.focus();
    },
    remove: (key) => setQueued(queued.filter((sponsor) => sponsor.key !== key)),
    takeAll: () => (name.trim() || logo.url ? addDraft() : queued),
  };
}
