import { showToast } from '../lib/toast.ts';
import { CopyButton } from './copy-button.tsx';
import { Input } from './input.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** What the toast says below 'Link copied'. */
  copied: string;
}

/** A read-only link with a button that copies it. */
export function CopyField({ label, value, copied }: CopyFieldProps) {
  const tell = (result: 'done' | 'failed') =>
    showToast(
      result === 'done'
        ? { title: 'Link copied', description: copied }
        : {
            title: 'Copy failed',
            description: 'Select the link and copy it by hand.',
            destructive: true,
          },
    );

  return (
    <div className="flex gap-2">
      <Input readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      <CopyButton value={value} label="Copy link" className="md:h-11" onResult={tell} />
    </div>
  );
}
