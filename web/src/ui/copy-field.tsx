import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { showToast } from '../lib/toast.ts';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** What the toast says below 'Link copied'. */
  copied: string;
}

/** A read-only link with a button that copies it. */
export function CopyField({ label, value, copied }: CopyFieldProps) {
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);

  async function copy() {
    try {
      await copyText(value);
      setDone(true);
      showToast({ title: 'Link copied', description: copied });
    } catch {
      showToast({
        title: 'Copy failed',
        description: 'Select the link and copy it by hand.',
        destructive: true,
      });
    }
  }

  return (
    <div className="flex gap-2">
      <Input readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      <Button onClick={copy} aria-label="Copy link" className="md:h-11">
        {done ? <Check aria-hidden /> : <Copy aria-hidden />}
        Copy
      </Button>
    </div>
  );
}
