import { type Proof, writeProof } from '@drawbridge/contract/fair-draw/proof';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { inSlices } from './in-slices.ts';
import { ProofDrop } from './proof-drop.tsx';
import type { ProofFile } from './use-verification.ts';

interface ProofCardProps {
  /** Missing while nothing has been computed. */
  proof: Proof | undefined;
  /** What comes from a file need not be saved again, and must not get a new checksum. */
  fromFile: boolean;
  eventName: string | undefined;
  onFile: (file: ProofFile) => void;
}

/** Take the proof home, or bring one along. */
export function ProofCard({ proof, fromFile, eventName, onFile }: ProofCardProps) {
  const [saving, setSaving] = useState(false);

  async function download() {
    if (!proof) return;
    setSaving(true);
    const pieces = await inSlices(writeProof(proof));
    const content = new Blob(pieces, { type: 'application/json' });
    saveFile(fileName(eventName, proof.eventId), content);
    setSaving(false);
  }

  return (
    <Card
      className={classNames('grid gap-6 p-5 md:gap-8 md:p-7', !fromFile && 'md:grid-cols-2')}
      aria-label="The proof as a file"
    >
      {!fromFile && (
        <div className="flex flex-col items-start gap-3">
          <h2 className="text-2xl">Keep the proof</h2>
          <p className="text-pretty text-ink-2">
            One file with every draw and every list, without a name in it. With it anyone can check
            the draws for ever, even when this server is gone.
          </p>
          <Button
            onClick={download}
            disabled={!proof}
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
        <ProofDrop onFile={onFile} />
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
