import type { Question } from '@drawbridge/contract/events/questions/kinds';
import type { Language } from '@drawbridge/contract/languages/languages';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { currentLanguage } from './texts.ts';

/** The language of an event's own texts, for the parts of its page. */
export const EventLanguage = createContext<Language | undefined>(undefined);

interface Translated {
  translations?: { [Code in Language]?: object | undefined };
}

const translationsIn = (owner: Translated) =>
  (owner.translations?.[currentLanguage()] ?? {}) as Record<string, unknown>;

/** The owner with its texts in the language of the page, as far as the organiser has translated them. */
export function inPageLanguage<Owner extends Translated>(owner: Owner): Owner {
  const { choices: _, ...texts } = translationsIn(owner);
  return { ...owner, ...texts };
}

/** The question with its own texts and the names of its choices in the language of the page. */
export function questionInPageLanguage(question: Question): Question {
  const { choices: names = {} } = question.translations?.[currentLanguage()] ?? {};
  const choices = question.choices.map((choice) => ({
    ...choice,
    label: names[choice.id] ?? choice.label,
  }));
  return { ...inPageLanguage(question), choices };
}

/** Returns the language of a text if it is not the page's, for the attribute `lang`. */
export function useEventTextLang() {
  const language = use(EventLanguage);
  return (owner: Translated | undefined, field: string): Language | undefined =>
    !owner || field in translationsIn(owner) || language === currentLanguage()
      ? undefined
      : language;
}

/** The texts that can be translated. */
type PartOf<Owner extends Translated> = keyof NonNullable<
  NonNullable<Owner['translations']>[Language]
> &
  keyof Owner;

// HTML has an attribute `part` too, so without a type of its own a wrong part would show the name.
interface OwnTextProps<Owner extends Translated> extends Omit<ComponentProps<'bdi'>, 'part'> {
  /** The owner of the text, already in the language of the page where it is translated. */
  of: Owner;
  part?: PartOf<Owner>;
  /** The text as elements instead of a string. */
  children?: ReactNode;
}

/** A text of an event or a prize, by default its name. It is marked with its language if it is not translated. */
export function EventText<Owner extends Translated & { name: string }>({
  of,
  part,
  children = of[part ?? 'name'] as string,
  ...rest
}: OwnTextProps<Owner>) {
  return (
    <bdi {...rest} lang={useEventTextLang()(of, part === undefined ? 'name' : String(part))}>
      {children}
    </bdi>
  );
}
