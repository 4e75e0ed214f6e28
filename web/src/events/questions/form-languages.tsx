import type { AdminEvent } from '@drawbridge/contract/events/events';
import { languageCodes, languages } from '@drawbridge/contract/languages/languages';
import { useController } from 'react-hook-form';
import { say } from '../../lib/texts/say.ts';
import { Field } from '../../ui/fields/field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useEventForm } from '../events/event-fields.tsx';
import { EventSection, useEventSection } from '../settings/event-section.tsx';

/** The languages of an event: that of its own texts, and those that visitors can choose. */
export function FormLanguages({ event }: { event: AdminEvent }) {
  const section = useEventSection(event, ['language', 'languages']);
  return (
    <EventSection
      {...section}
      title={say('Languages')}
      help={say(
        'Our own texts exist in every language. Yours are shown in their own, unless you translate them below.',
      )}
    >
      <LanguageFields />
    </EventSection>
  );
}

const languageOptions = languageCodes.map((value) => ({ value, label: languages[value].name }));

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
        label={say('Language')}
        hint={say(
          'The language of your own texts. Visitors see the pages in their language if you offer it.',
        )}
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
        <p className="font-semibold text-sm">{say('Also offered')}</p>
        <MultiSelect
          label={say('Also offered')}
          options={languageOptions.filter(({ value }) => value !== own)}
          values={chosen}
          onValuesChange={(values) => offered.onChange([...new Set([own, ...values])])}
        />
      </div>
    </>
  );
}
