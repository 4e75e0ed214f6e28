import type { Translations } from '@drawbridge/contract/core/translations';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { isLanguage, languageCodes, languages } from '@drawbridge/contract/languages/languages';
import type { Texts } from '@drawbridge/contract/languages/texts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { loadCatalogue } from '../../lib/texts/texts.ts';
import { Field } from '../fields/field.tsx';
import { Select } from '../fields/select.tsx';
import './printed-page.css';
import { say } from '../../lib/texts/say.ts';

interface PrintedPageProps {
  /** True once everything is on the page; its images may still be loading. */
  ready: boolean;
  /** Called when the print dialog has closed. */
  onDone: () => void;
  children: ReactNode;
}

/**
 * A page for paper, which is not shown on screen: while it is rendered, it is the page that the browser prints (see
 * `printed-page.css`). It opens the print dialog when its images are loaded.
 */
export function PrintedPage({ ready, onDone, children }: PrintedPageProps) {
  const page = useRef<HTMLDivElement>(null);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    if (!ready) return;
    let left = false;
    const images = [...(page.current?.querySelectorAll('img') ?? [])];
    // A picture that cannot be loaded does not prevent printing the rest.
    Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (left) return;
      addEventListener('afterprint', () => done(), { once: true });
      print();
    });
    return () => {
      left = true;
    };
  }, [ready]);

  return createPortal(
    <div ref={page} className="printed light" aria-hidden>
      {children}
    </div>,
    document.body,
  );
}

/** The language of an event's printed page: the event's own, or another one that it offers. */
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
    <Field label={say('Language')}>
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
