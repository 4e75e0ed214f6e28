import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { useFieldAria } from './field-context.ts';

interface CheckboxProps {
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
  /** The accessible name, if there is no visible label. */
  label?: string;
  id?: string;
  disabled?: boolean;
}

export function Checkbox({ checked, onCheckedChange, label, ...rest }: CheckboxProps) {
  return (
    <Radix.Root
      {...useFieldAria()}
      aria-label={label}
      checked={checked}
      onCheckedChange={(value) => onCheckedChange(value === true)}
      // The box is 20 px; an invisible edge around it makes the touch target 44 px.
      className="relative flex size-5 shrink-0 items-center justify-center rounded-s border border-edge bg-card text-on-accent transition-colors duration-150 after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent"
      {...rest}
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus aria-hidden className="size-3.5" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
