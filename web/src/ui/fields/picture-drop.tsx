import { ImageUp, LoaderCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { classNames } from '../../lib/class-names.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../button.tsx';
import { DropZone } from './drop-zone.tsx';

interface PictureFieldProps {
  name: string;
  label: string;
  /** 'Chosen logo' and 'Remove logo' */
  what: { chosen: string; remove: string };
  /** Reads a file into a data URL. */
  read: (file: File) => Promise<string>;
  className?: string;
}

/** A picture in a form: its address or data URL, null without one, and empty while a file is being read. */
export function PictureField({ name, label, what, read, className }: PictureFieldProps) {
  const { field, fieldState } = useController({ control: useFormContext().control, name });
  const { ref, value, onChange } = field;
  const [error, setError] = useState('');
  const lastChoice = useRef(0);
  const readBefore = useRef<string>(null);
  const reading = value === '';

  async function choose(file: File) {
    lastChoice.current += 1;
    const choice = lastChoice.current;
    if (!reading) readBefore.current = value;
    setError('');
    onChange('');
    const { url, problem } = await read(file).then(
      (url) => ({ url, problem: '' }),
      (reason: Error) => ({ url: readBefore.current, problem: say(reason.message) }),
    );
    // Only the last chosen file counts, even if an earlier one takes longer to read.
    if (choice !== lastChoice.current) return;
    setError(problem);
    onChange(url);
  }

  function clear() {
    setError('');
    onChange(null);
  }

  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <span className="font-semibold text-sm">{label}</span>
      <DropZone
        ref={ref}
        label={label}
        accept="image/*"
        error={error || (!reading && fieldState.error?.message) || ''}
        onFile={choose}
      >
        {reading ? (
          <span role="status" className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 animate-spin" /> {say('Reading the image…')}
          </span>
        ) : value ? (
          // Logos are designed for paper, so they get a light background in the dark theme too.
          <span className="light max-w-full rounded-s bg-card px-3 py-2">
            <img src={value} alt={what.chosen} className="max-h-16 max-w-full object-contain" />
          </span>
        ) : (
          <>
            <ImageUp aria-hidden className="size-4.5 shrink-0" />{' '}
            {say('Choose an image or drop it here')}
          </>
        )}
      </DropZone>
      {value && (
        <Button size="small" className="self-start" onClick={clear}>
          {what.remove}
        </Button>
      )}
    </div>
  );
}
