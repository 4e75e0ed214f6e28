import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { Button } from './button.tsx';
import type { ButtonSize } from './button-look.ts';

interface CopyButtonProps {
  value: string;
  /** What is copied, in the button's name: 'Copy entry code'. */
  label: string;
  size?: ButtonSize;
}

const texts = { idle: 'Copy', done: 'Copied', failed: 'Copy it by hand' };

/** Copies and says so itself, also on a page without toasts. */
export function CopyButton({ value, label, size = 'medium' }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof texts>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () =>
    copyText(value).then(
      () => setState('done'),
      () => setState('failed'),
    );

  return (
    <>
      <Button size={size} onClick={copy} aria-label={state === 'idle' ? label : texts[state]}>
        {state === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {texts[state]}
      </Button>
      <span role="status" className="sr-only">
        {state !== 'idle' && texts[state]}
      </span>
    </>
  );
}
