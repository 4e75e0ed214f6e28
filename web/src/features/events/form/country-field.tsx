import { problems } from '@drawbridge/contract/errors';
import { useController } from 'react-hook-form';
import { countryName, countryOptions } from '../../../lib/country-names.ts';
import { Field } from '../../../ui/field.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import type { EventForm } from './event-form.ts';

interface CountryFieldProps {
  form: EventForm;
  /** The server's default if no country is chosen; unknown before the first event. */
  lastCountry?: string | undefined;
  /** Set once the event has held a draw. */
  fixed?: boolean | undefined;
}

export function CountryField({ form, lastCountry, fixed = false }: CountryFieldProps) {
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
