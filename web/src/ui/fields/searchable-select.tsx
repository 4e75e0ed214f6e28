import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react';
import { Check, ChevronDown, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { controlClasses, useFieldAria } from './field.tsx';

interface SearchableSelectProps {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SearchableOption[];
  placeholder: string;
  disabled?: boolean | undefined;
  /** The name of the search field, such as `Search countries`. */
  searchLabel: string;
  /** react-hook-form focuses this when the choice is not valid. */
  ref?: React.Ref<HTMLButtonElement>;
}

/** A select with a search field, for many options. Use it in a `Field`. */
export function SearchableSelect({
  value,
  onValueChange,
  options,
  placeholder,
  searchLabel,
  disabled,
  ref,
}: SearchableSelectProps) {
  const [open, setOpen] = useState(false);
  // The trigger is a button, which has no `required` attribute.
  const { 'aria-required': _, ...aria } = useFieldAria();
  const selectedOption = options.find((option) => option.value === value);

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        ref={ref}
        {...aria}
        disabled={disabled}
        // The name consists of the field's label and the choice; the label alone would hide the choice.
        aria-labelledby={aria.id && `${aria.id}-label ${aria.id}-choice`}
        className={classNames(
          controlClasses,
          'flex items-center justify-between gap-2 text-start',
          !selectedOption && 'text-ink-2',
        )}
      >
        <span id={aria.id && `${aria.id}-choice`} className="truncate">
          {selectedOption?.label ?? placeholder}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={searchLabel}
          className="z-50 flex h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) animate-appear flex-col overflow-hidden rounded-m border border-line bg-card text-ink shadow-float"
        >
          <OptionSearch
            value={value}
            options={options}
            label={searchLabel}
            onChoose={(choice) => {
              onValueChange(choice);
              setOpen(false);
            }}
            onLeave={() => setOpen(false)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface OptionSearchProps {
  value: string;
  options: readonly SearchableOption[];
  label: string;
  onChoose: (value: string) => void;
  onLeave: () => void;
}

/** The search field and its results. The focus stays in the field; the arrow keys move the active option. */
function OptionSearch({ value, options, label, onChoose, onLeave }: OptionSearchProps) {
  const [typed, setTyped] = useState('');
  const matches = searchOptions(options, typed);

  return (
    <ComboboxProvider
      open
      value={typed}
      setValue={setTyped}
      selectedValue={value}
      setSelectedValue={onChoose}
    >
      <div className="relative border-b">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 start-3.5 size-4 -translate-y-1/2 text-ink-2"
        />
        <Combobox
          autoFocus
          autoSelect="always"
          // The chosen option is marked before anything is typed; otherwise the first option.
          getAutoSelectId={() => (value && !typed ? optionId(value) : undefined)}
          aria-label={label}
          placeholder={label}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'Tab') return;
            event.preventDefault();
            onLeave();
          }}
          className="h-11 w-full rounded-t-m bg-transparent pe-3.5 ps-10 text-lg -outline-offset-2 placeholder:text-ink-2"
        />
      </div>
      <p role="status" className={matches.length > 0 ? 'sr-only' : 'px-4 pt-3 text-ink-2'}>
        {matches.length > 0
          ? t('workspace.results', { count: matches.length })
          : t('workspace.nothingFound')}
      </p>
      <ComboboxList
        alwaysVisible
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1"
      >
        {matches.map((option) => (
          <ComboboxItem
            key={option.value}
            id={optionId(option.value)}
            ref={option.value === value ? showChoice : undefined}
            value={option.value}
            aria-selected={option.value === value}
            setValueOnClick={false}
            hideOnClick={false}
            focusOnHover
            className="flex min-h-11 w-full items-center gap-3 rounded-s px-3 py-1.5 text-start text-base data-active-item:bg-mute-soft md:min-h-9"
          >
            <span className="min-w-0 flex-1">{option.label}</span>
            {option.value === value && (
              <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />
            )}
            {option.code && (
              <span aria-hidden className="w-7 shrink-0 text-ink-2 text-sm">
                {option.code}
              </span>
            )}
          </ComboboxItem>
        ))}
      </ComboboxList>
    </ComboboxProvider>
  );
}

const optionId = (value: string) => `option-${value}`;

/** Runs in the next frame, because a list that has just opened has no height before. */
function showChoice(option: HTMLElement | null) {
  requestAnimationFrame(() => option?.scrollIntoView({ block: 'nearest' }));
}

export interface SearchableOption {
  value: string;
  label: string;
  /** A short form, shown beside the label. */
  code?: string;
  /** Other names that the search finds. */
  otherNames?: () => readonly string[];
}

/**
 * The options that match the text, best first: by code, by the start of the name, by the start of a word in
 * it, or by any part of it. Case, accents and punctuation are ignored.
 */
export function searchOptions<Option extends SearchableOption>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const text = fold(typed).trim();
  if (!text) return [...options];
  return options
    .map((option) => ({ option, rank: rankOf(option, text) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

const NOT_FOUND = 4;

function rankOf({ label, code = '', otherNames }: SearchableOption, text: string): number {
  const others = [code, ...(otherNames?.() ?? [])].map(fold);
  if (others.includes(text)) return 0;
  const name = fold(label);
  if (name.startsWith(text)) return 1;
  if (name.includes(` ${text}`)) return 2;
  return name.includes(text) || others.some((other) => other.startsWith(text)) ? 3 : NOT_FOUND;
}

/** `Côte d’Ivoire` becomes `cote d ivoire`, `Trinidad & Tobago` becomes `trinidad and tobago`. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
