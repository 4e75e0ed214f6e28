import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface DropZoneProps {
  label: string;
  accept: string;
  error: string;
  onFile: (file: File) => void;
  /** Used to focus the control when the file is missing. */
  ref?: React.Ref<HTMLInputElement> | undefined;
  children: ReactNode;
}

export function DropZone({ label, accept, error, onFile, ref, children }: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  function take(files: FileList | null) {
    const file = files?.[0];
    if (file) onFile(file);
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
          over ? 'border-accent bg-accent-soft' : 'border-edge bg-card hover:bg-sunk',
        )}
      >
        <input
          ref={ref}
          id={id}
          type="file"
          accept={accept}
          aria-label={label}
          aria-describedby={error ? `${id}-error` : undefined}
          className="sr-only"
          onChange={({ target }) => {
            take(target.files);
            // The reset lets the user choose the same file again.
            target.value = '';
          }}
        />
        {children}
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="break-words text-danger text-sm">
          {error}
        </p>
      )}
    </>
  );
}
