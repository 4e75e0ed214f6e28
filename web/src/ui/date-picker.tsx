import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import {
  addDays,
  addMonths,
  formatDay,
  formatDayWithWeekday,
  today,
  weekday,
  weeksOfMonth,
} from '../lib/day-formats.ts';
import { controlClasses, useFieldAria } from './field.tsx';
import { IconButton } from './icon-button.tsx';

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
            'flex items-center gap-2.5 text-start',
            !value && 'text-ink-2',
            clearable && value && 'pe-10',
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
          className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-m text-ink-2 hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface CalendarProps {
  /** `yyyy-MM-dd`, or empty. */
  value: string;
  onSelect: (day: string) => void;
}

/** One month. Arrow keys move by days and weeks, Page Up and Down by months, Home and End within the week. */
function Calendar({ value, onSelect }: CalendarProps) {
  const [focused, setFocused] = useState(value || today());
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);

  // Only keys move the focus to the new day; the header's arrow buttons keep it.
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    moved.current = false;
  }, [focused]);

  function handleKey(event: KeyboardEvent) {
    const moves: Record<string, () => string> = {
      ArrowLeft: () => addDays(focused, -1),
      ArrowRight: () => addDays(focused, 1),
      ArrowUp: () => addDays(focused, -7),
      ArrowDown: () => addDays(focused, 7),
      Home: () => addDays(focused, -weekday(focused)),
      End: () => addDays(focused, 6 - weekday(focused)),
      PageUp: () => addMonths(focused, -1),
      PageDown: () => addMonths(focused, 1),
    };
    const target = moves[event.key]?.();
    if (!target) return;
    event.preventDefault();
    moved.current = true;
    setFocused(target);
  }

  return (
    <div className="w-72 p-3">
      <div className="flex items-center justify-between pb-2">
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          onClick={() => setFocused(addMonths(focused, -1))}
        />
        <p aria-live="polite" className="font-display font-semibold">
          {monthName.format(new Date(`${focused}T00:00:00Z`))}
        </p>
        <IconButton
          icon={ChevronRight}
          label="Next month"
          onClick={() => setFocused(addMonths(focused, 1))}
        />
      </div>
      <table ref={grid} aria-label="Choose a date">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th
                key={name}
                scope="col"
                abbr={name}
                className="pb-1 font-medium text-ink-2 text-xs"
              >
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === focused ? 0 : -1}
                    aria-label={formatDayWithWeekday(day)}
                    aria-current={day === today() ? 'date' : undefined}
                    aria-pressed={day === value}
                    onKeyDown={handleKey}
                    onClick={() => onSelect(day)}
                    className={classNames(
                      'flex size-9.5 items-center justify-center rounded-s text-sm tabular-nums',
                      day === value
                        ? 'bg-accent font-semibold text-on-accent'
                        : 'hover:bg-mute-soft aria-[current=date]:font-bold aria-[current=date]:text-accent-ink',
                      day !== value && day.slice(0, 7) !== focused.slice(0, 7) && 'text-ink-2',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
