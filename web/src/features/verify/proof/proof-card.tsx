import { Download } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { VerificationControl } from '../use-verification.ts';
import { ProofDrop } from './proof-drop.tsx';

interface ProofCardProps {
  control: VerificationControl;
  eventId: string;
  eventName: string | undefined;
}

/** Downloads the proof, or opens a saved one. */
export function ProofCard({ control, eventId, eventName }: ProofCardProps) {
  const { verification, file, chosen, saving, save, checkFile } = control;
  return (
    <Card
      className={classNames('grid gap-6 p-5 md:gap-8 md:p-7', !file && 'md:grid-cols-2')}
      aria-label="The proof as a file"
    >
      {/* A proof from a file is not offered for download, because that would give it a new checksum. */}
      {!file && (
        <div className="flex flex-col items-start gap-3">
          <h2 className="text-2xl">Keep the proof</h2>
          <p className="text-pretty text-ink-2">
            One file with every record and every list. It names the winners as they are shown here,
            and nobody else. With it anyone can check the draws, even when this server is gone.
          </p>
          <Button
            onClick={() => save(fileName(eventName, eventId))}
            disabled={verification.state !== 'done'}
            pending={saving}
            className="mt-auto max-md:w-full"
          >
            {!saving && <Download aria-hidden />}
            Download proof
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-3">
        <h2 className="text-2xl">Check a saved proof</h2>
        <ProofDrop chosen={chosen} onFile={checkFile} />
      </div>
    </Card>
  );
}

function fileName(eventName: string | undefined, eventId: string): string {
  const words = (eventName ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `drawbridge-proof-${words || eventId}.json`;
}
