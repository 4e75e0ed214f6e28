import type { PublicEvent } from '@drawbridge/contract/events/events';
import { DEFAULT_LANGUAGE, type Language } from '@drawbridge/contract/languages/languages';
import { animalOf, ticketName as nameOf } from '@drawbridge/contract/raffle/ticket-names';
import { useEffect, useState } from 'react';
import { useHydrated } from '../api/initial-data.ts';
import { animalsIn, currentLanguage, loadAnimals } from './texts.ts';

/** The name of a ticket in the language of the page, or in another one. */
export function ticketName(ticket: string, language: Language = currentLanguage()): string {
  return nameOf(ticket, animalsIn(language));
}

/** The animal of all tickets that begin with a byte, in the language of the page. */
export const animalName = (byte: number): string => animalOf(byte, animalsIn(currentLanguage()));

/** The name of a ticket on the wall if this page shows another one: its owner has to recognise it. */
export function useWallName(ticket: string, event: PublicEvent | undefined): string | undefined {
  const language = event?.language ?? DEFAULT_LANGUAGE;
  const other = event !== undefined && language !== currentLanguage();
  const [, setLoaded] = useState<Language>();
  useEffect(() => {
    if (other) loadAnimals(language).then(() => setLoaded(language));
  }, [other, language]);
  // The server may have loaded texts for other pages that the browser does not have.
  const hydrated = useHydrated();
  const loaded = language === DEFAULT_LANGUAGE || (hydrated && animalsIn(language));
  return other && loaded ? ticketName(ticket, language) : undefined;
}
