import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts';
import {
  type SponsorDraft,
  SponsorDraftFields,
  useSponsorDraft,
} from '../../sponsors/sponsor-draft.tsx';
import { FormSection } from '../form/event-fields.tsx';
import { drawWordmark } from './wordmark.ts';

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
      <Button pending={draft.logo.reading} onClick={queue.add} className="justify-self-start">
        {!draft.logo.reading && <Plus aria-hidden />}
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
