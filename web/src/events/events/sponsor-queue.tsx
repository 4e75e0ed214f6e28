import type { SponsorInput } from '@drawbridge/contract/events/sponsors';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { say } from '../../lib/texts/say.ts';
import { showToast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SponsorFields, useSponsorForm } from '../sponsors/sponsor-fields.tsx';
import { drawWordmark } from '../sponsors/wordmark.ts';
import { FormSection } from './event-fields.tsx';

/** A sponsor to be added once its event has been created. */
export interface QueuedSponsor extends Omit<SponsorInput, 'id' | 'eventId' | 'position'> {
  /** Distinguishes sponsors with the same name. */
  key: number;
  name: string;
}

interface SponsorQueue {
  queued: QueuedSponsor[];
  /** The form of the sponsor to be queued next. */
  form: ReturnType<typeof useSponsorForm>['form'];
  /** True while its logo is being read. */
  reading: boolean;
  /** Queues the sponsor in the form. */
  add: () => void;
  remove: (key: number) => void;
  /** The queue with the sponsor still in the form; undefined if that sponsor is incomplete. */
  takeAll: () => Promise<QueuedSponsor[] | undefined>;
}

/** The sponsors of an event that has not been created yet. */
export function useSponsorQueue(): SponsorQueue {
  const [queued, setQueued] = useState<QueuedSponsor[]>([]);
  const { form, logo } = useSponsorForm();
  const lastKey = useRef(0);
  const reading = logo === '';

  const addDraft = () =>
    new Promise<QueuedSponsor[] | undefined>((done) => {
      const queue = form.handleSubmit(
        (sponsor) => {
          const { name } = sponsor;
          if (!name) {
            const description = say('Please enter a sponsor name');
            showToast({ title: say('Sponsor name required'), description, destructive: true });
            form.setError('name', { message: description }, { shouldFocus: true });
            return done(undefined);
          }
          lastKey.current += 1;
          const key = lastKey.current;
          const all = [
            ...queued,
            { ...sponsor, key, name, logo: sponsor.logo || drawWordmark(name) },
          ];
          setQueued(all);
          // Sets the fields one by one, because `reset` would also empty the surrounding form of the event.
          form.setValue('name', '', { shouldDirty: true });
          form.setValue('logo', null, { shouldDirty: true });
          done(all);
        },
        () => done(undefined),
      );
      void queue();
    });

  return {
    queued,
    form,
    reading,
    add: () => {
      // The next sponsor would otherwise get this one's logo.
      if (!reading) void addDraft();
    },
    remove: (key) => setQueued(queued.filter((sponsor) => sponsor.key !== key)),
    takeAll: async () => {
      const typed = form.getValues();
      return typed.name?.trim() || typed.logo ? addDraft() : queued;
    },
  };
}

export function SponsorsSection({ queue }: { queue: SponsorQueue }) {
  const { queued, form } = queue;
  const { setFocus } = form;
  const count = queued.length;
  const counted = useRef(count);
  useUnsavedChanges(count > 0 || form.formState.isDirty);

  // The list grows above the field and would push it out of view, and a removed sponsor's button disappears.
  useEffect(() => {
    if (counted.current !== count) setFocus('name');
    counted.current = count;
  }, [count, setFocus]);

  return (
    <FormSection
      title={say('Sponsors (Optional)')}
      hint={say(
        'Sponsors are added when the event is created. Without a logo, the name is used as the logo.',
      )}
    >
      <p role="status" className="sr-only">
        {count > 0 && say('{count} sponsor queued', '{count} sponsors queued', { count })}
      </p>
      {count > 0 && (
        <ol
          aria-label={say('Queued sponsors')}
          className="divide-y divide-line rounded-m border md:col-span-2"
        >
          {queued.map((sponsor, index) => (
            <QueuedSponsorRow
              key={sponsor.key}
              sponsor={sponsor}
              position={index + 1}
              onRemove={() => queue.remove(sponsor.key)}
            />
          ))}
        </ol>
      )}
      <FormProvider {...form}>
        <fieldset
          aria-label={say('New sponsor')}
          // Elsewhere in the form, Enter creates the event.
          onKeyDown={(event) => {
            const { name } = event.target as HTMLInputElement;
            if (name !== 'name' || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            queue.add();
          }}
          className="contents"
        >
          <SponsorFields nameLabel={say('Sponsor Name')} />
        </fieldset>
      </FormProvider>
      <Button
        icon={Plus}
        pending={queue.reading}
        onClick={queue.add}
        className="justify-self-start"
      >
        {say('Add Sponsor')}
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
      <IconButton
        icon={X}
        label={say('Remove {name}', { name: sponsor.name })}
        onClick={onRemove}
      />
    </li>
  );
}
