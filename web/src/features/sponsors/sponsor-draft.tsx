import {
  LOGO_MAX_BYTES,
  logoTypes,
  NOT_AN_IMAGE,
  type Sponsor,
  sponsorInput,
} from '@drawbridge/contract/sponsors';
import { ImageUp, LoaderCircle } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Field, Input } from '../../ui/field.tsx';
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
  logo: ChosenLogo;
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
  const logo = useChosenLogo(sponsor?.logo);
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
        <LogoDrop label="Sponsor Logo" logo={draft.logo} ref={draft.logoInput} />
      </div>
    </>
  );
}

interface LogoDropProps {
  label: string;
  logo: ChosenLogo;
  ref: RefObject<HTMLInputElement | null>;
}

/** Lets people choose or drop a logo, and shows it. */
function LogoDrop({ label, logo, ref }: LogoDropProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-semibold text-sm">{label}</span>
      <DropZone ref={ref} label={label} accept="image/*" error={logo.error} onFile={logo.choose}>
        {logo.reading ? (
          <span role="status" className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 animate-spin" /> Reading the image…
          </span>
        ) : logo.url ? (
          // Logos are made for paper, so they get a light background in the dark theme too.
          <span className="light max-w-full rounded-s bg-card px-3 py-2">
            <img src={logo.url} alt="Chosen logo" className="max-h-16 max-w-full object-contain" />
          </span>
        ) : (
          <>
            <ImageUp aria-hidden className="size-4.5 shrink-0" /> Choose an image or drop it here
          </>
        )}
      </DropZone>
      {logo.url && !logo.reading && (
        <Button size="small" className="self-start" onClick={logo.clear}>
          Remove logo
        </Button>
      )}
    </div>
  );
}

interface ChosenLogo {
  /** The image as a data URL, or empty. */
  url: string;
  /** Whether a file is being read; forms wait for it before they submit. */
  reading: boolean;
  /** The problem with the chosen file, or empty. */
  error: string;
  choose: (file: File) => void;
  clear: () => void;
}

const nothing = { url: '', reading: false, error: '' };

function useChosenLogo(first = ''): ChosenLogo {
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
    // Only the last chosen file counts, even if an earlier one takes longer to read.
    if (choice === lastChoice.current) setState(({ url }) => ({ ...nothing, url, ...read }));
  }

  function clear() {
    lastChoice.current += 1;
    setState(nothing);
  }

  return { ...state, choose, clear };
}

const LONGEST_SIDE = 512;

/** Reads an image as a data URL. Bitmaps are scaled down to 512 px; SVG is left as it is. */
async function readLogo(file: File): Promise<string> {
  if (!logoTypes.some((type) => type === file.type)) throw new Error(NOT_AN_IMAGE);
  if (file.type === 'image/svg+xml') {
    if (file.size > LOGO_MAX_BYTES) throw new Error('The logo is too large: 1 MiB at most');
    return readAsDataUrl(file);
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This image cannot be read. Try another file.');
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  // A small file that needs no scaling is left as it is, so that animated GIFs stay animated.
  if (scale === 1 && file.size <= LOGO_MAX_BYTES) return readAsDataUrl(file);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Not JPEG, because logos have transparent backgrounds.
  return canvas.toDataURL('image/png');
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('This image cannot be read. Try another file.'));
    reader.readAsDataURL(file);
  });
}
