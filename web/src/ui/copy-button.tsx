import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/device/copy-text.ts';
import { t, translate } from '../lib/texts/texts.ts';
import { showToast } from '../lib/toast.ts';
import { Button, type ButtonSize } from './button.tsx';
import { Input } from './fields/field.tsx';

interface CopyButtonProps {
  value: string;
  /** The name of the copied text, used in the button's name: 'Copy entry code'. */
  label: string;
  size?: ButtonSize;
  className?: string;
  /** Called with the result if a toast reports it; then the button's text does not change. */
  onResult?: (result: 'done' | 'failed') => void;
}

const texts = {
  idle: 'visitor.copy',
  done: 'visitor.copied',
  failed: 'visitor.copyByHand',
} as const;

/** Copies a text and reports the result in the button, so that it works on pages without toasts. */
export function CopyButton({
  value,
  label,
  size = 'medium',
  className,
  onResult,
}: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof texts>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const shown = onResult ? 'idle' : state;

  const end = (result: 'done' | 'failed') => {
    setState(result);
    onResult?.(result);
  };
  const copy = () =>
    copyText(value).then(
      () => end('done'),
      () => end('failed'),
    );

  return (
    <>
      <Button
        size={size}
        icon={state === 'done' ? Check : Copy}
        onClick={copy}
        aria-label={shown === 'idle' ? label : t(texts[shown])}
        className={className}
      >
        {t(texts[shown])}
      </Button>
      <span role="status" className="sr-only">
        {shown !== 'idle' && t(texts[shown])}
      </span>
    </>
  );
}

interface CopyFieldProps {
  label: string;
  value: string;
  /** The toast's text below 'Link copied'. */
  copied: string;
}

/** A read-only link with a button that copies it. */
export function CopyField({ label, value, copied }: CopyFieldProps) {
  const tell = (result: 'done' | 'failed') =>
    showToast(
      result === 'done'
        ? { title: translate('Link copied'), description: copied }
        : {
            title: translate('Copy failed'),
            description: translate('Select the link and copy it by hand.'),
            destructive: true,
          },
    );

  return (
    <div className="flex gap-2">
      <Input readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      <CopyButton
        value={value}
        label={translate('Copy link')}
        className="md:h-11"
        onResult={tell}
      />
    </div>
  );
}
