import { Check, Minus } from 'lucide-react';
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui';
import { useId } from 'react';
import { TOOLTIP } from '../tooltip.tsx';
import { useFieldAria } from './field.tsx';

interface CheckboxProps {
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
  /** The accessible name, if there is no visible label. */
  label?: string;
  id?: string;
  disabled?: boolean;
  'aria-keyshortcuts'?: string;
}

export function Checkbox({ checked, onCheckedChange, label, ...rest }: CheckboxProps) {
  return (
    <RadixCheckbox.Root
      {...useFieldAria()}
      aria-label={label}
      checked={checked}
      onCheckedChange={(value) => onCheckedChange(value === true)}
      // The box is 20 px; an invisible edge around it makes the touch target 44 px.
      className="relative flex size-5 shrink-0 items-center justify-center rounded-s border border-edge bg-card text-on-accent transition-colors duration-150 after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent"
      {...rest}
    >
      <RadixCheckbox.Indicator>
        {checked === 'indeterminate' ? (
          <Minus aria-hidden className="size-3.5" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
        )}
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

interface LabelledCheckboxProps extends Pick<CheckboxProps, 'onCheckedChange'> {
  label: string;
  checked: boolean;
}

/** A checkbox with its sentence beside it. */
export function LabelledCheckbox({ label, ...rest }: LabelledCheckboxProps) {
  const id = useId();

  return (
    <div className="flex min-h-11 items-center gap-3">
      <Checkbox id={id} {...rest} />
      <label htmlFor={id} className="min-w-0 break-words">
        {label}
      </label>
    </div>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A switch that takes effect at once, with its label beside it. */
export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const id = useId();

  return (
    <div {...{ [TOOLTIP]: hint }} className="flex min-h-11 shrink-0 items-center gap-3">
      <RadixSwitch.Root
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="relative h-6 w-11 shrink-0 rounded-full border border-edge bg-sunk transition-colors duration-150 after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixSwitch.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-ink-2 transition-transform duration-150 data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-accent rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-5.5" />
      </RadixSwitch.Root>
      <label htmlFor={id}>{label}</label>
      <span id={`${id}-hint`} hidden>
        {hint}
      </span>
    </div>
  );
}
