import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';
import { Tooltip } from './tooltip.tsx';

interface SwitchProps {
  label: string;
  /** What it does, in one sentence. */
  hint: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A switch that takes effect at once, with its label beside it. */
export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const id = useId();

  return (
    <Tooltip text={hint}>
      <div className="flex min-h-11 shrink-0 items-center gap-3">
        <Radix.Root
          id={id}
          aria-describedby={`${id}-hint`}
          checked={checked}
          onCheckedChange={onCheckedChange}
          className="relative h-6 w-11 shrink-0 rounded-full border border-edge bg-sunk transition-colors duration-150 after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Radix.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-ink-2 transition-transform duration-150 data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-accent" />
        </Radix.Root>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-hint`} hidden>
          {hint}
        </span>
      </div>
    </Tooltip>
  );
}
