import { createRequire } from 'node:module';
import {
  ACCOUNT_LANGUAGE_COOKIE,
  acceptedLanguages,
  bestLanguage,
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  languageCodes,
  stageLanguages,
} from '@drawbridge/contract/languages/languages';
import { type Catalogue, readTexts, type Texts } from '@drawbridge/contract/languages/texts';
import type { FastifyRequest } from 'fastify';

const require = createRequire(import.meta.url);

/** All texts, from the files that translators edit. */
export const catalogues = Object.fromEntries(
  languageCodes.map((code) => [code, require(`@drawbridge/contract/languages/${code}.json`)]),
) as Record<Language, Catalogue>;

const texts = Object.fromEntries(
  languageCodes.map((code) => [code, readTexts(code, catalogues[code])]),
) as Record<Language, Texts>;

export const textsIn = (language: Language): Texts => texts[language];

/** The languages that an event offers, or null for all, and the default one. */
export interface OfferedLanguages {
  language: Language;
  languages: readonly Language[] | null;
}

const everywhere: OfferedLanguages = { language: DEFAULT_LANGUAGE, languages: null };

/** The language of a page: that of the link, the one chosen before, or the best for the browser. */
export function languageOf(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  { language, languages }: OfferedLanguages = everywhere,
): Language {
  const linked = (query as Record<string, unknown> | undefined)?.[LANGUAGE_PARAMETER];
  const chosen = cookie.exec(headers.cookie ?? '')?.[1];
  const preferred = [linked, chosen].filter((code) => typeof code === 'string');
  const accepted = acceptedLanguages(headers['accept-language'] ?? '');
  return bestLanguage([...preferred, ...accepted], languages ?? languageCodes) ?? language;
}

/** The first language of the wall: that of its link, or the event's. */
export function stageLanguageOf(
  { query }: Pick<FastifyRequest, 'query'>,
  { language }: Pick<OfferedLanguages, 'language'> = everywhere,
): Language {
  const linked = (query as Record<string, unknown>)[LANGUAGE_PARAMETER] ?? '';
  return stageLanguages(String(linked), language)[0];
}

const cookie = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([\\w-]{1,20})(?:;|$)`);

const accountCookie = new RegExp(`(?:^|; )${ACCOUNT_LANGUAGE_COOKIE}=([\\w-]{1,20})(?:;|$)`);

/** The language of the administration's pages: that of the account, which the browser keeps in a cookie. */
export function accountLanguageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const kept = accountCookie.exec(headers.cookie ?? '')?.[1];
  return isLanguage(kept) ? kept : DEFAULT_LANGUAGE;
}

/** The language that the client asks for; undefined if it asks for none of ours. */
export function browserLanguage({
  headers,
}: Pick<FastifyRequest, 'headers'>): Language | undefined {
  return bestLanguage(acceptedLanguages(headers['accept-language'] ?? ''));
}

/** The language of sentences in API responses, from the browser's header. */
export const requestLanguage = (request: Pick<FastifyRequest, 'headers'>): Language =>
  browserLanguage(request) ?? DEFAULT_LANGUAGE;
