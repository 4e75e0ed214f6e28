import type { Sponsor } from '@drawbridge/contract/sponsors';
import { Plus } from 'lucide-react';
import { dismissFailure } from '../../lib/toast.ts';
import { Button, ignoreHeldEnter } from '../../ui/button.tsx';
import { useFocusWhileOpen } from '../../ui/focus.ts';
import { useSaveSponsor } from './api.ts';
import { SponsorDraftFields, useSponsorDraft } from './sponsor-draft.tsx';

interface SponsorFormProps {
  eventId: string;
  /** The position of a new sponsor in the list. */
  position: number;
  /** The sponsor to edit; without one, the form adds a sponsor. */
  sponsor: Sponsor | undefined;
  onDone: () => void;
}

export function SponsorForm({ eventId, position, sponsor, onDone }: SponsorFormProps) {
  const draft = useSponsorDraft('logo', sponsor);
  const { logo, nameInput } = draft;
  const saveSponsor = useSaveSponsor(eventId, position, sponsor?.id);
  const pending = saveSponsor.isPending || logo.reading;
  useFocusWhileOpen(sponsor && (() => nameInput.current?.focus()));

  function save() {
    dismissFailure();
    const read = draft.read();
    if (!read) return;
    saveSponsor.mutate(read, {
      onSuccess: () => {
        if (!sponsor) draft.clear();
        onDone();
      },
    });
  }

  return (
    <form
      noValidate
      aria-label={sponsor ? 'Edit Sponsor' : 'Add Sponsor'}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) save();
      }}
      onKeyDown={ignoreHeldEnter}
      className="flex flex-col gap-4"
    >
      <h3 className="text-lg">{sponsor ? 'Edit Sponsor' : 'Add Sponsor'}</h3>
      <SponsorDraftFields draft={draft} />
      {sponsor ? (
        <div className="flex gap-3 max-md:*:flex-1">
          <Button
            type="submit"
            variant="primary"
            disabled={!logo.url && !logo.reading}
            pending={pending}
          >
            {saveSponsor.isPending ? 'Updating...' : 'Update Sponsor'}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      ) : (
        <Button type="submit" variant="primary" className="md:self-start" pending={pending}>
          {!pending && <Plus aria-hidden />}
          {saveSponsor.isPending ? 'Adding...' : 'Add Sponsor'}
        </Button>
      )}
    </form>
  );
}
