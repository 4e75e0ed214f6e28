import { QUICKNET, roundAt } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { DrawnResult, StageChange } from '@drawbridge/contract/raffle/raffle';
import type { OpenedRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize, addUnverifiedLead, addVerifiedLead, forfeit, seal } from '../harness/draws.ts';
import { findMisfits } from '../harness/layout-issues.ts';
import { LOGO } from '../harness/logo.ts';
import { winnerHeading } from '../harness/raffle-stage.ts';
import { expect, test } from '../harness/test.ts';
import { openViewer } from '../harness/viewer.ts';

/** A small screen, which is drawn in less time: everything on the wall grows with the screen. */
const screens: [number, number][] = [[1280, 720]];
/** All sizes on which the wall has to be readable. */
const EVERY_SCREEN: [number, number][] = [
  ...screens,
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
  [1024, 768],
  [1080, 1920],
];
if (process.env.THOROUGH) screens.push([1024, 768]);

const letters = (text: string, length: number) => text.repeat(length).slice(0, length).trim();
const longName = letters('Maximiliana Konstantinopolitanskaya-Wolfeschlegel ', 100);
const longPrize = letters('Weekend for two in the Lake District with breakfast ', 100);
const longPlace = letters('International Congress Centre ', 200);
const longReason = letters('Had to catch the last train ', 200);
const longPhrase = letters('purple harbour elephants ', 200);
const PRIZES = 12;

/**
 * Expects nothing on the wall to be out of view, on top of something else, too small for a hall, or pressable. Elements
 * that match the selector `whole` are not cut. On the usual screens, their words are not broken either.
 */
async function expectLegible(
  page: Page,
  what: string,
  whole?: string,
  sizes = screens,
): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // Lists turn their pages while all sizes are checked, for which the test has a clock of its own.
    const turns = sizes === EVERY_SCREEN ? await countTurns(page) : 1;
    for (let turned = 0; turned < turns; turned += 1) {
      if (turned > 0) await page.clock.fastForward(PAGE_MS);
      // Texts are fitted again after a turn, a page with too many of them in several steps.
      await expect
        .poll(
          async () => [
            ...(await findMisfits(page, whole)),
            ...(whole && sizes === screens ? await findBrokenWords(page, whole) : []),
            ...(await findSmallTexts(page)),
          ],
          { message: `${what}, ${width} x ${height}, page ${turned}`, timeout: 10_000 },
        )
        .toEqual([]);
    }
  }
  await expect(page.locator('a, button, input, select, textarea, [tabindex="0"]')).toHaveCount(0);
}

/** The time that a page of a list stays. */
const PAGE_MS = 8000;
/** More pages show the same. */
const TURNS_MAX = 6;

/** The number of turns after which a page has shown all pages of its lists. */
async function countTurns(page: Page): Promise<number> {
  const lists = await page
    .locator('[data-pages]')
    .evaluateAll((all) => all.map((list) => Number((list as HTMLElement).dataset.pages)));
  return Math.min(TURNS_MAX, Math.max(1, ...lists));
}

/** The words that begin on one line and end on the next. */
function findBrokenWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        for (const { 0: word, index } of text.textContent?.matchAll(/[^\s-]+/g) ?? []) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) broken.push(`'${word}' is broken`);
        }
      }
      return broken;
    }),
  );
}

/** The texts that are lower than 3.5 % of the screen. */
function findSmallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      if (!element || !textContent?.trim() || element.closest('title, script, .sr-only')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      // On an upright screen the width decides.
      const side = Math.min(innerHeight, innerWidth * 0.845);
      const share = Number.parseFloat(getComputedStyle(element).fontSize) / side;
      if (share < 0.035) small.push(`${textContent}: ${share}`);
    }
    return small;
  });
}

function shareOfHeight(text: Locator): Promise<number> {
  return text.evaluate(
    (element) => Number.parseFloat(getComputedStyle(element).fontSize) / innerHeight,
  );
}

