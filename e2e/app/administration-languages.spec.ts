import { readFileSync } from 'node:fs';
import { adminPages, eventPath, pages } from '@drawbridge/contract/core/pages';
import { type Language, languageCodes, languages } from '@drawbridge/contract/languages/languages';
import type { Page } from '@playwright/test';
import { readSentences } from '../../scripts/sentences.mjs';
import { createAdministrator } from '../harness/administrators.ts';
import { type Account, Api } from '../harness/api.ts';
import { addPrize, addVerifiedLead, draw } from '../harness/draws.ts';
import { ask, manyQuestions } from '../harness/questions.ts';
import { expect, test } from '../harness/test.ts';

/** The sentences of the code without placeholders, which a text on the screen can equal. */
const sentences = readSentences().flatMap(({ key, english, one }) =>
  [english, one ?? '']
    .filter((text) => /[a-z]{2}/.test(text) && !text.includes('{'))
    .map((text) => ({ key, text })),
);

/** Visits every screen of the administration. */
async function visitScreens(
  page: Page,
  api: Api,
  language: Language,
  see: (screen: string) => Promise<void>,
) {
  const event = await api.createEvent({ name: 'Lusitania', location: 'Bristol' });
  await ask(api, event, manyQuestions);
  const prize = await addPrize(api, event, 'Zeppelina');
  await addPrize(api, event, 'Zeppelina II');
  await addVerifiedLead(api, event, { name: 'Chidi Okafor' });
  await draw(api, event, { prizeId: prize.id });
  const {
    event: _event,
    form: _form,
    eventTab: _tab,
    sponsorReport: _report,
    ...screens
  } = adminPages;
  const tabs = [
    'form',
    'prizes',
    'sponsors',
    'team',
    'leads',
    'draw',
    'results',
    'settings',
  ] as const;
  const paths = [
    ...Object.values(screens),
    eventPath(event.id),
    ...tabs.map((tab) => eventPath(event.id, tab)),
    pages.help,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await see(path);
  }
}

/** The names of the administrator and of the event's questions are also sentences of the administration. */
const ownTexts = ['admin', 'Company', 'Notes'];

/** All texts and labels on the page, apart from the event's own. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate((own) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, code, pre, [lang=en] *'))
        found.push(node.nodeValue ?? '');
    }
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
      found.push(...attributes.map((name) => element.getAttribute(name) ?? ''));
    }
    return found.map((text) => text.trim()).filter((text) => text && !own.includes(text));
  }, ownTexts);

/** Logs in a new administrator with this language; that of the shared account would stay for other tests. */
async function logInWith(
  page: Page,
  api: Api,
  language: Language,
  signIn: (account: Account) => Promise<void>,
): Promise<void> {
  const account = await createAdministrator(api);
  await (await new Api(api.url).logIn(account)).call('POST', '/api/account/language', { language });
  await signIn(account);
  // Streams never end, so the network would never be idle.
  await page.route(/\/live(\?|$)/, (route) => route.fulfill({ status: 204 }));
}

test.use({ serviceWorkers: 'block' });

test('the administration says all of its sentences in the language of the account', async ({
  page,
  api,
  signIn,
}) => {
  test.slow();
  // A made-up language, so that this does not depend on translations.
  const bracketed = Object.fromEntries(
    readSentences().flatMap(({ key, english, one }) =>
      one === undefined
        ? [[key, `⟦${english}⟧`]]
        : ['one', 'other'].map((form) => [`${key}_${form}`, `⟦${form === 'one' ? one : english}⟧`]),
    ),
  );
  await page.route(/\/texts-[^/]+\/de\/admin[\w-]*\.json$/, (route) =>
    route.fulfill({ json: bracketed }),
  );
  await logInWith(page, api, 'de', signIn);
  const english = new Set(sentences.map(({ text }) => text));
  await visitScreens(page, api, 'de', async (screen) => {
    const unsaid = (await textsOn(page)).filter((text) => english.has(text));
    expect.soft(unsaid, screen).toEqual([]);
  });
});

/** Buttons, links and headings whose words do not fit. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('button, a, label, h1, h2')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
      .map((element) => element.textContent),
  );

for (const language of languageCodes.filter((code) => code !== 'en')) {
  test(`the administration is whole in ${languages[language].name}`, { tag: '@thorough' }, async ({
    page,
    api,
    signIn,
  }) => {
    test.slow();
    const file = new URL(`../../contract/src/languages/${language}.json`, import.meta.url);
    const { admin = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      admin?: Record<string, string>;
    };
    const translated = new Set(
      sentences
        .filter(({ key, text }) => admin[key] && admin[key] !== text)
        .map(({ text }) => text),
    );
    await logInWith(page, api, language, signIn);
    await visitScreens(page, api, language, async (screen) => {
      await expect(page.locator('html')).toHaveAttribute('dir', languages[language].direction);
      expect
        .soft(
          (await textsOn(page)).filter((text) => translated.has(text)),
          screen,
        )
        .toEqual([]);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await cutOff(page), `${screen} at ${width}`).toEqual([]);
      }
    });
  });
}
