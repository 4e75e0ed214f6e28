import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  languages,
} from '@drawbridge/contract/languages/languages';
import {
  type Catalogue,
  isInCode,
  readTexts,
  type TextKey,
  type TextPart,
  type Texts,
  type TextValues,
} from '@drawbridge/contract/languages/texts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { waitAfter } from '../api/retry.ts';
import { createListeners } from '../listeners.ts';

// A page has one language, so it is the state of this module, and `t` can be called anywhere. The server renders a
// page without interruption, after setting its language.

/** The directory in which the build puts the parts of the catalogues (`vite.config.ts`). */
declare const TEXTS_DIRECTORY: string;

const catalogues: { [Code in Language]?: Catalogue } = {};
const parts = new Set<TextPart>();
const listeners = createListeners();
let texts = readTexts(DEFAULT_LANGUAGE, {});

/**
 * A text in the language of the page. Do not use it for constants of modules, which are created before the language is
 * known.
 */
export const t = (key: TextKey, values?: TextValues): string => texts.text(key, values);

/** A sentence of the contract in the language of the page. */
export const translate = (english: string, values?: TextValues): string =>
  texts.sentence(english, values);

export const currentTexts = (): Texts => texts;

export const currentLanguage = (): Language => texts.language;

/** The direction of the page's language, for libraries that do not read it from the document. */
export const currentDirection = () => languages[texts.language].direction;

/** Re-renders the component when the language changes; the root uses it for everything below. */
export function useLanguage(): Language {
  return useSyncExternalStore(listeners.add, currentLanguage, currentLanguage);
}

/** Sets language and texts together, for the server and for tests. */
export function setTexts(language: Language, catalogue: Catalogue): void {
  catalogues[language] = catalogue;
  texts = readTexts(language, catalogue);
}

/** Sets the language in which the page was sent, before anything is shown. */
export async function startTexts(...first: TextPart[]): Promise<void> {
  const { lang } = document.documentElement;
  // The server rendered the page in that language. Other pages may come from the service worker.
  const rendered = document.getElementById('root')?.hasChildNodes();
  const linked = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER);
  const chosen = rendered ? lang : (linked ?? readCookie() ?? lang);
  // A link's language also applies to the next pages, unless the visitor has chosen another.
  if (linked && !readCookie()) remember(chosen);
  for (const part of first) parts.add(part);
  await showLanguage(isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE);
}

/** Loads further parts of the catalogue, which stay for the rest of the visit. */
export async function loadTexts(...textParts: TextPart[]): Promise<void> {
  for (const part of textParts) parts.add(part);
  await loadParts(texts.language);
}

/** True once a part of the texts is loaded that only some users need. */
export function useTexts(part: TextPart, needed: boolean): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (needed) loadTexts(part).then(() => setLoaded(true));
  }, [part, needed]);
  return needed && loaded;
}

/** Loads parts of a catalogue in any language without changing the page, for printing. */
export async function loadCatalogue(language: Language, ...needed: TextPart[]): Promise<Texts> {
  await loadParts(language, needed);
  return readTexts(language, catalogues[language] ?? {});
}

/** The names of the animals in a language; undefined for English, and until they are loaded. */
export function animalsIn(language: Language): string[] | undefined {
  const catalogue = language === DEFAULT_LANGUAGE ? undefined : catalogues[language];
  return catalogue?.animals && readTexts(language, catalogue).text('animals.names').split('|');
}

/** Loads the animals in a language, which may not be the page's. */
export const loadAnimals = (language: Language): Promise<void> => loadParts(language, ['animals']);

/** Shows the page in another language without losing any input, and remembers the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  remember(language, ';max-age=31536000');
  const address = new URL(location.href);
  if (address.searchParams.has(LANGUAGE_PARAMETER)) {
    address.searchParams.set(LANGUAGE_PARAMETER, language);
    history.replaceState(history.state, '', address);
  }
  await showLanguage(language);
}

/** Shows the page in a language without remembering it: the administration's, or the second one of the stage. */
export async function showLanguage(language: Language, signal?: AbortSignal): Promise<void> {
  await loadParts(language);
  if (signal?.aborted) return;
  texts = readTexts(language, catalogues[language] ?? {});
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].direction;
  listeners.call();
}

async function loadParts(language: Language, needed: Iterable<TextPart> = parts): Promise<void> {
  catalogues[language] ??= {};
  const catalogue = catalogues[language];
  // A page without its texts would be empty, so loading is retried until it succeeds.
  const load = async (part: TextPart) => {
    for (let failures = 0; !catalogue[part]; failures += 1) {
      if (failures > 0) await pause(waitAfter(failures, 500));
      catalogue[part] = await read(`/${TEXTS_DIRECTORY}/${language}/${part}.json`);
    }
  };
  const textParts = [...needed].filter((part) => language !== DEFAULT_LANGUAGE || !isInCode(part));
  await Promise.all(textParts.map(load));
}

async function read(address: string): Promise<Record<string, string> | undefined> {
  try {
    const response = await fetch(address);
    // A newer version was deployed after the page was loaded.
    if (response.status === 404) location.reload();
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function remember(language: string, duration = ''): void {
  if (!isLanguage(language)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not every browser has a cookie store.
  document.cookie = `${LANGUAGE_COOKIE}=${language};path=/;samesite=lax${duration}`;
}

function readCookie(): string | undefined {
  return new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([\\w-]+)`).exec(document.cookie)?.[1];
}
