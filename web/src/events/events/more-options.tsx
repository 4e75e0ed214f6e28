import { problems } from '@drawbridge/contract/core/errors';
import { consentNoteOf } from '@drawbridge/contract/events/entering';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { winnerDisplayNames, winnerDisplays } from '@drawbridge/contract/events/raffle-options';
import { languageCodes, languages } from '@drawbridge/contract/languages/languages';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { countryName, countryOptions } from '../../lib/texts/country-names.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { countOf } from '../../lib/texts/formats.ts';
import { LabelledCheckbox } from '../../ui/fields/checkbox.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { ControlledField, SchemaField } from '../../ui/fields/schema-field.tsx';
import { SearchableSelect } from '../../ui/fields/searchable-select.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ChancesField, FormSection, useEventForm } from './event-fields.tsx';
import { retentionText } from './retention-text.ts';

interface MoreOptionsProps {
  /** The edited event; a new one has no leads. */
  event?: AdminEvent;
  /** The country of a new event if none is chosen. */
  lastCountry?: string | undefined;
  /** True if the event has held a draw, including void ones. */
  drawn?: boolean | undefined;
  /** True if it has ever had a winner. */
  hasWinners?: boolean | undefined;
  /** True while a draw is sealed, whose chances cannot change. */
  sealed?: boolean | undefined;
}

const moreFields = [
  'country',
  'winnerDisplay',
  'organiser',
  'privacyText',
  'privacyUrl',
  'consentNote',
  'marketingText',
  'retentionDays',
  'language',
  'languages',
  'currency',
  'timeZone',
  'maxChances',
] as const;
/** The fields include the time of the draw for a copy, which has another day and so another time. */
const foldedFields = [...moreFields, 'drawAt'] as const;

