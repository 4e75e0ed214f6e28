import { CalendarDays, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useImperativeHandle, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { formatDay } from '../lib/day-formats.ts';
import { Calendar } from './calendar.tsx';
import { useFieldAria } from './field-context.ts';
import { controlClasses } from './input.tsx';

interface DatePickerProps {
  /** `yyyy-MM-dd`, or empty. Never a Date: a day has no time zone. */
  value: string;
  onValueChange: (day: string) => void;
  /** Shows a button that clears the day. */
  clearable?: boolean;
  /** react-hook-form focuses this when the day is not valid. */
  ref?: React.Ref<HTMLButtonElement>;
}

/** Use it in a `Field`, whose label is its name. */
export function DatePicker({ value, onValueChange, clearable, ref }: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => trigger.current as HTMLButtonElement);
  // The trigger is a button, which has no `required` attribute.
  const { 'aria-required': _, ...aria } = useFieldAria();

  return (
    <div className="relative">
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          ref={trigger}
          {...aria}
          // The name consists of the field's label and the day; the label alone would hide the day.
          aria-labelledby={aria.id && `${aria.id}-label ${aria.id}-day`}
          className={classNames(
            controlClasses,
            'flex items-center gap-2.5 text-left',
            !value && 'text-ink-2',
            clearable && value && 'pr-10',
          )}
        >
          <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-2" />
          <span id={aria.id && `${aria.id}-day`} className="truncate">
            {value ? formatDay(value) : 'Pick a date'}
          </span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            aria-label="Calendar"
            // Focus the chosen day instead of the first button, and only now, when a dialog around it no
            // longer traps the focus.
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              const calendar = event.target as HTMLElement;
              calendar.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
            }}
            className="z-50 animate-appear rounded-m border border-line bg-card text-ink shadow-float"
          >
            <Calendar
              value={value}
              onSelect={(day) => {
                onValueChange(day);
                setOpen(false);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {clearable && value && (
        <button
          type="button"
          id={aria.id && `${aria.id}-clear`}
          aria-label="Clear"
          // 'Clear From Date', because two date pickers may be side by side.
          aria-labelledby={aria.id && `${aria.id}-clear ${aria.id}-label`}
          onClick={() => {
            onValueChange('');
            // This button disappears, so the focus has to move.
            trigger.current?.focus();
          }}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-m text-ink-2 hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
