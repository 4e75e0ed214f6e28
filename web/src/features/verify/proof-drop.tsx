import { readProofFile } from '@drawbridge/contract/fair-draw/proof';
import { FileCheck2 } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import type { ProofFile } from './use-verification.ts';

/** Takes a proof file by click, key or drop. */
export function ProofDrop({ onFile }: { onFile: (file: ProofFile) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [error, setError] = useState('');

  async function take(file: File | undefined) {
    setOver(false);
    setError('');
    if (!file) return;
    try {
      const read = readProofFile(await file.text());
      if ('problem' in read) setError(`${file.name} is no proof: ${read.problem}`);
      else onFile({ name: file.name, proof: read.proof });
    } catch {
      setError(`${file.name} cannot be read`);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  }

  return (
    <>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex min-h-28 flex-1 cursor-pointer items-center justify-center gap-2 rounded-m border border-dashed p-4 text-center text-ink-2 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          over ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-sunk',
        )}
      >
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          aria-label="Proof file"
          aria-describedby={error ? `${id}-error` : undefined}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
        <FileCheck2 aria-hidden className="size-4.5 shrink-0" />
        Choose a proof file or drop it here
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="break-words text-danger text-sm">
          {error}
        </p>
      )}
    </>
  );
}
