import { type Brand, brandTokens, OWN_ACCENT } from '@drawbridge/contract/core/brand';
import type { AdminEvent, eventInput } from '@drawbridge/contract/events/events';
import { CHANCES_MAX } from '@drawbridge/contract/fair-draw/draws';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { readPicture } from '../../lib/device/pictures.ts';
import { reading } from '../../lib/queries/query-client.ts';
import { formatDayWithWeekday } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { PictureField } from '../../ui/fields/picture-drop.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { BrandHeader, MadeWith } from '../../ui/frame/brand.tsx';

/** The form for creating and editing an event, for its fields. */
export const useEventForm = () => useFormContext<z.input<typeof eventInput>>();

interface FormSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="border-t pt-5 first:border-t-0 first:pt-0">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {hint && <p className="text-ink-2 text-sm">{hint}</p>}
      <div className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-2">{children}</div>
    </section>
  );
}

export const brandFields = ['logo', 'cover', 'accent'] as const;

/** The look of the event's public pages. While the section is closed, it shows the chosen values. */
export function BrandFields() {
  const [logo = null, cover = null, accent = null] = useWatch({
    control: useEventForm().control,
    name: brandFields,
  });
  const chosen = [logo && 'logo', cover && 'cover picture', accent && `colour ${accent}`];

  return (
    <details className="group border-t pt-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-m">
        <span className="min-w-0">
          <h3 className="text-lg">{say('Brand')}</h3>
          <p className="text-ink-2 text-sm">
            {chosen.filter(Boolean).join(' · ') ||
              say('Logo, cover picture and colour of your pages')}
          </p>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="mt-4 grid grid-cols-1 gap-5 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <PictureField
            name="logo"
            label={say('Logo')}
            what={{ chosen: say('Chosen logo'), remove: say('Remove logo') }}
            read={(file) => readPicture(file, 512)}
          />
          <PictureField
            name="cover"
            label={say('Cover Picture')}
            what={{
              chosen: say('Chosen cover picture'),
              remove: say('Remove cover picture'),
            }}
            read={(file) => readPicture(file, 1600)}
          />
          <AccentField />
        </div>
        <Preview brand={{ logo, cover, accent }} />
      </div>
    </details>
  );
}

function AccentField() {
  const id = useId();
  const { field } = useController({ control: useEventForm().control, name: 'accent' });
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {say('Colour')}
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          ref={field.ref}
          type="color"
          value={field.value ?? OWN_ACCENT}
          onChange={field.onChange}
          aria-describedby={`${id}-hint`}
          className="h-11 w-16 cursor-pointer rounded-m border border-edge bg-card p-1 md:h-10"
        />
        {field.value && (
          <Button size="small" onClick={() => field.onChange(null)}>
            {say('Remove colour')}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-ink-2 text-sm">
        {say(
          'Used for buttons and links. It is adjusted automatically where text would be hard to read.',
        )}
      </p>
    </div>
  );
}

/** A preview of the top of the public form and its button. */
function Preview({ brand }: { brand: Brand }) {
  const [name, date, location] = useWatch({
    control: useEventForm().control,
    name: ['name', 'date', 'location'],
  });
  const tokens = brandTokens(brand.accent ?? OWN_ACCENT, 'light') as CSSProperties;
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="font-semibold text-sm">{say('On the form')}</figcaption>
      <div
        aria-hidden
        style={tokens}
        className="light rounded-l border bg-paper pb-4 text-ink shadow-lift"
      >
        <BrandHeader brand={brand} className="rounded-t-l">
          <p className="break-words font-display font-semibold text-2xl leading-7">
            {name || say('Event Name')}
          </p>
          <p className="break-words text-sm">
            {[date && formatDayWithWeekday(date), location].filter(Boolean).join(' · ')}
          </p>
        </BrandHeader>
        <div className="px-5 pt-4">
          <span className={`${buttonClasses('primary', 'large')} w-full`}>{say('Submit')}</span>
          <MadeWith />
        </div>
      </div>
    </figure>
  );
}

const USUAL = 10;
/** The number of leads that are read to find those with more chances than would count. */
const READ_MAX = 1000;

interface ChancesFieldProps {
  /** The edited event; a new one has no leads. */
  event: AdminEvent | undefined;
  /** True while a draw is sealed. */
  sealed: boolean | undefined;
}

/** 'Chances per person: one | up to 10' */
export function ChancesField({ event, sealed = false }: ChancesFieldProps) {
  const form = useEventForm();
  const { field } = useController({ control: form.control, name: 'maxChances' });
  const value = field.value ?? 1;
  const many = value !== 1;
  const above = useLeadsAbove(event, value);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3 md:col-span-2">
      <Field
        label={say('Chances per person')}
        hint={
          sealed
            ? say('A draw is sealed. Draw it or void it first.')
            : (above ?? many)
              ? say('Entering twice never helps. Everybody sees how many they had.')
              : say('Everybody has one chance.')
        }
        className={many ? undefined : 'col-span-2'}
      >
        <Select
          ref={field.ref}
          value={many ? 'many' : 'one'}
          disabled={sealed}
          onValueChange={(chosen) =>
            field.onChange(chosen === 'one' ? 1 : Math.max(event?.maxChances ?? 1, USUAL))
          }
          options={[
            { value: 'one', label: say('One') },
            { value: 'many', label: say('Up to …') },
          ]}
        />
      </Field>
      {many && (
        <Field form={form} name="maxChances" label={say('At most')}>
          <Input
            type="number"
            min={1}
            max={CHANCES_MAX}
            disabled={sealed}
            value={Number.isNaN(value) ? '' : value}
            onChange={({ target }) => field.onChange(target.valueAsNumber)}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    </div>
  );
}

/** Says how many leads have more chances than would count. */
function useLeadsAbove(event: AdminEvent | undefined, value: number): string | undefined {
  const lower = event !== undefined && value < event.maxChances;
  const { data } = useQuery({
    ...reading('/api/leads', {
      query: { eventId: event?.id, manyChances: true, sort: 'chances', limit: READ_MAX },
    }),
    enabled: lower,
  });
  if (!lower) return undefined;
  const above = data?.filter(({ chances }) => chances > value).length ?? 0;
  if (above === 0) return undefined;
  return above === READ_MAX
    ? say('{above} leads or more have more; they count as {value}.', { above, value })
    : say(
        '{count} lead has more; it counts as {value}.',
        '{count} leads have more; they count as {value}.',
        { count: above, value },
      );
}
