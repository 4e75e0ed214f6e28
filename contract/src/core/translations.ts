import { z } from 'zod';
import { type Language, languageCodes } from '../languages/languages.ts';
import { id } from './ids.ts';

const BY_LANGUAGE = 'Translations must be by language';
const language = z.enum(languageCodes);

type Texts = Record<string, unknown>;

/** The organiser's texts in other languages: by language, then by field. Blank texts are dropped. */
export function translationsOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .partialRecord(language, z.object(fields, BY_LANGUAGE).partial(), BY_LANGUAGE)
    .transform((texts) => withoutBlanks(texts) as Translations<keyof Fields & string>);
}

/** Translations in a response. */
export function writtenTranslations<Field extends string>(...fields: Field[]) {
  const text = z.string().optional();
  const shape = Object.fromEntries(fields.map((field) => [field, text])) as {
    [Each in Field]: typeof text;
  };
  return z.partialRecord(language, z.object(shape));
}

export type Translations<Field extends string> = {
  [Code in Language]?: { [Each in Field]?: string | undefined } | undefined;
};

function withoutBlanks(texts: object): Texts {
  const entries = Object.entries(texts as Texts).map(([key, value]) =>
    value !== null && typeof value === 'object' ? [key, withoutBlanks(value)] : [key, value],
  );
  return Object.fromEntries(entries.filter(([, value]) => !isBlank(value)));
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && keyCount(value) === 0);
const keyCount = (value: object) => Object.keys(value).length;

/** Translations by the ids of the translated items. */
export const byId = <Each extends z.ZodType>(each: Each, max: number) =>
  z
    .record(id, each, 'Translations must be by id')
    .refine((texts) => keyCount(texts) <= max, 'There are too many translations')
    .default({});
