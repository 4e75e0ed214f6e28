import { useId, useState } from 'react';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../button.tsx';
import { Checkbox } from './checkbox.tsx';

interface MultiSelectProps {
  /** The group's name for screen readers. */
  label: string;
  options: readonly { value: string; label: string; hint?: string }[];
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
}

/** The number of options shown at first, because a longer list would push down the content below it. */
const FIRST = 8;

/** A list of checkboxes: the first ones and the chosen ones, or all. */
export function MultiSelect({ label, options, values, onValuesChange }: MultiSelectProps) {
  const id = useId();
  const [chosenBefore] = useState(values);
  const [all, setAll] = useState(options.length <= FIRST + 1);
  const visibleOptions = options.filter(
    ({ value }, index) => all || index < FIRST || chosenBefore.includes(value),
  );

  function toggle(value: string, selected: boolean) {
    onValuesChange(selected ? [...values, value] : values.filter((other) => other !== value));
  }

  return (
    <fieldset className="min-w-0 rounded-m border border-edge bg-card p-1">
      <legend className="sr-only">{label}</legend>
      {visibleOptions.map((option) => (
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
      {visibleOptions.length < options.length && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {say('Show all {options}', { options: options.length })}
        </Button>
      )}
    </fieldset>
  );
}
