import { test as base, expect, type Page } from '@playwright/test';
import { type Account, Api } from './api.ts';
import { ADMIN } from './launch-server.ts';
import { watchPage } from './watch-page.ts';

interface Fixtures {
  /** A page on which the administrator is signed in; go from there to the screen in question. */
  signedInAdmin: Page;
  /** Signs this page in without going through the form. */
  signIn: (account: Account) => Promise<void>;
  /** Fails the test when its page logged an error, threw, or broke the security policy. */
  quietPage: undefined;
}

interface WorkerFixtures {
  /** The API as the administrator, to arrange what a test needs. */
  api: Api;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from here.
    async ({}, use) => use(await new Api(serverUrl()).logIn(ADMIN)),
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  baseURL: async ({}, use) => use(serverUrl()),

  quietPage: [
    async ({ page }, use) => {
      const complaints = watchPage(page);
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page }, use) =>
    use(async (account) => {
      const { session } = await new Api(serverUrl()).logIn(account);
      if (!session) throw new Error('The log-in gave no session');
      await page.goto('/theme.js');
      await page.evaluate(({ token, user }) => {
        localStorage.setItem('token', token);
        localStorage.setItem('user', JSON.stringify(user));
      }, session);
    }),

  signedInAdmin: async ({ page, signIn }, use) => {
    await signIn(ADMIN);
    await use(page);
  },
});

export { expect };

/** For `test.use(phone)`: the size of a phone in the hand, with touch. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** The toast that is on screen. */
export function toast(page: Page) {
  return page.locator('[data-toast-area] li');
}

function serverUrl(): string {
  const url = process.env.E2E_URL;
  if (!url) throw new Error('The server was not started: run `npm run e2e`');
  return url;
}
