import { ImageUp, LoaderCircle } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { readLogo } from '../lib/logo-image.ts';
import { Button } from './button.tsx';

interface FileDropProps {
  label: string;
  /** The chosen image as a data URL, or empty. */
  value: string;
  onValueChange: (dataUrl: string) => void;
  /** For the focus, when the logo is what is missing. */
  ref?: React.Ref<HTMLInputElement>;
}

/** Takes a logo by click, key or drop, scales it, and shows it. */
export function FileDrop({ label, value, onValueChange, ref }: FileDropProps) {
  const id = useId();
  const [state, setState] = useState<'idle' | 'over' | 'reading'>('idle');
  const [error, setError] = useState('');

  async function take(file: File | undefined) {
    if (!file) return setState('idle');
    setState('reading');
    setError('');
    try {
      onValueChange(await readLogo(file));
    } catch (reason) {
      setError((reason as Error).message);
    } finally {
      setState('idle');
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-semibold text-sm">{label}</span>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setState('over');
        }}
        onDragLeave={() => setState('idle')}
        onDrop={drop}
        className={classNames(
          'flex min-h-28 cursor-pointer items-center justify-center gap-3 rounded-m border border-dashed p-4 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          state === 'over' ? 'border-accent bg-accent-soft' : 'border-edge bg-card hover:bg-sunk',
        )}
      >
        <input
          ref={ref}
          id={id}
          type="file"
          accept="image/*"
          aria-label={label}
          aria-describedby={error ? `${id}-error` : undefined}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
        {state === 'reading' ? (
          <span role="status" className="flex items-center gap-2 text-ink-2">
            <LoaderCircle aria-hidden className="size-4 animate-spin" /> Reading the image…
          </span>
        ) : value ? (
          // Logos are made for paper, so they stand on it in the dark theme too.
          <span className="light max-w-full rounded-s bg-card px-3 py-2">
            <img src={value} alt="Chosen logo" className="max-h-16 max-w-full object-contain" />
          </span>
        ) : (
          <span className="flex items-center gap-2 text-ink-2">
            <ImageUp aria-hidden className="size-4.5" /> Choose an image or drop it here
          </span>
        )}
      </label>
      {value && state !== 'reading' && (
        <Button size="small" className="self-start" onClick={() => onValueChange('')}>
          Remove logo
        </Button>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
