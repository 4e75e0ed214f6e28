import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { classNames } from '../lib/class-names.ts';
import { useFieldAria } from './field-context.ts';
import { controlClasses } from './input.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  /** The accessible name, if there is no field label. */
  label?: string;
  disabled?: boolean;
  className?: string;
  /** react-hook-form focuses this when the choice is not valid. */
  ref?: React.Ref<HTMLButtonElement>;
}

export function Select({
  value,
  onValueChange,
  options,
  placeholder,
  label,
  disabled,
  className,
  ref,
}: SelectProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} {...(disabled && { disabled })}>
      <Radix.Trigger
        ref={ref}
        {...useFieldAria()}
        aria-label={label}
        className={classNames(
          controlClasses,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-ink-2 [&>span:first-child]:truncate',
          className,
        )}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon className="shrink-0">
          <ChevronDown aria-hidden className="size-4 text-ink-2" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[calc(100vw-2rem)] animate-appear overflow-hidden rounded-m border border-line bg-card text-ink shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                {...(option.disabled && { disabled: true })}
                className="flex min-h-11 items-center justify-between gap-3 rounded-s px-3 py-1.5 text-base outline-none data-disabled:cursor-not-allowed data-highlighted:bg-mute-soft data-disabled:text-ink-2 md:min-h-9"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
