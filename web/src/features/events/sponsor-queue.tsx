import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';
import {
  type SponsorDraft,
  SponsorDraftFields,
  useSponsorDraft,
} from '../sponsors/sponsor-draft.tsx';
import { FormSection } from './event-fields.tsx';

/** A sponsor to be added once its event has been created. */
export interface QueuedSponsor {
  /** Distinguishes sponsors with the same name. */
  key: number;
  name: string;
  logo: string;
}

interface SponsorQueue {
  queued: QueuedSponsor[];
  /** The sponsor in the fields. */
  draft: SponsorDraft;
  /** Adds the sponsor in the fields to the queue. */
  add: () => void;
  remove: (key: number) => void;
  /** The queue with the sponsor still in the fields; undefined if that one is incomplete. */
  takeAll: () => QueuedSponsor[] | undefined;
}

/** The sponsors of an event that has not been created yet. */
export function useSponsorQueue(): SponsorQueue {
  const [queued, setQueued] = useState<QueuedSponsor[]>([]);
  const draft = useSponsorDraft('name');
  const lastKey = useRef(0);

  function addDraft(): QueuedSponsor[] | undefined {
    const { name, logo } = draft.read() ?? {};
    if (!name) return undefined;
    lastKey.current += 1;
    const all = [...queued, { key: lastKey.current, name, logo: logo || drawWordmark(name) }];
    setQueued(all);
    draft.clear();
    return all;
  }

  return {
    queued,
    draft,
    add: () => {
      // Otherwise its logo would be used for the next sponsor.
      if (draft.logo.reading) return;
      if (addDraft()) draft.nameInput.current?.focus();
    },
    remove: (key) => setQueued(queued.filter((sponsor) => sponsor.key !== key)),
    takeAll: () => (draft.name.trim() || draft.logo.url ? addDraft() : queued),
  };
}

export function SponsorFields({ queue }: { queue: SponsorQueue }) {
  const { queued, draft } = queue;
  const { nameInput } = draft;
  const count = queued.length;
  useUnsavedChanges(count > 0);

  // The list grows above the field and would push it out of view.
  useEffect(() => {
    if (count > 0) nameInput.current?.scrollIntoView({ block: 'nearest' });
  }, [count, nameInput]);

  return (
    <FormSection
      title="Sponsors (Optional)"
      hint="They are added as soon as the event is created. Without a logo, the name is drawn as one."
    >
      <p role="status" className="sr-only">
        {count > 0 && `${countOf(count, 'sponsor')} queued`}
      </p>
      {count > 0 && (
        <ol
          aria-label="Queued sponsors"
          className="divide-y divide-line rounded-m border md:col-span-2"
        >
          {queued.map((sponsor, index) => (
            <QueuedSponsorRow
              key={sponsor.key}
              sponsor={sponsor}
              position={index + 1}
              onRemove={() => {
                queue.remove(sponsor.key);
                // The pressed button is gone, so the focus moves here.
                nameInput.current?.focus();
              }}
            />
          ))}
        </ol>
      )}
      {/* Elsewhere in the form, Enter creates the event. */}
      <SponsorDraftFields draft={draft} onEnter={queue.add} />
      <Button
        icon={Plus}
        pending={draft.logo.reading}
        onClick={queue.add}
        className="justify-self-start"
      >
        Add Sponsor
      </Button>
    </FormSection>
  );
}

interface QueuedSponsorRowProps {
  sponsor: QueuedSponsor;
  position: number;
  onRemove: () => void;
}

function QueuedSponsorRow({ sponsor, position, onRemove }: QueuedSponsorRowProps) {
  return (
    <li className="flex items-center gap-3 py-1.5 pe-1.5 ps-3.5">
      <span className="w-5 shrink-0 font-display font-semibold text-ink-2 tabular-nums">
        {position}
      </span>
      <img
        src={sponsor.logo}
        alt=""
        // Light in both themes, because many logos are dark on a transparent background.
        className="light h-9 w-16 shrink-0 rounded-s border bg-card object-contain"
      />
      <span className="min-w-0 flex-1 truncate font-medium">{sponsor.name}</span>
      <IconButton icon={X} label={`Remove ${sponsor.name}`} onClick={onRemove} />
    </li>
  );
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
export function drawWordmark(name: string): string {
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
