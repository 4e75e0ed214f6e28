import { ImageUp, LoaderCircle } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { readPicture } from '../lib/pictures.ts';
import { Button } from './button.tsx';
import { DropZone } from './drop-zone.tsx';

export interface ChosenPicture {
  /** The image as an address or a data URL, or empty. */
  url: string;
  /** Whether a file is being read; forms wait for it before they submit. */
  reading: boolean;
  error: string;
  choose: (file: File) => void;
  clear: () => void;
}

const nothing = { url: '', reading: false, error: '' };

/** A picture that somebody chooses; `read` makes a data URL of the file. */
export function useChosenPicture(read: (file: File) => Promise<string>, first = ''): ChosenPicture {
  const [state, setState] = useState({ ...nothing, url: first });
  const lastChoice = useRef(0);

  async function choose(file: File) {
    lastChoice.current += 1;
    const choice = lastChoice.current;
    setState(({ url }) => ({ ...nothing, url, reading: true }));
    const chosen = await read(file).then(
      (url) => ({ url }),
      (reason: Error) => ({ error: reason.message }),
    );
    // Only the last chosen file counts, even if an earlier one takes longer to read.
    if (choice === lastChoice.current) setState(({ url }) => ({ ...nothing, url, ...chosen }));
  }

  function clear() {
    lastChoice.current += 1;
    setState(nothing);
  }

  return { ...state, choose, clear };
}

interface PictureDropProps {
  label: string;
  /** What it is called in a sentence: 'logo'. */
  what: string;
  picture: ChosenPicture;
  ref?: RefObject<HTMLInputElement | null>;
}

export function PictureDrop({ label, what, picture, ref }: PictureDropProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-semibold text-sm">{label}</span>
      <DropZone
        ref={ref}
        label={label}
        accept="image/*"
        error={picture.error}
        onFile={picture.choose}
      >
        {picture.reading ? (
          <span role="status" className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 animate-spin" /> Reading the image…
          </span>
        ) : picture.url ? (
          // Logos are made for paper, so they get a light background in the dark theme too.
          <span className="light max-w-full rounded-s bg-card px-3 py-2">
            <img
              src={picture.url}
              alt={`Chosen ${what}`}
              className="max-h-16 max-w-full object-contain"
            />
          </span>
        ) : (
          <>
            <ImageUp aria-hidden className="size-4.5 shrink-0" /> Choose an image or drop it here
          </>
        )}
      </DropZone>
      {picture.url && !picture.reading && (
        <Button size="small" className="self-start" onClick={picture.clear}>
          Remove {what}
        </Button>
      )}
    </div>
  );
}

interface PictureFieldProps extends Pick<PictureDropProps, 'label' | 'what'> {
  name: string;
  /** How many pixels its longer side needs where it is shown. */
  side: number;
}

export function PictureField({ name, side, ...drop }: PictureFieldProps) {
  const { value, onChange } = useController({ control: useFormContext().control, name }).field;
  const picture = useChosenPicture((file) => readPicture(file, side), value ?? '');
  // While a file is being read, the value is none that the form accepts.
  const chosen = picture.reading ? '' : picture.url || null;
  useEffect(() => {
    if (chosen !== (value ?? null)) onChange(chosen);
  }, [chosen, value, onChange]);
  return <PictureDrop {...drop} picture={picture} />;
}
