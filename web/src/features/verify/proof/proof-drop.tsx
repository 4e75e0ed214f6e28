import { FileCheck2 } from 'lucide-react';
import { DropZone } from '../../../ui/drop-zone.tsx';
import type { VerificationControl } from '../use-verification.ts';

interface ProofDropProps {
  chosen: VerificationControl['chosen'];
  onFile: (file: File) => void;
}

/** Lets people choose or drop a proof file. */
export function ProofDrop({ chosen, onFile }: ProofDropProps) {
  const error = chosen && 'problem' in chosen ? chosen.problem : '';
  return (
    <DropZone label="Proof file" accept=".json,application/json" error={error} onFile={onFile}>
      <FileCheck2 aria-hidden className="size-4.5 shrink-0" />
      {chosen && 'share' in chosen
        ? `Reading ${chosen.name}: ${Math.floor(chosen.share * 100)}%`
        : 'Choose a proof file or drop it here'}
    </DropZone>
  );
}
