import { ImageUp, LoaderCircle } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import type { ChosenLogo } from './use-chosen-logo.ts';

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
