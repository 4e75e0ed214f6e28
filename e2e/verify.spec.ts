import type { DrawList, DrawRecord } from '@drawbridge/contract/draws';
import type { Page } from '@playwright/test';
import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import {
  addPrize,
  addVerifiedLead,
  draw,
  forfeit,
  holdRaffle,
  readDraws,
  seal,
} from './harness/draws.ts';
import { holdRoute } from './harness/routes.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

const verdict = (page: Page) => page.getByRole('region').locator('#verdict');
const ticket = (page: Page, number: number) =>
  page.getByRole('article', { name: new RegExp(`^(Draw|Record) ${number}\\b`) });
const winners = (page: Page) =>
  page.getByRole('region', { name: /^(The winners?|No winner yet)$/ });

/** The server's own answer, changed on its way. */
async function tamper<Answer>(page: Page, url: RegExp, change: (answer: Answer) => void) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    change(answer);
    await route.fulfill({ response, json: answer });
  });
}

const question = (page: Page) => page.getByRole('heading', { level: 1 });

/** As on the stage, so that the two can be compared. */
const inGroups = (hash: string) => (hash.match(/.{4}/g) ?? []).join(' ');

const drawAt = ({ draws }: DrawList, place: number) => draws[place] as DrawRecord;

test('anyone checks the draws of an event in their own browser, from the keyboard alone', async ({
  page,
  api,
}) => {
  const { event, leads, path } = await holdRaffle(api);
  const list = await readDraws(api, event);
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await expect(page).toHaveTitle('Check the draw · Drawbridge');
  await expect(question(page)).toHaveText('Were you in it?');
  await expect(page.getByText(event.name)).toBeVisible();
  await expect(ticket(page, 1)).toContainText('City bicycle');
  await expect(ticket(page, 1)).toContainText(
    `Amara Okafor won, line ${drawAt(list, 0).winnerIndex + 1} of 5`,
  );
  await expect(ticket(page, 2)).toContainText('The projector failed');
  await expect(ticket(page, 3)).toContainText('“seven purple walruses”');
  await expect(ticket(page, 3)).toContainText('Sealed before the phrase was called');
  await expect(ticket(page, 1)).not.toContainText('Sealed');
  for (const number of [1, 2, 3]) await expect(ticket(page, number)).toContainText('no difference');
  await expect(ticket(page, 4)).toContainText('Draw 4 is locked in');
  await expect(winners(page).getByRole('listitem')).toHaveCount(2);

  await page.getByLabel('Entry code').focus();
  await page.keyboard.type(leads[0]?.entryCode ?? '');
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText(/You (won draw|were in)/);
  await expect(question(page)).toBeFocused();
  await page.getByText('Every value of record 3').focus();
  await page.keyboard.press('Enter');
  await expect(ticket(page, 3).getByRole('heading', { name: 'What was compared' })).toBeVisible();
  const { seed, commitment, record, rosterHash, winnerHash } = drawAt(list, 2);
  for (const value of [seed, record, list.draws[1]?.record]) {
    await expect(
      ticket(page, 3)
        .getByText(value as string)
        .first(),
    ).toBeVisible();
  }
  for (const value of [commitment, rosterHash, winnerHash]) {
    await expect(ticket(page, 3).getByText(inGroups(value), { exact: true })).toBeVisible();
  }
  await expect(
    ticket(page, 3).getByText('The name and the e-mail are those that were drawn'),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  for (const next of [
    page.getByRole('button', { name: 'Copy the fingerprint of the secret' }),
    page.getByRole('button', { name: 'Download proof' }),
    page.getByLabel('Proof file'),
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }

  await page.getByRole('link', { name: 'Raffle' }).click();
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}/raffle$`));
});

test('draws, seals, voids and forfeits appear and are checked as they happen', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jo Park', 'Zoë Müller', 'Kofi Mensah']) {
    await addVerifiedLead(api, event, { name });
  }
  const prize = await addPrize(api, event, 'Weekend for two');
  const rosters: string[] = [];
  page.on('request', (request) => {
    const number = /\/draws\/(\d+)$/.exec(request.url())?.[1];
    if (number) rosters.push(number);
  });
  const { nextCommitment } = await readDraws(api, event);
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
  await expect(page.getByRole('heading', { name: 'No winner yet' })).toBeVisible();
  await expect(ticket(page, 1)).toContainText('Draw 1 is locked in');
  await expect(ticket(page, 1)).toContainText(inGroups(nextCommitment));

  await seal(api, event, prize.id);
  await expect(ticket(page, 1)).toContainText('Draw 1 is sealed');
  await expect(ticket(page, 1)).toContainText('4 people are in it');
  // What was announced before is what the seal shows.
  await expect(ticket(page, 1)).toContainText(inGroups(nextCommitment));
  const { sealed } = await readDraws(api, event);
  await expect(ticket(page, 1)).toContainText(inGroups(sealed?.rosterHash as string));
  await expect(ticket(page, 2)).toContainText('Draw 2 is locked in');
  await expectNoAxeViolations(page);
  await draw(api, event, { prizeId: prize.id });
  await expect(verdict(page)).toHaveText('The draw checks out.');
  await expect(page.getByRole('heading', { name: 'The winner', exact: true })).toBeVisible();
  await expect(ticket(page, 1)).toContainText('Sealed. No phrase was called.');
  // This includes that it kept what this page had shown before.
  await ticket(page, 1).getByText('Every value').click();
  await expect(ticket(page, 1)).toContainText('The commitment is the one that was shown before');

  await seal(api, event);
  await expect(ticket(page, 2)).toContainText('Draw 2 is sealed');
  await api.call('POST', `/api/events/${event.id}/void`, { reason: 'The projector failed' });
  await expect(ticket(page, 2)).toContainText('The projector failed');
  await expect(ticket(page, 2)).toContainText('no difference');
  await forfeit(api, event, 1);
  await expect(ticket(page, 1)).toContainText('released');
  await expect(ticket(page, 3)).toContainText('The prize of draw 1 was released');
  await expect(ticket(page, 3)).toContainText('Not present');
  await expect(ticket(page, 3)).toContainText('Number 3 was used by this record');
  await expect(ticket(page, 3)).toContainText('no difference');
  await expect(page.getByRole('heading', { name: 'No winner yet' })).toBeVisible();

  // The prize stays on record with both its winners.
  await draw(api, event, { prizeId: prize.id, phrase: 'yes' });
  await expect(ticket(page, 4)).toContainText('no difference');
  await expect(ticket(page, 4)).toContainText(/line \d of 3/);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  const list = await readDraws(api, event);
  const winner = (place: number) => winners(page).getByRole('listitem').nth(place);
  await expect(winner(0)).toContainText(drawAt(list, 0).winner?.name as string);
  await expect(winner(0)).toContainText('Released: Not present');
  await expect(winner(1)).toContainText(drawAt(list, 3).winner?.name as string);
  await expect(winner(1)).not.toContainText('Released');
  // Nothing was read again.
  expect(rosters).toEqual(['1', '2', '4']);

  await api.call('DELETE', `/api/events/${event.id}`);
  await expect(page.getByText('This event has been deleted.')).toBeVisible();
  await expect(verdict(page)).toHaveText('Both draws check out.');
});

test('what the server changed afterwards is shown with what was expected and found', async ({
  page,
  api,
}) => {
  const { event, path } = await holdRaffle(api);

  await test.step('a winner that does not follow', async () => {
    const right = drawAt(await readDraws(api, event), 2).winnerIndex;
    const wrong = (right + 1) % 4;
    await tamper<DrawList>(page, /\/draws$/, (list) => {
      drawAt(list, 2).winnerIndex = wrong;
    });
    await page.goto(path);
    await expect(verdict(page)).toHaveText('Draw 3 does not check out.');
    for (const number of [1, 2]) await expect(ticket(page, number)).toContainText('no difference');
    const difference = ticket(page, 3).getByRole('listitem').first();
    await expect(difference).toContainText(
      'The winner follows from the seed, the roster and the phrase',
    );
    await expect(difference).toContainText('draws[2].winnerIndex');
    await expect(difference.getByRole('definition')).toHaveText([String(right), String(wrong)]);
    await expect(winners(page).getByRole('listitem').nth(1)).toContainText('Does not check out');
    await expectNoAxeViolations(page);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a draw that was taken off the record', async () => {
    await tamper<DrawList>(page, /\/draws$/, ({ draws }) => draws.pop());
    await page.reload();
    await expect(page.getByRole('region', { name: 'The record as a whole' })).toContainText(
      'nextNumber',
    );
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a commitment other than the one that was shown before, and a list without somebody', async () => {
    const fresh = await api.createEvent();
    for (let n = 0; n < 2; n += 1) await addVerifiedLead(api, fresh);
    await tamper<DrawList>(page, /\/draws$/, (list) => {
      if (list.draws.length === 0) list.nextCommitment = '0'.repeat(64);
    });
    await page.goto(`/event/${fresh.id}/raffle/verify`);
    await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
    // Somebody is missing in the list of people, as well.
    await tamper<{ roster: string[][] }>(page, /\/draws\/1$/, ({ roster }) => roster.splice(0, 1));
    await draw(api, fresh);
    await expect(verdict(page)).toHaveText('Draw 1 does not check out.');
    await expect(ticket(page, 1)).toContainText('The commitment is the one that was shown before');
    await expect(ticket(page, 1)).toContainText('The roster is complete');
    await expect(ticket(page, 1)).toContainText('The roster is the one that was fixed');
  });

  await test.step('in the language of the link, or in one that is chosen', async () => {
    await page.goto(`${page.url()}?lang=de`);
    await expect(verdict(page)).toHaveText('Ziehung 1 stimmt nicht.');
    const record = page.getByRole('article', { name: /^Ziehung 1\b/ });
    await expect(record).toContainText('Die Liste ist vollständig');
    await expect(record).toContainText('Erwartet');
    await page.locator('select[name="lang"]').selectOption('ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(record).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScrolling(page);
    await expectNoAxeViolations(page);
  });
});

test('what cannot be loaded or checked is said, and the way through many draws is shown', {
  tag: '@thorough',
}, async ({ page, api }) => {
  const alert = page.getByRole('alert');
  const again = page.getByRole('button', { name: 'Try again' });
  await page.goto('/event/00000000-0000-4000-8000-000000000000/raffle/verify');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();

  const { path } = await holdRaffle(api);
  await page.route(/\/draws$/, (route) => route.abort());
  await page.goto(path);
  await expect(alert).toContainText('Could not load the draws');
  await expect(alert).toContainText('The server cannot be reached.');
  await page.unrouteAll({ behavior: 'wait' });
  await tamper<DrawList>(page, /\/draws$/, (list) => {
    drawAt(list, 0).seed = 'none';
  });
  await again.click();
  await expect(alert).toContainText("The server's record cannot be checked");
  await expect(alert).toContainText('draws[0].seed: A hash is 64 hexadecimal digits');
  await expectNoAxeViolations(page);
  await page.unrouteAll({ behavior: 'wait' });
  const other = await readDraws(api, await api.createEvent());
  await page.route(/\/draws$/, (route) => route.fulfill({ json: other }));
  await again.click();
  await expect(alert).toContainText('It is the record of another event');
  await page.unrouteAll({ behavior: 'wait' });

  await tamper<DrawList>(page, /\/draws$/, (list) => {
    drawAt(list, 0).rosterSize = 100_001;
  });
  await again.click();
  await expect(alert).toContainText(`npm run verify -- ${page.url()}`);
  await page.unrouteAll({ behavior: 'wait' });

  const held = await holdRoute(page, /\/draws\/2$/);
  await page.reload();
  await expect(verdict(page)).toHaveText('Checking 2 draws…');
  await expect(page.getByText('Fetching the list of people, record 2 of 3.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
  await expect(ticket(page, 1)).toContainText('no difference');
  await expect(ticket(page, 2)).toContainText('Not checked yet');
  await expect(page.getByRole('button', { name: 'Download proof' })).toBeDisabled();
  await expectNoAxeViolations(page);
  held.release();
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a browser without workers is told that nothing was checked', { tag: '@thorough' }, async ({
  page,
  api,
}) => {
  const { path } = await holdRaffle(api);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await page.goto(path);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The check could not be started');
  await expect(alert).toContainText('Nothing has been checked.');
  await expect(verdict(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 780 } });

  /** TypeScript does not know it. */
  interface LayoutShift {
    value: number;
    hadRecentInput: boolean;
  }

  /** How much on the page has moved by itself, as browsers count it. */
  async function watchShifts(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => {
      const shown = window as unknown as { shift: number };
      shown.shift = 0;
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) {
          const { value, hadRecentInput } = entry as unknown as LayoutShift;
          // What moves because somebody has just pressed something does not count.
          if (!hadRecentInput) shown.shift += value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    return () =>
      page.evaluate(async () => {
        // Fonts that arrive late move the text, too; the browser reports it in the next frames.
        await document.fonts.ready;
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        return (window as unknown as { shift: number }).shift;
      });
  }

  test('nothing jumps when the first draw comes, and short names are said not to be checked', async ({
    page,
    api,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const shift = await watchShifts(page);
    for (const [holdsCode, winnerDisplay] of [
      ...(process.env.THOROUGH ? ([[true, 'full']] as const) : []),
      [false, 'full'],
      [true, 'short'],
    ] as const) {
      const event = await api.createEvent({ winnerDisplay });
      const { entryCode } = await addVerifiedLead(api, event);
      await addVerifiedLead(api, event);
      const prize = await addPrize(api, event, 'Weekend for two');
      await page.goto(`/event/${event.id}/raffle/verify${holdsCode ? `#${entryCode}` : ''}`);
      await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
      await expect(question(page)).toHaveText(
        holdsCode ? 'Your answer comes with the first draw.' : 'Were you in it?',
      );
      const before = await shift();
      await draw(api, event, { prizeId: prize.id });
      await expect(verdict(page)).toHaveText('The draw checks out.');
      await expect(winners(page)).toContainText('Weekend for two');
      if (holdsCode) await expect(question(page)).toHaveText(/^You /);
      expect((await shift()) - before).toBeLessThanOrEqual(0.1);
    }

    await expect(winners(page)).toContainText('Amara O.');
    await expect(winners(page)).toContainText('This event shows its winners in a short form.');
    await expect(ticket(page, 1)).toContainText('Checks out, except the name');
    await expect(page.getByText('Okafor')).toHaveCount(0);
    await ticket(page, 1).getByText('Every value').tap();
    await expect(ticket(page, 1)).toContainText('withheld: the name is in a short form');
    await expect(page.getByText('The name and the e-mail are those that were drawn')).toHaveCount(
      0,
    );
  });

  test('nothing jumps while the draws are loaded and checked, from the server or a file', {
    tag: '@thorough',
  }, async ({ page, api }) => {
    const { event, leads, path } = await holdRaffle(api);
    await forfeit(api, event, 1);
    const shift = await watchShifts(page);
    await page.goto(`${path}#${leads[0]?.entryCode}`);
    await expect(verdict(page)).toHaveText('Both draws check out.');
    await expect(question(page)).toHaveText(/^You /);
    expect(await shift()).toBeLessThan(0.1);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download proof' }).click();
    await page.getByLabel('Proof file').setInputFiles(await (await downloading).path());
    await expect(page.getByRole('region', { name: 'Saved proof' })).toBeFocused();
    await expect(verdict(page)).toHaveText('Both draws check out.');
    expect(await shift()).toBeLessThan(0.1);
  });

  test('everything fits into 360 pixels and under a finger', async ({ page, api }) => {
    const event = await api.createEvent({
      name: unique('Donaudampfschifffahrtsgesellschaftsversammlung'),
    });
    const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2);
    const lead = await addVerifiedLead(api, event, { name: name.slice(0, 100) });
    const prize = await addPrize(api, event, name.slice(0, 100));
    await draw(api, event, { prizeId: prize.id, phrase: 'x'.repeat(200) });
    await forfeit(api, event, 1, name.repeat(2).slice(0, 200));
    await addVerifiedLead(api, event);
    await seal(api, event);
    await page.goto(`/event/${event.id}/raffle/verify`);
    await expect(verdict(page)).toHaveText('The draw checks out.');
    await ticket(page, 1).getByText('Every value').tap();
    await expect(ticket(page, 1).getByText('What was compared')).toBeVisible();
    await page.getByLabel('Entry code').fill(lead.entryCode);
    await page.getByRole('button', { name: 'Look for me' }).tap();
    await expect(question(page)).toContainText('You won draw 1: Donau');
    await expectNoSidewaysScrolling(page);
    for (const control of await page.locator('button, a, summary').all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoAxeViolations(page);
  });
});
