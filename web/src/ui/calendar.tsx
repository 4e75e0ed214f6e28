import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, addMonths, today, weekday, weeksOfMonth } from '../lib/calendar-days.ts';
import { classNames } from '../lib/class-names.ts';
import { formatDayWithWeekday } from '../lib/day-formats.ts';
import { IconButton } from './icon-button.tsx';

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
export function Calendar({ value, onSelect }: CalendarProps) {
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
