import type { AdminEvent } from '@drawbridge/contract/events';
import { isLanguage, languageCodes, languages } from '@drawbridge/contract/languages';
import type { Texts } from '@drawbridge/contract/texts';
import type { Translations } from '@drawbridge/contract/translations';
import { useEffect, useState } from 'react';
import { loadCatalogue } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

/** What is printed for an event is in its own language, or in another one that it offers. */
export function usePrintedLanguage(event: Pick<AdminEvent, 'language' | 'languages'>) {
  const [language, setLanguage] = useState(event.language);
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    let left = false;
    loadCatalogue(language, 'visitor', 'poster').then((loaded) => {
      if (!left) setTexts(loaded);
    });
    return () => {
      left = true;
    };
  }, [language]);

  const offered = event.languages ?? languageCodes;
  const field = offered.length > 1 && (
    <Field label="Language">
      <Select
        value={language}
        onValueChange={(code) => isLanguage(code) && setLanguage(code)}
        options={offered.map((code) => ({ value: code, label: languages[code].name }))}
      />
    </Field>
  );
  return { language, field, texts: texts?.language === language ? texts : undefined };
}

/** The attributes of a page in that language. */
export const attributesOf = ({ language }: Texts) => ({
  lang: language,
  dir: languages[language].direction,
});

/** The name of an event or a prize in that language, as far as the organiser has translated it. */
export const printedName = (
  { name, translations }: { name: string; translations: Translations<'name'> },
  { language }: Texts,
) => translations[language]?.name ?? name;
