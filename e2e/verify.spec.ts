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

/** As on the stage, so that the two can be compared. */
const inGroups = (hash: string) => (hash.match(/.{4}/g) ?? []).join(' ');

const drawAt = ({ draws }: DrawList, place: number) => draws[place] as DrawRecord;

test('anyone checks the draws of an event in their own browser', async ({ page, api }) => {
  const { event, path } = await holdRaffle(api);
  const list = await readDraws(api, event);
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await expect(page).toHaveTitle('Check the draw · Drawbridge');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Were you in it?');
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

  await ticket(page, 3).getByText('Every value').click();
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

  await page.getByRole('link', { name: 'Raffle' }).click();
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}/raffle$`));
});

test('a prize that was forfeited stays on record, and its next winner is shown beside', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jo Park', 'Zoë Müller'])
    await addVerifiedLead(api, event, { name });
  const prize = await addPrize(api, event, 'Weekend for two');
  await draw(api, event, { prizeId: prize.id });
  await forfeit(api, event, 1);
  await draw(api, event, { prizeId: prize.id });
  const list = await readDraws(api, event);
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  const first = winners(page).getByRole('listitem').nth(0);
  const second = winners(page).getByRole('listitem').nth(1);
  await expect(first).toContainText(drawAt(list, 0).winner?.name as string);
  await expect(first).toContainText('forfeited: Not present');
  await expect(second).toContainText(drawAt(list, 2).winner?.name as string);
  await expect(second).not.toContainText('forfeited');
  await expect(ticket(page, 1)).toContainText('forfeited');
  await expect(ticket(page, 2)).toContainText('The win of draw 1 was forfeited');
  await expect(ticket(page, 2)).toContainText('Not present');
  await expect(ticket(page, 2)).toContainText('Number 2 was used by this forfeit');
  await expect(ticket(page, 2)).toContainText('no difference');
  await expect(ticket(page, 3)).toContainText(/line \d of 2/);
  await expectNoAxeViolations(page);
});

test('the page says that the short names of winners are not checked', async ({ page, api }) => {
  const event = await api.createEvent({ winnerDisplay: 'short' });
  await addVerifiedLead(api, event);
  await draw(api, event);
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(verdict(page)).toHaveText('The draw checks out.');
  await expect(winners(page)).toContainText('Amara O.');
  await expect(winners(page)).toContainText('This event shows its winners in a short form.');
  await expect(ticket(page, 1)).toContainText('Checks out, except the name');
  await expect(page.getByText('Okafor')).toHaveCount(0);
  await ticket(page, 1).getByText('Every value').click();
  await expect(ticket(page, 1)).toContainText('withheld: the name is in a short form');
  await expect(page.getByText('The name and the e-mail are those that were drawn')).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('draws, seals, voids and forfeits appear and are checked as they happen', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  for (let n = 0; n < 4; n += 1) await addVerifiedLead(api, event);
  const rosters: string[] = [];
  page.on('request', (request) => {
    const number = /\/draws\/(\d+)$/.exec(request.url())?.[1];
    if (number) rosters.push(number);
  });
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
  await expect(page.getByRole('heading', { name: 'No winner yet' })).toBeVisible();
  await seal(api, event);
  await draw(api, event);
  await expect(verdict(page)).toHaveText('The draw checks out.');
  await expect(page.getByRole('heading', { name: 'The winner', exact: true })).toBeVisible();
  await expect(winners(page)).toContainText('Amara Okafor');
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
  await expect(ticket(page, 3)).toContainText('The win of draw 1 was forfeited');
  await expect(winners(page)).toContainText('forfeited: Not present');
  await expect(page.getByRole('heading', { name: 'No winner yet' })).toBeVisible();
  await draw(api, event, { phrase: 'yes' });
  await expect(ticket(page, 4)).toContainText('no difference');
  await expect(verdict(page)).toHaveText('Both draws check out.');
  // Nothing was read again.
  expect(rosters).toEqual(['1', '2', '4']);

  await api.call('DELETE', `/api/events/${event.id}`);
  await expect(page.getByText('This event has been deleted.')).toBeVisible();
  await expect(verdict(page)).toHaveText('Both draws check out.');
});

test('a draw that breaks a commitment shown on this page is reported', async ({ page, api }) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event);
  await tamper<DrawList>(page, /\/draws$/, (list) => {
    if (list.draws.length === 0) list.nextCommitment = '0'.repeat(64);
  });
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
  await draw(api, event);
  await expect(verdict(page)).toHaveText('Draw 1 does not check out.');
  await expect(ticket(page, 1)).toContainText('The commitment is the one that was shown before');
});

test('a winner that does not follow is shown with what was expected and found', async ({
  page,
  api,
}) => {
  const { event, path } = await holdRaffle(api);
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
});

test('a name other than the drawn one is reported', async ({ page, api }) => {
  const { path } = await holdRaffle(api);
  await tamper<DrawList>(page, /\/draws$/, (list) => {
    drawAt(list, 0).winner = { name: 'Somebody Else', email: null };
  });
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Draw 1 does not check out.');
  await expect(ticket(page, 1)).toContainText('The name and the e-mail are those that were drawn');
});

test('a roster from which somebody was taken is shown, and so is a draw that was hidden', async ({
  page,
  api,
}) => {
  const { path } = await holdRaffle(api);
  await tamper<{ roster: string[][] }>(page, /\/draws\/1$/, ({ roster }) => roster.splice(0, 1));
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Draw 1 does not check out.');
  await expect(ticket(page, 1)).toContainText('The roster is complete');
  await expect(ticket(page, 1)).toContainText('The roster is the one that was fixed');

  await page.unroute(/\/draws\/1$/);
  await tamper<DrawList>(page, /\/draws$/, ({ draws }) => draws.splice(1, 1));
  // Bypass the cache, because browsers cache rosters, which never change.
  await page.goto('about:blank');
  await page.goto(path);
  await expect(ticket(page, 3)).toContainText('Records are numbered without gaps');

  await page.unroute(/\/draws$/);
  await tamper<DrawList>(page, /\/draws$/, ({ draws }) => draws.pop());
  await page.reload();
  await expect(page.getByRole('region', { name: 'The record as a whole' })).toContainText(
    'nextNumber',
  );
  await expectNoAxeViolations(page);
});

test('an answer that is not a record is reported', async ({ page, api }) => {
  const { event, path } = await holdRaffle(api);
  await tamper<DrawList>(page, /\/draws$/, (list) => {
    drawAt(list, 0).seed = 'none';
  });
  await page.goto(path);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("The server's record cannot be checked");
  await expect(alert).toContainText('draws[0].seed: A hash is 64 hexadecimal digits');
  await expectNoAxeViolations(page);

  await page.unroute(/\/draws$/);
  const other = await api.createEvent();
  await page.route(/\/draws$/, async (route) =>
    route.fulfill({ json: await readDraws(api, other) }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('It is the record of another event');
  await page.unroute(/\/draws$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(verdict(page)).toHaveText('Both draws check out.');
  expect(event.id).not.toBe(other.id);
});

test('the way through many draws is shown', async ({ page, api }) => {
  const { path } = await holdRaffle(api);
  const held = await holdRoute(page, /\/draws\/2$/);
  await page.goto(path);
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

test('before the first draw, and while one is sealed, the page shows what is announced', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event);
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
  const { nextCommitment } = await readDraws(api, event);
  await expect(ticket(page, 1)).toContainText('Draw 1 is locked in');
  await expect(ticket(page, 1)).toContainText(inGroups(nextCommitment));
  await expectNoAxeViolations(page);

  const prize = await addPrize(api, event, 'Book token');
  await seal(api, event, prize.id);
  await page.reload();
  await expect(ticket(page, 1)).toContainText('Draw 1 is sealed');
  await expect(ticket(page, 1)).toContainText('1 person is in it');
  // What was announced before is what the seal shows.
  await expect(ticket(page, 1)).toContainText(inGroups(nextCommitment));
  const { sealed } = await readDraws(api, event);
  await expect(ticket(page, 1)).toContainText(inGroups(sealed?.rosterHash as string));
  await expect(ticket(page, 2)).toContainText('Draw 2 is locked in');
  await expectNoAxeViolations(page);
});

test('an event that never was, and a server that does not answer', async ({ page, api }) => {
  await page.goto('/event/00000000-0000-4000-8000-000000000000/raffle/verify');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  await expectNoAxeViolations(page);

  const { path } = await holdRaffle(api);
  await page.route(/\/draws$/, (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('alert')).toContainText('Could not load the draws');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expectNoAxeViolations(page);
  await page.unroute(/\/draws$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(verdict(page)).toHaveText('Both draws check out.');
});

test('a browser without workers is told that nothing was checked', async ({ page, api }) => {
  const { path } = await holdRaffle(api);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await page.goto(path);
  await expect(page.getByRole('alert')).toContainText('The check could not be started');
  await expect(page.getByRole('alert')).toContainText('Nothing has been checked.');
  await expect(verdict(page)).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('the whole page works from the keyboard', async ({ page, api }) => {
  const { leads, path } = await holdRaffle(api);
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  await page.getByLabel('Entry code').focus();
  await page.keyboard.type(leads[0]?.entryCode ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/You (won draw|were in)/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByText('Every value of record 3').focus();
  await page.keyboard.press('Enter');
  await expect(ticket(page, 3).getByRole('heading', { name: 'What was compared' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('button', { name: 'Copy the fingerprint of the secret' }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Download proof' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Proof file')).toBeFocused();
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
        // Fonts that arrive late move the text, too; the browser tells of it in the next frames.
        await document.fonts.ready;
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        return (window as unknown as { shift: number }).shift;
      });
  }

  for (const [who, display] of [
    ['somebody with a code', 'full'],
    ['somebody without a code', 'full'],
    ['somebody with a code', 'short'],
  ] as const) {
    test(`nothing jumps for ${who} when the first draw comes, names ${display}`, async ({
      page,
      api,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const event = await api.createEvent({ winnerDisplay: display });
      const { entryCode } = await addVerifiedLead(api, event);
      await addVerifiedLead(api, event);
      const prize = await addPrize(api, event, 'Weekend for two');
      const shift = await watchShifts(page);
      const code = who === 'somebody with a code' ? `#${entryCode}` : '';
      await page.goto(`/event/${event.id}/raffle/verify${code}`);
      await expect(verdict(page)).toHaveText('Nothing has been drawn yet.');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        code ? 'Your answer comes with the first draw.' : 'Were you in it?',
      );
      const before = await shift();
      await draw(api, event, { prizeId: prize.id });
      await expect(verdict(page)).toHaveText('The draw checks out.');
      await expect(winners(page)).toContainText('Weekend for two');
      if (code) await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You /);
      expect((await shift()) - before).toBeLessThanOrEqual(0.1);
    });
  }

  test('nothing jumps while the draws are loaded and checked, from the server or a file', async ({
    page,
    api,
  }) => {
    const { event, leads, path } = await holdRaffle(api);
    await forfeit(api, event, 1);
    const shift = await watchShifts(page);
    await page.goto(`${path}#${leads[0]?.entryCode}`);
    await expect(verdict(page)).toHaveText('Both draws check out.');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You /);
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
    await expect(page.getByRole('heading', { level: 1 })).toContainText('You won draw 1: Donau');
    await expectNoSidewaysScrolling(page);
    for (const control of await page.locator('button, a, summary').all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoAxeViolations(page);
  });
});
