import { languageCodes, languages } from '@drawbridge/contract/languages';
import { useController } from 'react-hook-form';
import { ControlledField } from '../../../ui/controlled-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { MultiSelect } from '../../../ui/multi-select.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { Select } from '../../../ui/select.tsx';
import { useEventForm } from './event-fields.tsx';

const languageOptions = languageCodes.map((value) => ({ value, label: languages[value].name }));

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencyOptions = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: currencyNames.of(code) ?? code,
  code,
}));

// Some browsers have CET and others, which an event cannot have.
const timeZones = Intl.supportedValuesOf('timeZone').filter((name) => name.length > 3);
const timeZoneOptions = ['UTC', ...timeZones].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}));

/** The language of the event's texts, and those that visitors can choose; without a list these are all. */
export function LanguageFields() {
  const form = useEventForm();
  const language = useController({ control: form.control, name: 'language' }).field;
  const offered = useController({ control: form.control, name: 'languages' }).field;
  const own = language.value ?? 'en';
  const chosen = offered.value ?? languageCodes;

  return (
    <>
      <Field
        form={form}
        name="language"
        label="Language"
        hint="What you write is in this language. Visitors read the pages in theirs, if it is offered."
        className="md:col-span-2"
      >
        <Select
          ref={language.ref}
          value={own}
          onValueChange={(value) => {
            language.onChange(value);
            if (offered.value) offered.onChange([...new Set([...offered.value, value])]);
          }}
          options={languageOptions}
        />
      </Field>
      <div className="flex flex-col gap-1.5 md:col-span-2">
        <p className="font-semibold text-sm">Also offered</p>
        <MultiSelect
          label="Also offered"
          options={languageOptions.filter(({ value }) => value !== own)}
          values={chosen}
          onValuesChange={(values) => offered.onChange([...new Set([own, ...values])])}
        />
      </div>
    </>
  );
}

/** The currency of amounts, and where the event's days begin and end. */
export function MoneyAndTimeFields() {
  return (
    <>
      <ControlledField name="currency" label="Currency">
        {(control) => (
          <SearchableSelect
            {...control}
            value={control.value ?? 'USD'}
            options={currencyOptions}
            placeholder="US Dollar"
            searchLabel="Search currencies"
          />
        )}
      </ControlledField>
      <ControlledField name="timeZone" label="Time Zone">
        {(control) => (
          <SearchableSelect
            {...control}
            value={control.value ?? ''}
            options={timeZoneOptions}
            placeholder="The server’s"
            searchLabel="Search time zones"
          />
        )}
      </ControlledField>
    </>
  );
}
