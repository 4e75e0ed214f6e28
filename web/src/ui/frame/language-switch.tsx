import {
  LANGUAGE_PARAMETER,
  type Language,
  languageCodes,
  languages,
} from '@drawbridge/contract/languages/languages';
import { Globe } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { chooseLanguage, t, useLanguage } from '../../lib/texts/texts.ts';
import { Button } from '../button.tsx';
import { controlClasses } from '../fields/field.tsx';

interface LanguageSwitchProps {
  /** The languages of an event; null means all. */
  offered?: readonly Language[] | null | undefined;
  /** Called instead of remembering the language, on a shared device. */
  onChoose?: (language: Language) => void;
  /** Shows a globe alone, for the header of a page. */
  small?: boolean;
  className?: string;
}

/** Lets visitors choose the language of the page. Without scripts, the browser asks the server for it. */
export function LanguageSwitch({
  offered: given,
  onChoose = chooseLanguage,
  small = false,
  className,
}: LanguageSwitchProps) {
  const offered = given ?? languageCodes;
  const language = useLanguage();
  const select = useRef<HTMLSelectElement>(null);
  const choose = (code: string | undefined) => {
    const chosen = offered.find((each) => each === code);
    if (chosen && chosen !== language) onChoose(chosen);
  };

  // The user may have chosen a language before the scripts loaded.
  const choseEarly = useRef(choose);
  useEffect(() => choseEarly.current(select.current?.value), []);

  if (offered.length < 2) return null;
  return (
    <form
      method="get"
      autoComplete="off"
      className={classNames(
        'relative flex w-fit items-center gap-2',
        small ? 'shrink-0' : 'mx-auto',
        className,
      )}
    >
      <Globe
        aria-hidden
        className={classNames(
          'pointer-events-none absolute size-4 shrink-0',
          small ? 'start-3 size-5' : 'start-3.5 text-ink-2',
        )}
      />
      <select
        ref={select}
        name={LANGUAGE_PARAMETER}
        aria-label={t('visitor.language')}
        value={language}
        onChange={({ target }) => choose(target.value)}
        className={
          small
            ? // The letters are transparent, and the list that opens has colours of its own.
              'size-11 cursor-pointer appearance-none rounded-full bg-current/10 text-[0px]'
            : classNames(controlClasses, 'ps-9 md:h-10')
        }
      >
        {offered.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </select>
      <noscript>
        {small ? (
          // Below the globe, so that the header stays as high as with scripts.
          <button
            type="submit"
            className="absolute end-0 top-full z-1 flex min-h-6 items-center font-semibold text-sm underline"
          >
            {t('visitor.showLanguage')}
          </button>
        ) : (
          <Button type="submit">{t('visitor.showLanguage')}</Button>
        )}
      </noscript>
    </form>
  );
}
