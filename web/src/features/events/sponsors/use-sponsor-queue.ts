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
  /** The problem with the typed name. */
  error: string;
  nameInput: RefObject<HTMLInputElement | null>;
  /** Adds the sponsor in the fields to the queue. */
  add: () => void;
  remove: (key: number) => void;
  /** The queue with the sponsor still in the fields; undefined if that one is incomplete. */
  takeAll: () => QueuedSponsor[] | undefined;
}

const NAME_REQUIRED = {
  title: 'Sponsor name required',
  description: 'Please enter a sponsor name',
  destructive: true,
};

/** The sponsors of an event that has not been created yet. */
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
      // Otherwise its logo would be used for the next sponsor.
      if (logo.reading) return;
      if (addDraft()) nameInput.current?.focus();
    },
    remove: (key) => setQueued(queued.filter((sponsor) => sponsor.key !== key)),
    takeAll: () => (name.trim() || logo.url ? addDraft() : queued),
  };
}
