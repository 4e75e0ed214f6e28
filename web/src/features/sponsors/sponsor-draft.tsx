import { type Sponsor, sponsorInput } from '@drawbridge/contract/sponsors';
import { type RefObject, useRef, useState } from 'react';
import { readLogo } from '../../lib/pictures.ts';
import { showToast } from '../../lib/toast.ts';
import { Field, Input } from '../../ui/field.tsx';
import { type ChosenPicture, PictureDrop, useChosenPicture } from '../../ui/picture-drop.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';

/** With a new event a sponsor needs a name, later it needs a logo; the other one is optional. */
const rules = {
  name: {
    label: 'Sponsor Name',
    missing: { title: 'Sponsor name required', description: 'Please enter a sponsor name' },
  },
  logo: {
    label: 'Sponsor Name (Optional)',
    missing: { title: 'No logo selected', description: 'Please upload a sponsor logo' },
  },
};

export interface SponsorDraft {
  needs: keyof typeof rules;
  changed: boolean;
  name: string;
  setName: (name: string) => void;
  logo: ChosenPicture;
  /** The problem with the typed name. */
  error: string;
  nameInput: RefObject<HTMLInputElement | null>;
  logoInput: RefObject<HTMLInputElement | null>;
  /** What was typed and chosen, or undefined after saying what is missing. */
  read: () => { name: string | null; logo: string } | undefined;
  clear: () => void;
}

/** The name and the logo of a sponsor that is added or edited. */
export function useSponsorDraft(needs: SponsorDraft['needs'], sponsor?: Sponsor): SponsorDraft {
  const first = sponsor?.name ?? '';
  const [name, setName] = useState(first);
  const [error, setError] = useState('');
  const logo = useChosenPicture(readLogo, sponsor?.logo);
  const nameInput = useRef<HTMLInputElement>(null);
  const logoInput = useRef<HTMLInputElement>(null);

  function complain(message: string): undefined {
    setError(message);
    nameInput.current?.focus();
  }

  return {
    needs,
    changed: name !== first || logo.url !== (sponsor?.logo ?? ''),
    name,
    setName: (typed) => {
      setName(typed);
      setError('');
    },
    logo,
    error,
    nameInput,
    logoInput,
    read: () => {
      const checked = sponsorInput.shape.name.safeParse(name);
      if (!checked.success) return complain(checked.error.issues[0]?.message ?? '');
      const read = { name: checked.data, logo: logo.url };
      if (read[needs]) return read;
      const { missing } = rules[needs];
      showToast({ ...missing, destructive: true });
      if (needs === 'name') return complain(missing.description);
      logoInput.current?.focus();
      return undefined;
    },
    clear: () => {
      setName('');
      setError('');
      logo.clear();
    },
  };
}

interface SponsorDraftFieldsProps {
  draft: SponsorDraft;
  /** What Enter does in the name, if it does not submit the form. */
  onEnter?: () => void;
}

export function SponsorDraftFields({ draft, onEnter }: SponsorDraftFieldsProps) {
  useUnsavedChanges(draft.changed);
  return (
    <>
      <Field
        label={rules[draft.needs].label}
        error={draft.error || undefined}
        className="md:col-span-2"
      >
        <Input
          ref={draft.nameInput}
          value={draft.name}
          autoComplete="off"
          className="scroll-m-4"
          onChange={(event) => draft.setName(event.target.value)}
          onKeyDown={(event) => {
            if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onEnter();
          }}
        />
      </Field>
      <div className="md:col-span-2">
        <PictureDrop label="Sponsor Logo" what="logo" picture={draft.logo} ref={draft.logoInput} />
      </div>
    </>
  );
}
