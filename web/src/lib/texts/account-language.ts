import {
  ACCOUNT_LANGUAGE_COOKIE,
  DEFAULT_LANGUAGE,
} from '@drawbridge/contract/languages/languages';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import { currentLanguage, showLanguage } from './texts.ts';

/**
 * Shows the administration in the language of the account. An account that has logged in only by a program has none
 * yet, and follows the browser.
 */
export async function showAccountLanguage(user: SessionUser | null): Promise<void> {
  const language = user ? (user.language ?? currentLanguage()) : DEFAULT_LANGUAGE;
  // With it the server names the texts in the page's HTML; English has none. Only the administration's paths have it,
  // because the pages for visitors have languages of their own.
  const maxAge = language === DEFAULT_LANGUAGE ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not every browser has a cookie store.
  document.cookie = `${ACCOUNT_LANGUAGE_COOKIE}=${language};path=/admin;samesite=lax;max-age=${maxAge}`;
  await showLanguage(language);
}
