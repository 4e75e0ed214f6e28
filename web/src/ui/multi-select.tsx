import { useId } from 'react';
import { Checkbox } from './checkbox.tsx';

interface MultiSelectProps {
  /** The group's name for screen readers. */
  label: string;
  options: readonly { value: string; label: string; hint?: string }[];
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
}

/** A scrolling list of checkboxes, so that options are visible without opening anything; its end cuts one in half. */
export function MultiSelect({ label, options, values, onValuesChange }: MultiSelectProps) {
  const id = useId();

  function toggle(value: string, chosen: boolean) {
    onValuesChange(chosen ? [...values, value] : values.filter((other) => other !== value));
  }

  return (
    <fieldset className="max-h-62 min-w-0 overflow-y-auto rounded-m border border-edge bg-card p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${id}-${option.value}`}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-s px-2.5 py-1.5 hover:bg-mute-soft"
        >
          <Checkbox
            id={`${id}-${option.value}`}
            checked={values.includes(option.value)}
            onCheckedChange={(chosen) => toggle(option.value, chosen)}
          />
          <span className="min-w-0 flex-1">
            <span className="block break-words font-medium">{option.label}</span>
            {option.hint && (
              <span className="block break-words text-ink-2 text-sm">{option.hint}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
