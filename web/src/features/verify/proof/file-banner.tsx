import { FileCheck2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ProofFile } from '../use-verification.ts';

interface FileBannerProps {
  file: ProofFile;
  ofThisEvent: boolean;
  onClose: () => void;
}

/** Says that the page shows a file instead of the server's records. */
export function FileBanner({ file, ofThisEvent, onClose }: FileBannerProps) {
  const banner = useRef<HTMLElement>(null);

  // Focus the banner, because the file was chosen at the other end of the page.
  useEffect(() => banner.current?.focus(), []);

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label="Saved proof"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-info-soft px-4 py-3 text-info outline-none"
    >
      <FileCheck2 aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-[1_1_14rem] break-words">
        <span className="font-semibold">You are checking the saved proof {file.name}</span>
        {!ofThisEvent && (
          <span className="block text-ink">
            It is of another event: <span className="break-all">{file.eventId}</span>
          </span>
        )}
      </p>
      <Button onClick={onClose} className="max-md:w-full">
        Check this event instead
      </Button>
    </section>
  );
}