test('the wall follows the presenter and can be read from the back of the hall @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent({ name: longPlace, location: longPlace });
  const url = `/api/events/${event.id}`;
  const show = (change: StageChange) => api.call('PATCH', `${url}/stage`, change);
  let id = '';
  const start = (prizeId: string, phrase = '') => {
    id = crypto.randomUUID();
    return api.call('POST', `${url}/drawing`, { id, prizeId, phrase });
  };
  const draw = (prizeId: string, phrase = '') => {
    const begun = id ? { id } : {};
    id = '';
    const order = { ...begun, prizeId, phrase };
    return api.call<DrawnResult>('POST', `${url}/draw-winner`, order);
  };
  const prizes: Prize[] = [];
  for (let position = 1; position <= PRIZES; position += 1) {
    const value = letters('worth a lot ', 60);
    prizes.push(await addPrize(api, event, longPrize, { value, position }));
  }
  const [first, second, ...others] = prizes.map(({ id }) => id) as [string, string, ...string[]];
  const leads = await Promise.all(
    Array.from({ length: PRIZES + 2 }, () => addUnverifiedLead(api, event, { name: longName })),
  );
  await api.call('POST', '/api/leads/bulk-verify', { leadIds: leads.map(({ id }) => id) });
  for (const name of ['Northwind', 'Tidal', 'Kiln']) {
    await api.call('POST', '/api/sponsors', { eventId: event.id, name, logo: LOGO });
  }
  await page.addInitScript(() => {
    const count = (what: string) => {
      document.documentElement.dataset[what] = String(
        Number(document.documentElement.dataset[what] ?? 0) + 1,
      );
      return Promise.resolve();
    };
    Element.prototype.requestFullscreen = () => count('filled');
    Object.defineProperty(navigator, 'wakeLock', { value: { request: () => count('awake') } });
    const { createOscillator } = BaseAudioContext.prototype;
    BaseAudioContext.prototype.createOscillator = function create() {
      count('tones');
      return createOscillator.call(this);
    };
  });
  const next = page.getByRole('region', { name: longPrize });
  const people = page.getByRole('region', { name: 'In the draw' });
  const board = page.getByRole('region', { name: 'Prizes and winners' }).getByRole('listitem');

  await test.step('it opens from the tools of the presenter, fills the screen and keeps it awake', async () => {
    await page.goto(`/event/${event.id}/raffle`);
    const link = page.getByRole('link', { name: 'Open the wall on this screen' });
    await expect(link).toHaveAttribute('href', `/event/${event.id}/stage`);
    await page.goto(`/event/${event.id}/stage`);
    await expect(page.getByText('Click for full screen and sound')).toBeVisible();
    await page.locator('main').click();
    await expect(page.getByText('Click for full screen and sound')).toHaveCount(0);
    await page.keyboard.press('f');
    await expect(page.locator('html')).toHaveAttribute('data-filled', '2');
    await expect(page.locator('html')).toHaveAttribute('data-awake', '1');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.locator('html')).toHaveAttribute('data-awake', '2');
  });

  await test.step('it waits with the next prize, the people in the draw and the ways to take part', async () => {
    await expect(people).toContainText(`${PRIZES + 2} in the draw`);
    // A page with long names has one column of them, and fewer below a title of two lines.
    await expect(board.first()).toBeVisible();
    await expect(page.getByText('Enter', { exact: true })).toBeVisible();
    await expect(page.getByText(`/e/${event.shortCode}`)).toBeVisible();
    await addVerifiedLead(api, event, { name: longName });
    await expect(people).toContainText(`${PRIZES + 3} in the draw`);
    await expect(people.getByRole('listitem')).toHaveText(/^[A-Z][a-z]+ \d{4} is in$/);
    await expectLegible(page, 'waiting');
    await expectNoAxeViolations(page);
    await show({ prizeId: second });
    await expect(next).toContainText(`2of ${PRIZES}`);
    // Latecomers can still enter.
    await expect(page.getByText('Enter or watch')).toBeVisible();
    await expect(page.getByText(`/e/${event.shortCode}`)).toBeVisible();
    await expect(page.getByText('Enter', { exact: true })).toHaveCount(0);
  });

  const winner = await test.step('a draw', async () => {
    await start(first);
    await expect(page.getByRole('heading', { name: 'Drawing Winner...' })).toBeVisible();
    await expect(page.getByText("Hold tight! We're selecting a lucky winner")).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-tones', /\d\d/);
    await expectLegible(page, 'drawing');
    const result = await draw(first);
    await expect(winnerHeading(page)).toBeVisible();
    await expect(page.getByText(ticketName(result.ticket), { exact: true })).toBeVisible();
    await expect(page.locator('[aria-live=assertive]')).toContainText('WINNER! Maximiliana');
    await expectLegible(page, 'the winner', '[data-part=prize], [data-part=value]');
    // The wall shows the same after a restart of the projector in the middle of the draw.
    await page.reload();
    await expect(winnerHeading(page)).toBeVisible();
    await page.locator('main').click();
    return result;
  });

  await test.step('afterwards it shows the draws it missed without a network', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText('Connection lost. Reconnecting…')).toBeAttached();
    await show({ continued: winner.number });
    await page.context().setOffline(false);
    await expect(next).toContainText(`2of ${PRIZES}`);
    await expect(page.getByText('Connection lost. Reconnecting…')).toHaveCount(0);
  });

  await test.step('a forfeited prize is next again', async () => {
    await forfeit(api, event, winner.number, longReason);
    await expect(next).toContainText(`1of ${PRIZES}`);
    await expect(next).toContainText(longReason);
    await expectLegible(page, 'a forfeit');
  });

  await test.step('a sealed draw is a ceremony', async () => {
    await seal(api, event, first);
    await expect(page.getByRole('heading', { name: 'Call out a phrase' })).toBeVisible();
    await expect(page.getByText(/people are in this draw\. Take a photo of this:/)).toBeVisible();
    await show({ phrase: longPhrase });
    await expect(page.getByText(`“${longPhrase}”`)).toBeVisible();
    await expectLegible(page, 'a sealed draw');
    const fingerprint = page.getByRole('definition').first();
    await expect(fingerprint).toHaveText(/^([0-9a-f]{4} ){16}$/);
    expect(await shareOfHeight(fingerprint)).toBeGreaterThanOrEqual(0.035);
    await start(first, longPhrase);
    await expect(page.getByRole('heading', { name: 'Drawing Winner...' })).toBeVisible();
    await expect(page.getByText(`“${longPhrase}”`)).toBeVisible();
    expect(await shareOfHeight(page.locator('[data-part=phrase]'))).toBeGreaterThanOrEqual(0.06);
    await expectLegible(page, 'drawing with a phrase');
    const { number } = await draw(first, longPhrase);
    await expect(winnerHeading(page)).toBeVisible();
    await expect(page.getByText(`“${longPhrase}”`)).toBeVisible();
    await api.call('POST', `${url}/draws/${number}/handover`, { note: 'Seen by the organiser' });
    await expect(page.getByText('Handed over', { exact: true })).toBeVisible();
    await expectLegible(page, 'the winner of a sealed draw');
    await show({ continued: number });
  });

  await test.step('it goes dark and comes back', async () => {
    await show({ blank: true });
    await expect(next).toHaveCount(0);
    await show({ blank: false });
    await expect(next).toBeVisible();
  });

  await test.step('the end', async () => {
    let number = 0;
    for (const id of [second, ...others]) ({ number } = await draw(id));
    await expect(winnerHeading(page)).toBeVisible();
    await show({ continued: number });
    await expect(page.getByRole('heading', { name: 'Thank you, everyone!' })).toBeVisible();
    await expect(
      page.getByText(`All ${PRIZES} prizes are drawn. ${PRIZES + 2} people`),
    ).toBeVisible();
    await expect(page.getByText('Check the draws')).toBeVisible();
    await expect(page.getByText('Enter', { exact: true })).toHaveCount(0);
    await expect(page.locator('[data-tickets] [data-part=name]').first()).toBeVisible();
    await expectLegible(page, 'the end');
  });
});

