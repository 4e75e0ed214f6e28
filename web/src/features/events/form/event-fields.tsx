import { problems } from '@drawbridge/contract/errors';
import { type EventStatus, eventStatuses } from '@drawbridge/contract/events';
import { type WinnerDisplay, winnerDisplays } from '@drawbridge/contract/raffle';
import { type ReactNode, useId } from 'react';
import { Controller, useController } from 'react-hook-form';
import { countryName, countryOptions } from '../../../lib/country-names.ts';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { Select } from '../../../ui/select.tsx';
import type { EventForm } from './event-form.ts';

const statusLabels: Record<EventStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

interface BasicFieldsProps {
  form: EventForm;
  /** The country of a new event if none is chosen. */
  lastCountry?: string | undefined;
  /** Whether the event has held a draw, including void ones, and whether it has had a winner. */
  drawn?: boolean | undefined;
  hasWinners?: boolean | undefined;
}

export function BasicFields({ form, lastCountry, drawn, hasWinners }: BasicFieldsProps) {
  return (
    <FormSection title="Basic Information">
      <TextField form={form} name="name" label="Event Name" />
      <Field form={form} name="date" label="Date" required>
        <Controller
          control={form.control}
          name="date"
          render={({ field }) => (
            <DatePicker ref={field.ref} value={field.value} onValueChange={field.onChange} />
          )}
        />
      </Field>
      <Field form={form} name="status" label="Status" required>
        <Controller
          control={form.control}
          name="status"
          render={({ field }) => (
            <Select
              value={field.value ?? ''}
              onValueChange={field.onChange}
              options={eventStatuses.map((value) => ({ value, label: statusLabels[value] }))}
            />
          )}
        />
      </Field>
      <TextField form={form} name="location" label="Location" />
      <CountryField form={form} lastCountry={lastCountry} fixed={drawn} />
      <WinnerDisplayField form={form} hasWinners={hasWinners} />
    </FormSection>
  );
}

interface CountryFieldProps {
  form: EventForm;
  /** The server's default if no country is chosen; unknown before the first event. */
  lastCountry?: string | undefined;
  /** Set once the event has held a draw. */
  fixed?: boolean | undefined;
}

function CountryField({ form, lastCountry, fixed = false }: CountryFieldProps) {
  const { field } = useController({ control: form.control, name: 'country' });

  return (
    <Field
      form={form}
      name="country"
      label="Country"
      hint={
        fixed
          ? problems['country-fixed'][1]
          : 'Phone numbers typed without a country code are taken to be from this country.'
      }
      className="md:col-span-2"
    >
      <SearchableSelect
        ref={field.ref}
        value={field.value ?? ''}
        onValueChange={field.onChange}
        options={countryOptions}
        placeholder={
          // The name comes first, because a phone may cut the text off.
          lastCountry ? `${countryName(lastCountry)} (as before)` : 'Default country'
        }
        disabled={fixed}
        searchLabel="Search countries"
      />
    </Field>
  );
}

const labels: Record<WinnerDisplay, string> = {
  full: 'Full name and e-mail',
  short: 'First name, initial and masked e-mail',
};

interface WinnerDisplayFieldProps {
  form: EventForm;
  hasWinners?: boolean | undefined;
}

function WinnerDisplayField({ form, hasWinners = false }: WinnerDisplayFieldProps) {
  const { field } = useController({ control: form.control, name: 'winnerDisplay' });

  return (
    <Field
      form={form}
      name="winnerDisplay"
      label="Winners are shown with"
      hint={hasWinners && 'This also applies to the winners so far.'}
      className="md:col-span-2"
    >
      <Select
        ref={field.ref}
        value={field.value ?? 'full'}
        onValueChange={field.onChange}
        options={winnerDisplays.map((value) => ({ value, label: labels[value] }))}
      />
    </Field>
  );
}

interface TextFieldProps {
  form: EventForm;
  name: 'name' | 'location' | 'organiser' | 'privacyUrl' | 'consentNote' | 'marketingText';
  label: string;
  required?: boolean;
  hint?: string;
}

/**
 * A separate component, because react-hook-form focuses the first invalid field in the order of
 * registration, and a plain `register` would always come before a `Controller`.
 */
export function TextField({ form, name, label, required = true, hint }: TextFieldProps) {
  return (
    <Field
      form={form}
      name={name}
      label={label}
      required={required}
      hint={hint}
      className="md:col-span-2"
    >
      <Input {...form.register(name)} autoComplete="off" />
    </Field>
  );
}

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
