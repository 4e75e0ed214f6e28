import type { LoginResponse } from '@drawbridge/contract/login/auth';
import { test as base, expect, type Page } from '@playwright/test';
import { makeDataDirectory, type ServerProcess } from '../../scripts/lib/server-process.mjs';
import { type Account, Api } from './api.ts';
import { ADMIN, launchServer } from './launch-server.ts';
import { watchPage } from './watch-page.ts';

interface Fixtures {
  /** A page on which the administrator is logged in; go from there to the tested screen. */
  adminPage: Page;
  /** Logs this page in without the form. */
  signIn: (account: Account) => Promise<void>;
  /** Deletes the events and volunteers of earlier tests before every test. */
  emptyOrganisation: undefined;
  /** Fails the test when its page logged an error, threw, or broke the security policy. */
  quietPage: undefined;
  /** For `test.use`: the errors in the console that the test provokes. */
  provoked: RegExp | undefined;
}

interface WorkerFixtures {
  /** A server of this worker's own, so that concurrent tests do not appear in its lists. */
  server: ServerProcess;
  /** The API as the administrator, to arrange the data of a test. */
  api: Api;
  /** Logs an account in. Passwords are slow to check, so a session that is still valid is reused. */
  sessionOf: (account: Account) => Promise<LoginResponse>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from here.
    async ({}, use) => {
      const data = await makeDataDirectory();
      const server = await launchServer(data.path);
      await use(server);
      await server.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  api: [
    async ({ server }, use) => use(await new Api(server.url).logIn(ADMIN)),
    { scope: 'worker' },
  ],

  sessionOf: [
    async ({ server }, use) => {
      const kept = new Map<Account, Api>();
      await use(async (account) => {
        const before = kept.get(account);
        const alive = before && (await before.isSignedIn());
        const api = alive ? before : await new Api(server.url).logIn(account);
        kept.set(account, api);
        if (!api.session) throw new Error('The login gave no session');
        return api.session;
      });
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  emptyOrganisation: [
    async ({ api }, use) => {
      await api.deleteEverything();
      await use(undefined);
    },
    { auto: true },
  ],

  provoked: [undefined, { option: true }],

  quietPage: [
    async ({ page, provoked, javaScriptEnabled }, use) => {
      const complaints = watchPage(page, provoked);
      await use(undefined);
      // A request that a test still holds or changes will not get a response any more.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      // This browser counts preloaded scripts as blocked when scripts are off.
      const counted = complaints.filter((each) => javaScriptEnabled || !each.startsWith('blocked'));
      expect(counted).toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page, sessionOf }, use) =>
    use(async (account) => signInOn(page, await sessionOf(account))),

  adminPage: async ({ page, signIn }, use) => {
    await signIn(ADMIN);
    await use(page);
  },
});

export { expect };

/** Gives a page this session, which all pages of its browser then share. */
export async function signInOn(page: Page, session: LoginResponse): Promise<void> {
  // The session is set before the first page's own scripts, and only then, so that logging out works.
  await page.addInitScript(({ token, user }) => {
    // Firefox also runs this in the empty page before it, which has no storage.
    if (origin === 'null' || sessionStorage.getItem(token)) return;
    sessionStorage.setItem(token, 'used');
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
}

/** The size of a phone in the hand, with touch, for `test.use(phone)`. */
export const phone = {
  viewport: { width: 390, height: 844 },
  // Firefox has no such mode.
  isMobile: ({ browserName }, use) => use(browserName !== 'firefox'),
  hasTouch: true,
} satisfies Parameters<typeof test.use>[0];

/** The toast that is on screen. */
export function toast(page: Page) {
  return page.locator('[data-toast-area] li');
}
