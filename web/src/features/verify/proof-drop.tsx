import { readProofFile } from '@drawbridge/contract/fair-draw/proof';
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { DropZone } from '../../ui/drop-zone.tsx';
import type { ProofFile } from './use-verification.ts';

/** Takes a proof file by click, key or drop. */
export function ProofDrop({ onFile }: { onFile: (file: ProofFile) => void }) {
  const [error, setError] = useState('');

  async function take(file: File) {
    setError('');
    try {
      const read = readProofFile(await file.text());
      if ('problem' in read) setError(`${file.name} is no proof: ${read.problem}`);
      else onFile({ name: file.name, proof: read.proof });
    } catch {
      setError(`${file.name} cannot be read`);
    }
  }

  return (
    <DropZone label="Proof file" accept=".json,application/json" error={error} onFile={take}>
      <FileCheck2 aria-hidden className="size-4.5 shrink-0" />
      Choose a proof file or drop it here
    </DropZone>
  );
}
