import { readFileSync } from 'node:fs';
import {
  pages,
  rafflePath,
  stagePath,
  ticketPath,
  verifyPath,
} from '@drawbridge/contract/core/pages';
import { type Language, languageCodes, languages } from '@drawbridge/contract/languages/languages';
import type { Page } from '@playwright/test';
import { addPrize, addVerifiedLead, draw, seal } from '../harness/draws.ts';
import { leadsOf } from '../harness/lead-form.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, test } from '../harness/test.ts';

/** A small phone, on which German and Polish have to fit. */
test.use({ viewport: { width: 360, height: 740 } });

type Catalogue = Record<string, Record<string, string>>;
const read = (language: Language): Catalogue =>
  JSON.parse(
    readFileSync(new URL(`../../contract/src/languages/${language}.json`, import.meta.url), 'utf8'),
  );

/** The names in the test, and words that are the same in every language. */
const NAMES =
  /Lusitania|Bristol|Zeppelina|Okafor|Amara|Chidi|Drawbridge|Harbour|Priya|Shah|SHA-256|drawbridge\/2|\S+@\S+|https?:\S+/gi;
const wordsIn = (text: string) =>
  text.match(/\p{L}{4,}/gu)?.map((word) => word.toLowerCase()) ?? [];
const textsIn = (catalogue: Catalogue) => Object.values(catalogue).flatMap(Object.values);
const english = read('en');
const parts = Object.keys(english).join('|');

/** The problems of a page's words: keys instead of texts, unfilled placeholders, and English texts. */
function wrongWords(text: string, language: Language): string[] {
  const shown = text.replace(NAMES, '');
  const own = new Set(textsIn(read(language)).flatMap(wordsIn));
  const foreign = new Set(
    textsIn(english)
      .flatMap(wordsIn)
      .filter((word) => !own.has(word)),
  );
  return [
    ...(shown.match(new RegExp(`\\b(${parts})\\.\\w+`, 'g')) ?? []),
    ...(shown.match(/\{\w+\}|<\/?\w+>/g) ?? []),
    ...(language === 'en' ? [] : wordsIn(shown).filter((word) => foreign.has(word))),
  ];
}

/** The words on the page, including those for screen readers only. */
const everyWord = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const labels = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())];
    // The names of the languages are in their own language.
    const options = [...document.querySelectorAll('option[lang]')].map(
      (option) => option.textContent,
    );
    const text = options.reduce((rest, name) => rest.replaceAll(name, ''), document.body.innerText);
    return [
      document.title,
      text,
      ...labels.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n');
  });

/** Texts that are shortened, and buttons, links and tabs whose words do not fit. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
      .filter((element) => {
        const { textOverflow, webkitLineClamp } = getComputedStyle(element);
        const oneLine = textOverflow === 'ellipsis' || element.matches('button, a, label, h1, h2');
        const wide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
        const high = element.scrollHeight > element.clientHeight + 1;
        return (oneLine && wide) || (webkitLineClamp !== 'none' && high);
      })
      .map((element) => element.textContent),
  );

for (const language of languageCodes) {
  test(`every public screen is whole in ${languages[language].name}`, { tag: '@thorough' }, async ({
    page,
    api,
    signIn,
  }) => {
    const event = await api.createEvent({ name: 'Lusitania', location: 'Bristol', language });
    const prize = await addPrize(api, event, 'Zeppelina');
    const second = await addPrize(api, event, 'Zeppelina II');
    for (const number of ['III', 'IV', 'V']) {
      await addPrize(api, event, `Zeppelina Lusitania Harbour ${number}`);
    }
    await addVerifiedLead(api, event, { name: 'Chidi Okafor' });
    await draw(api, event, { prizeId: prize.id, phrase: 'Lusitania' });
    const volunteer = await api.createVolunteer();
    await api.assign(volunteer.user.id, event.id);

    const expectWhole = async (screen: string) => {
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('dir', languages[language].direction);
      expect(wrongWords(await everyWord(page), language), screen).toEqual([]);
      expect(await cutOff(page), screen).toEqual([]);
      await test.step(screen, () => expectNoSidewaysScrolling(page));
    };

    await page.goto(`/event/${event.id}/submit?lang=${language}`);
    await expectWhole('the form');
    await page.getByRole('button').and(page.locator('[type=submit]')).first().click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectWhole('the form with errors');
    await page.locator('[name=name]').fill('Amara Okafor');
    await page.locator('[name=phone]').fill('07700 900121');
    await page.locator('[name=email]').press('Enter');
    await expect(page.getByRole('article')).toBeVisible();
    await expectWhole('the ticket after entering');

    // One person is left to win the second prize.
    const entered = (await leadsOf(api, event.id)).find(({ status }) => status === 'pending');
    await api.call('PATCH', `/api/leads/${entered?.id}`, { status: 'verified' });
    await draw(api, event, { prizeId: second.id });
    await page.goto(`${ticketPath(event.id)}?lang=${language}`);
    await expect(
      page.getByRole('dialog', { name: read(language).workspace?.youWon }),
    ).toBeVisible();
    await expectWhole('the win');
    await page.goto(`${verifyPath(event.id)}?lang=${language}`);
    await expect(page.getByText(/Zeppelina II/).first()).toBeVisible();

    for (const [screen, path] of [
      ['the ticket', ticketPath(event.id)],
      ['the raffle page', rafflePath(event.id)],
      ['the verify page', verifyPath(event.id)],
      ['the stage', stagePath(event.id)],
      ['the login', pages.login],
    ] as const) {
      await page.goto(`${path}?lang=${language}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectWhole(screen);
    }
    await addVerifiedLead(api, event, { name: 'Amara Okafor' });
    await seal(api, event);
    await page.goto(`${rafflePath(event.id)}?lang=${language}`);
    await expectWhole('the raffle page with a sealed draw');

    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }]);
    await signIn(volunteer);
    for (const path of [pages.volunteerLeads, pages.volunteerSettings]) {
      await page.goto(path);
      await expect(page.locator('main')).toBeVisible();
      await expectWhole(path);
    }
    await page.goto(pages.volunteerLeads);
    await page.locator('[name=name]').fill('Amara Zeppelina Okafor Lusitania Bristol');
    await page.locator('[name=phone]').fill('07700 900122');
    await page.locator('[name=email]').press('Enter');
    const lastLead = read(language).volunteer?.lastLead;
    await expect(page.getByRole('region', { name: lastLead, exact: true })).toBeVisible();
    await expectWhole('a lead that was added');
  });
}
