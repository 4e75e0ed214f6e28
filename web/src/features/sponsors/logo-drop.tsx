import { LOGO_MAX_BYTES, logoTypes, NOT_AN_IMAGE } from '@drawbridge/contract/sponsors';
import { ImageUp, LoaderCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';

interface LogoDropProps {
  label: string;
  logo: ChosenLogo;
  /** Used to focus the control when the logo is missing. */
  ref?: React.Ref<HTMLInputElement>;
}

/** Lets people choose or drop a logo, and shows it. */
export function LogoDrop({ label, logo, ref }: LogoDropProps) {
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

export interface ChosenLogo {
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

/** The logo of a form, for `LogoDrop`. */
export function useChosenLogo(first = ''): ChosenLogo {
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
