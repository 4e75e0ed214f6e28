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

/** Something with its texts in the language of the page, as far as the organiser has translated them. */
export function inPageLanguage<Owner extends Translated>(owner: Owner): Owner {
  const { choices: _, ...texts } = translationsIn(owner);
  return { ...owner, ...texts };
}

/** The same for a question, whose choices have names too. */
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

// `part` is an attribute of HTML too, so without its own type a wrong one would show the name.
interface OwnTextProps<Owner extends Translated> extends Omit<ComponentProps<'bdi'>, 'part'> {
  /** Already in the language of the page, where it is translated. */
  of: Owner;
  part?: PartOf<Owner>;
  /** The same text, in pieces. */
  children?: ReactNode;
}

/** A text of an event or a prize, its name unless said otherwise, with its language where nobody has translated it. */
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
