import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { classNames } from '../../lib/class-names.ts';
import { currentDirection } from '../../lib/texts/texts.ts';
import { controlClasses, useFieldAria } from './field.tsx';

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** The heading above the option; options of one group follow each other. */
  group?: string;
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
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      dir={currentDirection()}
      {...(disabled && { disabled })}
    >
      <Radix.Trigger
        ref={ref}
        {...useFieldAria()}
        aria-label={label}
        className={classNames(
          controlClasses,
          'flex items-center justify-between gap-2 text-start data-placeholder:text-ink-2 [&>span:first-child]:truncate',
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
            {groupsOf(options).map(({ group, members }) =>
              group === undefined ? (
                members.map((option) => <Option key={option.value} option={option} />)
              ) : (
                <Radix.Group key={group}>
                  <Radix.Label className="px-3 pt-3 pb-1 font-semibold text-ink-2 text-sm">
                    {group}
                  </Radix.Label>
                  {members.map((option) => (
                    <Option key={option.value} option={option} />
                  ))}
                </Radix.Group>
              ),
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      {...(option.disabled && { disabled: true })}
      className="flex min-h-11 items-center justify-between gap-3 rounded-s px-3 py-1.5 text-base outline-none data-disabled:cursor-not-allowed data-highlighted:bg-mute-soft data-disabled:text-ink-2 md:min-h-9"
    >
      <Radix.ItemText>{option.label}</Radix.ItemText>
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent-ink" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

function groupsOf(options: readonly SelectOption[]) {
  const groups: { group: string | undefined; members: SelectOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}
