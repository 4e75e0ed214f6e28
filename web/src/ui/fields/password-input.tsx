import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { Input } from './field.tsx';

/** A password field, in a module of its own because no form of visitors has one. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;

  return (
    <div className="relative">
      <Input dir="ltr" {...props} type={visible ? 'text' : 'password'} className="pe-12" />
      <button
        type="button"
        disabled={props.disabled}
        aria-label={t(visible ? 'workspace.hidePassword' : 'workspace.showPassword')}
        onClick={() => setVisible(!visible)}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-m text-ink-2 hover:text-ink"
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