test('ordinary names, prizes and places are large and whole', { tag: '@thorough' }, async ({
  page,
  api,
}) => {
  const event = await api.createEvent({
    name: 'Quayside Science Evening',
    location: 'Harbour Hall 2, Bristol',
  });
  const prizes: Prize[] = [];
  for (const name of ['Weekend by the sea', 'City bicycle', 'Noise-cancelling headphones']) {
    prizes.push(await addPrize(api, event, name, { value: '€1,250', position: prizes.length + 1 }));
  }
  for (const name of ["Sean O'Sullivan", 'Thandiwe Costa', 'Ines Duarte']) {
    await addVerifiedLead(api, event, { name });
  }
  const [first, second, third] = prizes.map(({ id }) => id);
  const drawn = (prizeId: string | undefined) =>
    api.call<DrawnResult>('POST', `/api/events/${event.id}/draw-winner`, { prizeId, phrase: '' });
  const go = ({ number }: DrawnResult) =>
    api.call('PATCH', `/api/events/${event.id}/stage`, { continued: number });
  await drawn(first);
  await go(await drawn(second));
  await page.goto(`/event/${event.id}/stage`);
  await expect(page.getByRole('region', { name: 'Noise-cancelling' })).toBeVisible();
  await expectLegible(page, 'waiting', 'header p, h1, [data-part=name], [data-part=won]');

  const last = await drawn(third);
  await expect(winnerHeading(page)).toBeVisible();
  await expectLegible(page, 'the winner', '[data-part=name], [data-part=prize], [data-part=value]');
  await go(last);
  const names = page.locator('[data-tickets] [data-part=name]');
  await expect(names).toHaveCount(3);
  await expectLegible(page, 'the end', 'h1, [data-part=name], [data-part=prize]');
  expect(await shareOfHeight(names.first())).toBeGreaterThanOrEqual(0.06);
});

