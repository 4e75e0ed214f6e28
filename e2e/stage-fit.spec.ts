import type { AdminEvent } from '@drawbridge/contract/events';
import type { Prize } from '@drawbridge/contract/prizes';
import type { Locator, Page } from '@playwright/test';
import type { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addUnverifiedLead, draw, forfeit, readDraws, seal } from './harness/draws.ts';
import { LOGO } from './harness/logo.ts';
import { findMisfits } from './harness/misfits.ts';
import { continueButton, drawButton, winnerHeading } from './harness/raffle-stage.ts';
import { expect, test } from './harness/test.ts';

const screens = [
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
] as const;

// Every size and both extremes in every run, each state at each size with THOROUGH=1.
const thorough = Boolean(process.env.THOROUGH);

const letters = (text: string, length: number) => text.repeat(length).slice(0, length).trim();
const longName = letters('Maximiliana Konstantinopolitanskaya-Wolfeschlegel ', 80);
const longPrize = letters('Weekend for two in the Lake District with breakfast ', 80);
const ordinaryPrizes = ['Prize number 24', 'Weekend for two', 'Bluetooth headphones', 'Book token'];
const longEvent = letters('International Congress of Raffles ', 200);
const longReason = letters('Had to catch the last train ', 200);

/** An event with this many prizes and enough people to win them all. */
async function arrange(
  api: Api,
  prizes: number,
  { long }: { long: boolean },
): Promise<{ event: AdminEvent; prizes: Prize[] }> {
  const event = await api.createEvent(long ? { name: longEvent, location: longEvent } : {});
  const leads = await Promise.all(
    Array.from({ length: prizes + 2 }, (_, n) =>
      addUnverifiedLead(api, event, {
        name: long ? longName : `Amara Okafor ${n}`,
        email: `${long ? letters('konstantinopolitanskaya', 60) : 'amara'}.${n}@example.com`,
      }),
    ),
  );
  await api.call('POST', '/api/leads/bulk-verify', { leadIds: leads.map(({ id }) => id) });
  for (let n = 0; n < (long ? 8 : 2); n += 1) {
    await api.call('POST', '/api/sponsors', {
      eventId: event.id,
      name: `Sponsor ${n}`,
      logo: LOGO,
    });
  }
  const added: Prize[] = [];
  for (let position = 0; position < prizes; position += 1) {
    const given = long
      ? { value: letters('worth a lot ', 60), position }
      : { value: position % 2 ? '$1,200' : '$50', position };
    const name = ordinaryPrizes[position % ordinaryPrizes.length] as string;
    added.push(await addPrize(api, event, long ? longPrize : name, given));
  }
  return { event, prizes: added };
}

function sizesOf(elements: Locator): Promise<{ width: number; height: number }[]> {
  return elements.evaluateAll((all) =>
    all.map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return { width, height };
    }),
  );
}

async function drawAll(api: Api, event: AdminEvent, prizes: Prize[]) {
  for (const prize of prizes) await draw(api, event, { prizeId: prize.id });
}

/** What is never cut short: the names of people and prizes; with ordinary names everything else, too. */
const names = '.name, .name *, .prize span:not(.value), .projector-prizes h3';
const everything = `${names}, .value, .email`;

/**
 * Nothing leaves the screen or covers anything else, on any projector: the smallest and, by turns, one of the
 * others, unless the run is thorough.
 */
async function expectToFit(
  page: Page,
  what: string,
  { turn, whole = names }: { turn: number; whole?: string },
): Promise<void> {
  const other = 1 + (turn % (screens.length - 1));
  for (const [index, [width, height]] of screens.entries()) {
    if (!thorough && index !== 0 && index !== other) continue;
    await page.setViewportSize({ width, height });
    expect(await findMisfits(page, whole), `${what} at ${width} x ${height}`).toEqual([]);
  }
  // What is loaded next is drawn on the smallest, which is the quickest.
  const [[width, height]] = screens;
  await page.setViewportSize({ width, height });
}

for (const long of [false, true]) {
  test(`the stage fits projectors with ${long ? 'the longest' : 'ordinary'} names`, {
    tag: long ? [] : '@thorough',
  }, async ({ signedInAdmin: page, api }) => {
    const { event, prizes } = await arrange(api, 30, { long });
    const path = `/event/${event.id}/raffle`;
    const footer = page.getByText('Each person can only win once.');
    if (thorough) {
      await seal(api, event, prizes[0]?.id);
      await page.goto(path);
      await expect(page.getByRole('region', { name: 'Draw 1 is sealed' })).toBeVisible();
      await expectToFit(page, 'a sealed draw of 30 prizes', { turn: 0 });
      await api.call('POST', `/api/events/${event.id}/void`, { reason: 'Too early' });
    }
    const few = long ? [0, 30] : [16];
    const states = thorough ? [0, 5, 16, 29, 30] : few;
    for (const [index, drawn] of states.entries()) {
      await drawAll(api, event, prizes.slice(states[index - 1] ?? 0, drawn));
      if (drawn > 0) {
        const continued = (await readDraws(api, event)).nextNumber - 1;
        await api.call('PATCH', `/api/events/${event.id}/stage`, { continued });
      }
      await page.goto(path);
      await expect(drawButton(page)).toHaveCount(30 - drawn);
      // In words, not as an icon.
      for (const { width, height } of await sizesOf(drawButton(page))) {
        expect(width).toBeGreaterThan(2 * height);
      }
      const winners = page.getByRole('region', { name: 'Winners' }).getByRole('listitem');
      await expect(winners).toHaveCount(drawn);
      await expectToFit(page, `${drawn} of 30 drawn`, {
        turn: long ? index + 1 : index,
        whole: long ? names : everything,
      });
      for (const shown of [footer, page.getByRole('list', { name: 'Sponsors' })]) {
        await expect(shown).toBeInViewport({ ratio: 1 });
      }
    }
    if (long) {
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await expectNoAxeViolations(page);
    }
  });
}

test('a stage with few prizes fits, while one is sealed, drawn or forfeited too', {
  tag: '@thorough',
}, async ({ signedInAdmin: page, api }) => {
  const { event, prizes } = await arrange(api, 8, { long: true });
  const path = `/event/${event.id}/raffle`;
  const [first, second] = prizes;
  await page.goto(path);
  await expect(drawButton(page)).toHaveCount(8);
  await expectToFit(page, '8 prizes', { turn: 0 });

  await drawButton(page).first().click();
  await expect(page.getByRole('heading', { name: 'Drawing Winner...' })).toBeVisible();
  expect(await findMisfits(page)).toEqual([]);
  await expect(winnerHeading(page)).toBeVisible();
  await expectToFit(page, 'the winner', { turn: 1 });

  await continueButton(page).click();
  await forfeit(api, event, 1, longReason);
  await expect(page.getByText('did not take the prize')).toBeVisible();
  await expectToFit(page, 'a forfeit', { turn: 2 });

  await seal(api, event, second?.id);
  await expect(page.getByRole('region', { name: 'Draw 3 is sealed' })).toBeVisible();
  await expectToFit(page, 'a sealed draw', { turn: 3 });
  await draw(api, event, { prizeId: second?.id });

  for (const prize of prizes) {
    if (prize !== first && prize !== second) {
      await api.call('DELETE', `/api/prizes/${prize.id}`);
    }
  }
  await page.goto(path);
  await expect(drawButton(page)).toHaveCount(1);
  await expectToFit(page, '1 prize', { turn: 4 });
});
