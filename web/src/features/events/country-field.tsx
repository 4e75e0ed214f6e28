import { useController } from 'react-hook-form';
import { countryName, countryOptions } from '../../lib/country-names.ts';
import { Field } from '../../ui/field.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import type { EventForm } from './event-form.ts';

interface CountryFieldProps {
  form: EventForm;
  /** The country that the server takes when none is chosen; unknown before the first event. */
  lastCountry?: string | undefined;
}

export function CountryField({ form, lastCountry }: CountryFieldProps) {
  const { field } = useController({ control: form.control, name: 'country' });

  return (
    <Field
      form={form}
      name="country"
      label="Country"
      hint="Phone numbers without a country code belong here."
      className="md:col-span-2"
    >
      <SearchableSelect
        ref={field.ref}
        value={field.value ?? ''}
        onValueChange={field.onChange}
        options={countryOptions}
        placeholder={
          // The name first: a phone has no room for all of it.
          lastCountry ? `${countryName(lastCountry)} (same as the last event)` : 'Default country'
        }
        searchLabel="Search countries"
      />
    </Field>
  );
}