test('a winner who forfeits is not counted at the end, nor shown there', {
  tag: '@thorough',
}, async ({ page, api, browser, baseURL }) => {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jo Park', 'Zoë Müller']) {
    await addVerifiedLead(api, event, { name });
  }
  const { id: prizeId } = await addPrize(api, event, 'City bicycle');
  const phone = await openViewer(browser, `${baseURL}/event/${event.id}/raffle`);
  await page.goto(`/event/${event.id}/stage`);
  const draw = async () => {
    const drawn = await api.call<DrawnResult>('POST', `/api/events/${event.id}/draw-winner`, {
      prizeId,
    });
    await expect(winnerHeading(page)).toBeVisible();
    await api.call('PATCH', `/api/events/${event.id}/stage`, { continued: drawn.number });
    return drawn.winner.name;
  };
  const end = page.getByRole('heading', { name: 'Thank you, everyone!' });
  const winners = page.locator('[data-tickets] [data-part=name]');

  const absent = await draw();
  await expect(page.getByText('The prize is drawn. 3 people took part.')).toBeVisible();
  await expect(winners).toHaveText([new RegExp(absent)]);
  await forfeit(api, event, 1);
  await expect(end).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'City bicycle' })).toBeVisible();
  const winner = await draw();
  await expect(page.getByText('The prize is drawn. 2 people took part.')).toBeVisible();
  await expect(winners).toHaveText([new RegExp(winner)]);
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Winners' })).toContainText(winner);

  // The same text is on screens opened later.
  for (const screen of [page, phone]) {
    await screen.reload();
    const shown = screen === page ? winners : screen.getByRole('region', { name: 'Winners' });
    await expect(shown).toContainText(winner);
    await expect(screen.getByText(absent)).toHaveCount(0);
  }
  await expect(page.getByText('2 people took part.')).toBeVisible();
});

