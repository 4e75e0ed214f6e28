import { problems } from '@drawbridge/contract/core/errors';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useState } from 'react';
import { countryName, countryOptions } from '../../lib/texts/country-names.ts';
import { say } from '../../lib/texts/say.ts';
import { currentLanguage } from '../../lib/texts/texts.ts';
import { ControlledField } from '../../ui/fields/schema-field.tsx';
import { SearchableSelect } from '../../ui/fields/searchable-select.tsx';
import { useEventForm } from '../events/event-fields.tsx';
import { currencyOf } from './currencies.ts';

interface PlaceFieldsProps {
  /** The country of a new event if none is chosen. An event that exists has one. */
  defaultCountry?: string | undefined;
  isNew?: boolean;
  /** True if the event has held a draw, including void ones. */
  drawn?: boolean | undefined;
}

/** The country, and what follows it: currency and time zone. */
export function PlaceFields({ defaultCountry, isNew = false, drawn }: PlaceFieldsProps) {
  const { setValue } = useEventForm();
  // A new event's currency follows its country, until somebody chooses one.
  const [follows, setFollows] = useState(isNew);
  const [countries] = useState(countryOptions);
  const [currencies] = useState(currencyOptions);

  return (
    <>
      <ControlledField
        name="country"
        label={say('Country')}
        hint={
          drawn
            ? say(problems['country-fixed'][1])
            : say('Phone numbers typed without a country code are taken to be from this country.')
        }
        className="md:col-span-2"
      >
        {(control) => (
          <SearchableSelect
            {...control}
            value={control.value ?? ''}
            onValueChange={(country) => {
              control.onValueChange(country);
              const currency = currencyOf(String(country));
              if (follows && currency) setValue('currency', currency);
            }}
            options={countries}
            placeholder={defaultCountry ? countryName(defaultCountry) : say('Default country')}
            disabled={drawn}
            searchLabel={say('Search countries')}
          />
        )}
      </ControlledField>
      <ControlledField name="currency" label={say('Currency')}>
        {(control) => (
          <SearchableSelect
            {...control}
            onValueChange={(chosen) => {
              control.onValueChange(chosen);
              setFollows(false);
            }}
            value={control.value ?? 'USD'}
            options={currencies}
            placeholder={say('US Dollar')}
            searchLabel={say('Search currencies')}
          />
        )}
      </ControlledField>
      <ControlledField name="timeZone" label={say('Time Zone')}>
        {(control) => (
          <SearchableSelect
            {...control}
            value={control.value ?? ''}
            options={timeZoneOptions}
            placeholder={say('Time zone')}
            searchLabel={say('Search time zones')}
          />
        )}
      </ControlledField>
    </>
  );
}

export const currencyName = (code: string) =>
  new Intl.DisplayNames(currentLanguage(), { type: 'currency' }).of(code) ?? code;

function currencyOptions() {
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: names.of(code) ?? code,
    code,
  }));
}

// Some browsers list CET and other short names, which an event cannot have.
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name.length > 3)];
export const timeZoneName = (zone: string) => zone.replaceAll('_', ' ');
const timeZoneOptions = timeZones.map((value) => ({ value, label: timeZoneName(value) }));

/** The country, currency and time zone of a new event: those of the last event, else the browser's time zone. */
export function placeOfNewEvent(last: AdminEvent | undefined) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    country: last?.country,
    currency: last?.currency ?? 'USD',
    timeZone: timeZones.includes(timeZone) ? timeZone : last?.timeZone,
  };
}
