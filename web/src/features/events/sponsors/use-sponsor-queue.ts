import { sponsorInput } from '@drawbridge/contract/sponsors';
import { type RefObject, useRef, useState } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { type ChosenLogo, useChosenLogo } from '../../sponsors/logo-drop.tsx';

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

/** A sponsor to be added once its event has been created. */
export interface QueuedSponsor {
  /** Distinguishes sponsors with the same name. */
  key: number;
  name: string;
  logo: string;
}

const FONT_SIZE = 64;
const LINE_HEIGHT = 1.15 * FONT_SIZE;
/** Pages show logos on a plate, so they need little space around them. */
const MARGIN = 8;
// Images do not follow the theme; dark text on a white plate is readable on every background.
const PLATE = '#ffffff';
const INK = '#1d2130';
const FACE = '"Bricolage Grotesque Variable", "Instrument Sans Variable", system-ui, sans-serif';

/** A logo for a sponsor without one: its name, as a PNG data URL as wide as the name. */
function drawWordmark(name: string): string {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas to draw on');
  const font = `650 ${FONT_SIZE}px ${FACE}`;
  pen.font = font;
  const lines = breakWordmark(name, (text) => pen.measureText(text).width / FONT_SIZE);
  canvas.width =
    Math.ceil(Math.max(...lines.map((line) => pen.measureText(line).width))) + 2 * MARGIN;
  canvas.height = Math.ceil(lines.length * LINE_HEIGHT) + 2 * MARGIN;

  pen.fillStyle = PLATE;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // Setting the size of a canvas resets its pen.
  pen.font = font;
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const [index, line] of lines.entries()) {
    pen.fillText(line, canvas.width / 2, MARGIN + (index + 0.5) * LINE_HEIGHT);
  }
  return canvas.toDataURL('image/png');
}

/** How wide a text is at a font size of 1; text grows in proportion. */
type Measure = (text: string) => number;

/** The widest line, in relation to the size of the font, that is not broken in two. */
const ONE_LINE_MAX = 8;

/**
 * The lines of a name: one, or two of about the same length. Pages show logos at one height, so a picture with
 * more lines would have smaller letters, while one that is wider does no harm.
 */
export function breakWordmark(name: string, measure: Measure): string[] {
  const words = name.split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  if (measure(whole) <= ONE_LINE_MAX) return [whole];
  const widest = (lines: string[]) => Math.max(...lines.map(measure));
  return words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
    .reduce((best, next) => (widest(next) < widest(best) ? next : best), [whole]);
}