test('a Japanese prize is large, and no line ends within a word', { tag: '@thorough' }, async ({
  page,
  api,
}) => {
  const event = await api.createEvent({ language: 'ja', languages: ['ja'] });
  await addPrize(api, event, 'シティサイクル 電動アシスト付き');
  const name = page.locator('[data-part=name]');
  for (const [width, height] of [...screens, [720, 1280] as const]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/event/${event.id}/stage`);
    await expect(name).toBeVisible();
    // The page first comes from the server, which does not measure it.
    await expect
      .poll(() => findBrokenWords(page, '[data-part=name]'), `${width} x ${height}`)
      .toEqual([]);
    await expect(name.locator('wbr').first()).toBeAttached();
    expect(await shareOfHeight(name)).toBeGreaterThan(0.036);
  }
});

test('the wall turns its pages, and hides the pointer @thorough', async ({ page, api }) => {
  const event = await api.createEvent();
  for (let position = 1; position <= 14; position += 1) {
    await addPrize(api, event, `Prize number ${position}`, { position });
  }
  /** Stops the clock; from then on, only the test moves it on. */
  const stopTime = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
  await page.clock.install();
  await page.goto(`/event/${event.id}/stage`);
  const board = page.getByRole('region', { name: 'Prizes and winners' });
  const main = page.locator('main');
  await expect(page.getByText('Be the first')).toBeVisible();
  await stopTime();
  // The page may have turned already on a slow machine.
  if (await board.getByText('Prize number 14').isVisible()) await page.clock.runFor(8000);
  await expect(board).toContainText('Prize number 8');
  await expect(board.getByRole('listitem')).toHaveCount(7);
  const { height } = (await board.boundingBox()) ?? {};
  await page.clock.runFor(8000);
  await expect(board).toContainText('Prize number 14');
  await expect(board.getByRole('listitem')).toHaveCount(6);
  expect(await board.boundingBox()).toMatchObject({ height });
  await expect(main).toHaveCSS('cursor', 'none');
  await page.mouse.move(100, 100);
  await expect(main).not.toHaveCSS('cursor', 'none');
  await page.clock.runFor(8000);
  await expect(board).toContainText('Prize number 8');
});

test('the wall takes turns with two languages, but never during a ceremony', {
  tag: '@thorough',
}, async ({ page, api }) => {
  const event = await api.createEvent();
  const prize = await addPrize(api, event, 'City bicycle');
  const { id: prizeId } = await addPrize(api, event, 'Weekend by the sea', { position: 2 });
  for (const name of ['Ines Duarte', 'Thandiwe Costa']) await addVerifiedLead(api, event, { name });
  const url = `/api/events/${event.id}`;
  const html = page.locator('html');
  await page.clock.install();
  await page.goto(`/event/${event.id}/stage?lang=ar,en`);
  const next = page.getByRole('region', { name: 'City bicycle' });
  await expect(next).toBeVisible();
  // From here on, only the test moves the clock on.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect(async () => {
    await page.clock.runFor(20_000);
    await expect(html).toHaveAttribute('lang', 'en', { timeout: 2000 });
  }).toPass();
  await expect(html).toHaveAttribute('dir', 'ltr');

  const { number } = await api.call<DrawnResult>('POST', `${url}/draw-winner`, { prizeId });
  // The stream may have been lost in the meantime, and reconnects with time.
  const letTimePassUntil = (shown: Locator) =>
    expect(async () => {
      await page.clock.runFor(500);
      await expect(shown).toBeVisible({ timeout: 500 });
    }).toPass();
  await letTimePassUntil(page.locator('[data-texts]'));
  await expect(async () => {
    await page.clock.runFor(20_000);
    await expect(html).toHaveAttribute('lang', 'ar', { timeout: 2000 });
  }).toPass();
  await expect(html).toHaveAttribute('dir', 'rtl');

  await api.call('PATCH', `${url}/stage`, { continued: number });
  await letTimePassUntil(next);
  await seal(api, event, prize.id);
  await letTimePassUntil(page.getByRole('definition').first());
  const during = (await html.getAttribute('lang')) ?? '';
  await page.clock.runFor(20_000);
  await expect(html).toHaveAttribute('lang', during);
});

test('the wall of a general draw, and of an event that does not exist', {
  tag: ['@firefox', '@thorough'],
}, async ({ page, api }) => {
  const event = await api.createEvent({ status: 'ended' });
  await addVerifiedLead(api, event);
  await page.goto(`/event/${event.id}/stage`);
  await expect(page.getByRole('region', { name: 'One winner, from everyone' })).toBeVisible();
  await expect(page.getByText('1 in the draw')).toBeVisible();
  await expect(page.getByText('Enter', { exact: true })).toHaveCount(0);
  await page.goto('/event/00000000-0000-4000-8000-000000000000/stage');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  expect(await findSmallTexts(page)).toEqual([]);
});

const long = {
  de: letters('Maximiliane-Friederike Freifrau von Donaudampfschifffahrtsgesellschaft ', 80),
  ja: letters('国際物流技術研究開発推進機構東京湾岸地域連携事業本部次世代輸送基盤整備企画室', 80),
  ar: letters('عبد الرحمن بن محمد بن عبد العزيز آل سعود القحطاني المصري الدمشقي ', 80),
};

for (const [language, name] of Object.entries(long)) {
  test(`names of 80 characters are whole on every wall: ${language}`, { tag: '@thorough' }, async ({
    page,
    api,
  }) => {
    const event = await api.createEvent({
      language: language as 'de',
      languages: [language as 'de'],
    });
    const url = `/api/events/${event.id}`;
    const leads = await Promise.all(
      Array.from({ length: 17 }, (_, index) =>
        addUnverifiedLead(api, event, { name: index % 2 ? name : name.slice(0, 12).trim() }),
      ),
    );
    await api.call('POST', '/api/leads/bulk-verify', { leadIds: leads.map(({ id }) => id) });
    const many = await addPrize(api, event, name, { quantity: 12 });
    const one = await addPrize(api, event, name.slice(0, 30), { position: 2 });
    const names = '[data-part=name], [data-part=prize], [data-part=won]';
    const draw = (prizeId: string) =>
      api.call<DrawnResult>('POST', `${url}/draw-winner`, { prizeId });
    const go = ({ number }: DrawnResult) =>
      api.call('PATCH', `${url}/stage`, { continued: number });

    await page.clock.install();
    await page.goto(`/event/${event.id}/stage`);
    await expect(page.locator('[data-part=name]')).toBeVisible();
    await expectLegible(page, 'waiting', names, EVERY_SCREEN);
    const first = await draw(many.id);
    await expect(page.locator('[data-ticket] li').first()).toBeVisible();
    await expectLegible(page, 'several winners', names, EVERY_SCREEN);
    await go(first);
    await expect(page.locator('[data-part=won]').first()).toBeVisible();
    await expectLegible(page, 'waiting again', names, EVERY_SCREEN);
    const last = await draw(one.id);
    await expect(page.locator('[data-texts]')).toBeVisible();
    await expectLegible(page, 'one winner', names, EVERY_SCREEN);
    await go(last);
    await expect(page.locator('[data-tickets] [data-part=name]').first()).toBeVisible();
    await expectLegible(page, 'the end', names, EVERY_SCREEN);
  });
}

test('a draw by a beacon fits every wall, in two languages and without a connection', {
  tag: '@thorough',
}, async ({ page, api }) => {
  const event = await api.createEvent({ name: longPlace, location: longPlace, maxChances: 3 });
  const url = `/api/events/${event.id}`;
  const prize = await addPrize(api, event, longPrize, { quantity: 3, drawSource: 'beacon' });
  for (let n = 0; n < 4; n += 1) await addVerifiedLead(api, event, { name: longName });
  const html = page.locator('html');
  const show = (text: string) => expect(page.getByText(text).first()).toBeAttached();
  /** Checks the scene in both languages of the wall, which take turns except during a ceremony. */
  const expectInBoth = async (what: string) => {
    for (const language of ['ja', 'ar']) {
      await expect(async () => {
        await page.clock.fastForward(10_000);
        await expect(html).toHaveAttribute('lang', language, { timeout: 1000 });
      }).toPass();
      await expectLegible(page, `${what}, ${language}`, undefined, EVERY_SCREEN);
    }
  };
  await page.clock.install();
  await page.goto(`/event/${event.id}/stage?lang=ja,ar`);
  await show(longPrize);
  await expectInBoth('waiting');
  const round = roundAt(QUICKNET, Date.now() + 600_000);
  await api.call('POST', `${url}/seal`, { prizeId: prize.id, round });
  await expect(page.getByRole('timer')).toBeVisible();
  await expectLegible(page, 'a sealed draw', undefined, EVERY_SCREEN);
  await page.context().setOffline(true);
  await expect(page.getByRole('status').locator('svg')).toBeVisible();
  await expectLegible(page, 'a lost connection', undefined, EVERY_SCREEN);
  await page.context().setOffline(false);
  await expect(page.getByRole('status').locator('svg')).toHaveCount(0);
  await api.call('POST', `${url}/void`, { reason: longReason });
  const { number } = await api.call<DrawnResult>('POST', `${url}/draw-winner`, {
    prizeId: prize.id,
  });
  await expect(page.locator('[data-ticket] li').first()).toBeVisible();
  await expectInBoth('several winners');
  await api.call('PATCH', `${url}/stage`, { continued: number });
  await expect(page.locator('[data-tickets] [data-part=name]').first()).toBeVisible();
  await expectInBoth('the end');
});

test('no frame of a draw cuts a name or moves the page, however many have won', {
  tag: '@thorough',
}, async ({ browser, baseURL, api }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const event = await api.createEvent({ suspense: 5 });
  const url = `/api/events/${event.id}`;
  const leads = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      addUnverifiedLead(api, event, { name: `Ada Okonkwo ${n}` }),
    ),
  );
  await api.call('POST', '/api/leads/bulk-verify', { leadIds: leads.map(({ id }) => id) });
  const one = await addPrize(api, event);
  const many = await addPrize(api, event, 'Gift card', { position: 1, quantity: 9 });
  await page.goto(`${baseURL}/event/${event.id}/stage`);
  await expect(page.getByRole('region', { name: 'City bicycle' })).toBeVisible();
  await page.evaluate(() => {
    const seenValues = new Set<string>();
    Object.assign(window, { seen: seenValues });
    const readData = () => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      if (scrollWidth > innerWidth || scrollHeight > innerHeight)
        seenValues.add('the page scrolls');
      for (const name of document.querySelectorAll<HTMLElement>('[data-part=name]')) {
        const { scrollWidth, clientWidth, textContent } = name;
        if (clientWidth > 0 && scrollWidth > clientWidth + 1)
          seenValues.add(`${textContent} is cut`);
      }
      requestAnimationFrame(readData);
    };
    readData();
  });
  for (const prizeId of [one.id, many.id]) {
    const id = crypto.randomUUID();
    await api.call('POST', `${url}/drawing`, { id, prizeId, phrase: '' });
    await expect(page.getByText('Nearly there…')).toBeVisible();
    const drawn = await api.call<DrawnResult>('POST', `${url}/draw-winner`, { id, prizeId });
    await expect(page.locator('[data-ticket] [data-part=name]').first()).toBeVisible();
    await expect(page.getByText('Come to the stage')).toBeVisible();
    await api.call('PATCH', `${url}/stage`, { continued: drawn.number });
  }
  await expect(page.getByRole('heading', { name: 'Thank you, everyone!' })).toBeVisible();
  const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(await seen()).toEqual([]);
  await context.close();
});

test('a thousand winners are shown page after page, whole', { tag: '@thorough' }, async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  const leadIds: string[] = [];
  while (leadIds.length < 1000) {
    const leads = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        addUnverifiedLead(api, event, { name: `Thandiwe Featherstonehaugh ${leadIds.length + n}` }),
      ),
    );
    leadIds.push(...leads.map(({ id }) => id));
  }
  await api.call('POST', '/api/leads/bulk-verify', { leadIds });
  const prize = await addPrize(api, event, 'Signed poster', { quantity: 1000 });
  await page.clock.install();
  await page.goto(`/event/${event.id}/stage`);
  const { number } = await api.call<DrawnResult>('POST', `/api/events/${event.id}/draw-winner`, {
    prizeId: prize.id,
  });
  await expect(page.getByRole('heading', { name: 'Winners: 1,000' })).toBeVisible();
  await expectLegible(page, 'a thousand winners', '[data-part=name]', EVERY_SCREEN);
  await api.call('PATCH', `/api/events/${event.id}/stage`, { continued: number });
  // The prize is named once.
  await expect(page.getByText('Signed poster')).toHaveCount(1);
  await expectLegible(page, 'the end', '[data-part=name]', EVERY_SCREEN);
});

test('a roll call shows its digits to a logged-in wall alone, and counts who is here', async ({
  adminPage: wall,
  api,
  browser,
  baseURL,
}) => {
  const event = await api.createEvent({ maxChances: 3 });
  const people = await Promise.all(
    ['Amara Okafor', 'Jo Park'].map((name) => addVerifiedLead(api, event, { name })),
  );
  const prize = await addPrize(api, event);
  const url = `/api/events/${event.id}`;
  const other = await openViewer(browser, `${baseURL}/event/${event.id}/stage`);
  await wall.clock.install();
  await wall.goto(`/event/${event.id}/stage`);
  await expect(wall.getByRole('region', { name: 'In the draw' })).toContainText(
    '2 in the draw2 chances',
  );

  const { digits } = await api.call<OpenedRollCall>('POST', `${url}/roll-calls`, {});
  for (const screen of [wall, other]) {
    await expect(screen.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
    await expect(screen.getByText('Be the first')).toBeVisible();
  }
  await expect(wall.getByText(digits, { exact: true })).toBeAttached();
  await expect(other.getByText('Log in on this screen to show the digits')).toBeVisible();
  await expect(other.getByText(digits, { exact: true })).toHaveCount(0);
  const [here] = people;
  await api.call('POST', `/api/leads/${here?.id}/here`);
  const counted = wall.getByRole('region', { name: 'Who is here?' }).last();
  await expect(counted).toContainText('1 of 2 is here');
  await expect(counted.getByRole('listitem')).toHaveText(/^[A-Z][a-z]+ \d{4} is here$/);
  await expectLegible(
    wall,
    'a roll call',
    undefined,
    process.env.THOROUGH ? EVERY_SCREEN : screens,
  );
  await expectNoAxeViolations(wall);

  await api.call('POST', `${url}/seal`, { prizeId: prize.id, onlyHere: true });
  await expect(wall.getByText('1 of 2 people is here. The list is sealed.')).toBeVisible();
  await expectLegible(
    wall,
    'a sealed roll call',
    undefined,
    process.env.THOROUGH ? EVERY_SCREEN : screens,
  );
  await other.context().close();
});

test('the winning ticket stands alone before the name where names roll for long', async ({
  page,
  api,
}) => {
  const event = await api.createEvent({ suspense: 5 });
  const url = `/api/events/${event.id}`;
  await addVerifiedLead(api, event);
  const { id: prizeId } = await addPrize(api, event);
  await page.goto(`/event/${event.id}/stage`);
  await expect(page.getByRole('region', { name: 'City bicycle' })).toBeVisible();
  const id = crypto.randomUUID();
  await api.call('POST', `${url}/drawing`, { id, prizeId, phrase: '' });
  await expect(page.getByText("Hold tight! We're selecting a lucky winner")).toBeVisible();
  await expect(page.getByText('Nearly there…')).toBeVisible();
  const { ticket } = await api.call<DrawnResult>('POST', `${url}/draw-winner`, {
    id,
    prizeId,
    phrase: '',
  });
  await expect(page.getByText(ticketName(ticket), { exact: true })).toBeVisible();
  await expect(winnerHeading(page)).toBeVisible();
});