/** The options that most events leave at their defaults. While the section is closed, it shows their values. */
export function MoreOptions(props: MoreOptionsProps) {
  const { event, lastCountry, drawn, hasWinners, sealed } = props;
  const form = useEventForm();
  const [open, setOpen] = useState(false);
  const { errors } = form.formState;
  const wrong = foldedFields.find((name) => errors[name]);
  const { setFocus } = form;
  const first = Object.keys(errors).every((name) => foldedFields.some((field) => field === name));
  useEffect(() => {
    // A wrong field could not get the focus while it was hidden.
    if (wrong && first) setFocus(wrong);
  }, [wrong, first, setFocus]);

  return (
    <details
      open={open || wrong !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-t pt-5"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-m">
        <span className="min-w-0">
          <h3 className="text-lg">More options</h3>
          <p className="text-sm">
            Country, winners’ names, languages, currency, time of the draw, texts of the form, how
            long leads are kept
          </p>
          <Summary lastCountry={lastCountry} />
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="mt-4 flex flex-col gap-5">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <ControlledField
            name="country"
            label="Country"
            hint={
              drawn
                ? problems['country-fixed'][1]
                : 'Phone numbers typed without a country code are taken to be from this country.'
            }
            className="md:col-span-2"
          >
            {(control) => (
              <SearchableSelect
                {...control}
                value={control.value ?? ''}
                options={countryOptions}
                placeholder={
                  // The name comes first, because a phone may cut the text off.
                  lastCountry
                    ? `${countryName(lastCountry)}, as in your last event`
                    : 'Default country'
                }
                disabled={drawn}
                searchLabel="Search countries"
              />
            )}
          </ControlledField>
          <ControlledField
            name="winnerDisplay"
            label="Winners are shown with"
            hint={hasWinners && 'Also applies to existing winners.'}
            className="md:col-span-2"
          >
            {(control) => (
              <Select
                {...control}
                value={control.value ?? 'full'}
                options={winnerDisplays.map((value) => ({
                  value,
                  label: winnerDisplayNames[value],
                }))}
              />
            )}
          </ControlledField>
          <ChancesField event={event} sealed={sealed} />
          <LanguageFields />
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
          <Field
            form={form}
            name="drawAt"
            label="Time of the Draw (Optional)"
            hint="In the event's time zone."
            className="md:col-span-2"
          >
            <Input
              {...form.register('drawAt', { setValueAs: (typed: string | null) => typed || null })}
              type="datetime-local"
              max="2999-12-31T23:59"
              className="md:max-w-64"
            />
          </Field>
        </div>
        <TrustFields />
        {useMailOn() && <ReceiptsField />}
        <RetentionField event={event} />
      </div>
    </details>
  );
}

/** The values in one line: 'United Kingdom · full names'. */
function Summary({ lastCountry }: Pick<MoreOptionsProps, 'lastCountry'>) {
  const [country, display, organiser, privacyText, privacyUrl, consent, marketing, days, language] =
    useWatch({ control: useEventForm().control, name: moreFields });
  const chosen = country || lastCountry;
  return (
    <p className="break-words text-ink-2 text-sm">
      {[
        chosen ? countryName(chosen) : 'default country',
        display === 'short' ? 'short names' : 'full names',
        language && language !== 'en' && languages[language].name,
        organiser,
        (privacyText || privacyUrl) && 'privacy notice',
        consent && 'own consent sentence',
        marketing && 'marketing box',
        days && `leads erased after ${countOf(days, 'day')}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

const languageOptions = languageCodes.map((value) => ({ value, label: languages[value].name }));

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencyOptions = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: currencyNames.of(code) ?? code,
  code,
}));

// Some browsers list CET and other short names, which an event cannot have.
const timeZones = Intl.supportedValuesOf('timeZone').filter((name) => name.length > 3);
const timeZoneOptions = ['UTC', ...timeZones].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}));

/** The language of the event's texts, and the languages that visitors can choose; without a list these are all. */
function LanguageFields() {
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
        hint="The language of your own texts. Visitors see the pages in their language if you offer it."
        className="md:col-span-2"
      >
        <Select
          ref={language.ref}
          value={own}
          onValueChange={(value) => {
            language.onChange(value);
            // Languages that somebody has chosen stay offered, also the event's previous one.
            const others = offered.value && offered.value.length > 1 ? offered.value : [];
            if (offered.value) offered.onChange([...new Set([...others, value])]);
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

/** The texts that the public form shows visitors before they leave their number. */
function TrustFields() {
  const [consentNote, marketingText] = useWatch({
    control: useEventForm().control,
    name: ['consentNote', 'marketingText'],
  });
  const box = marketingText?.trim();

  return (
    <FormSection title="Public Form (Optional)" hint="What visitors read before they enter.">
      {['organiser', 'privacyText', 'privacyUrl', 'consentNote', 'marketingText'].map((name) => (
        <SchemaField key={name} name={name} className="md:col-span-2" />
      ))}
      <div role="status" className="rounded-m bg-sunk px-4 py-3 text-sm md:col-span-2">
        <p className="break-words">
          Visitors read: “{consentNoteOf({ consentNote: consentNote?.trim(), marketingText: box })}”
        </p>
        {box && <p className="mt-1 break-words">They may tick: “{box}”</p>}
      </div>
    </FormSection>
  );
}

function ReceiptsField() {
  const { field } = useController({ control: useEventForm().control, name: 'receipts' });
  return (
    <FormSection
      title="Mail"
      hint="The receipt names the ticket, in the visitor's language. Each address gets one receipt."
    >
      <div className="md:col-span-2">
        <LabelledCheckbox
          label="Send a receipt by email to visitors who leave an address"
          checked={field.value ?? false}
          onCheckedChange={field.onChange}
        />
      </div>
    </FormSection>
  );
}

/** The retention period of the leads, and its effect on this event. */
function RetentionField({ event }: Pick<MoreOptionsProps, 'event'>) {
  const form = useEventForm();
  const [days, date] = useWatch({ control: form.control, name: ['retentionDays', 'date'] });

  return (
    <FormSection
      title="Retention (Optional)"
      hint="Leave empty to keep the leads until you delete them."
    >
      <Field
        form={form}
        name="retentionDays"
        label="Erase leads after (days)"
        hint={
          <span role="status">
            {retentionText({ days, date, leads: event?.leadCount }, today())}
          </span>
        }
        className="md:col-span-2"
      >
        <Input
          {...form.register('retentionDays', {
            // An empty field keeps the leads; the rule rejects anything else that is not a number.
            setValueAs: (typed: string | number | null) =>
              typed === '' || typed === null ? null : Number(typed),
          })}
          inputMode="numeric"
          autoComplete="off"
          className="md:max-w-40"
        />
      </Field>
    </FormSection>
  );
}
