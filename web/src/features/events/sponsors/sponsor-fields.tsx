import { Plus, X } from 'lucide-react';
import { useEffect } from 'react';
import { countOf } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useUnsavedChanges } from '../../../ui/unsaved-changes.ts';
import { LogoDrop } from '../../sponsors/logo-drop.tsx';
import { FormSection } from '../form/event-fields.tsx';
import type { QueuedSponsor, SponsorQueue } from './use-sponsor-queue.ts';

export function SponsorFields({ queue }: { queue: SponsorQueue }) {
  const { nameInput } = queue;
  const count = queue.queued.length;
  useUnsavedChanges(count > 0 || queue.name !== '' || queue.logo.url !== '');

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
          {queue.queued.map((sponsor, index) => (
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
      <Field label="Sponsor Name" error={queue.error || undefined} className="md:col-span-2">
        <Input
          ref={nameInput}
          value={queue.name}
          autoComplete="off"
          className="scroll-m-4"
          onChange={(event) => queue.setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Enter adds the sponsor; elsewhere in the form it creates the event.
            event.preventDefault();
            queue.add();
          }}
        />
      </Field>
      <div className="md:col-span-2">
        <LogoDrop label="Sponsor Logo" logo={queue.logo} />
      </div>
      <Button pending={queue.logo.reading} onClick={queue.add} className="justify-self-start">
        {!queue.logo.reading && <Plus aria-hidden />}
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
