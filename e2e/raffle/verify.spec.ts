import type { DrawList, DrawnWinner, DrawRecord } from '@drawbridge/contract/fair-draw/draws';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import {
  addPrize,
  addVerifiedLead,
  draw,
  forfeit,
  holdRaffle,
  readDraws,
  seal,
} from '../harness/draws.ts';
import { expect, test } from '../harness/test.ts';

const verdict = (page: Page) => page.getByRole('region').locator('#verdict');
const ticket = (page: Page, number: number) =>
  page.getByRole('article', { name: new RegExp(`^(Draw|Record) ${number}\\b`) });
const winners = (page: Page) =>
  page.getByRole('region', { name: /^(The winners?|No winner yet)$/ });

const question = (page: Page) => page.getByRole('heading', { level: 1 });

/** The hash as on the stage, so that the two can be compared. */
const groupDigits = (hash: string) => (hash.match(/.{4}/g) ?? []).join(' ');

const drawAt = ({ draws }: DrawList, index: number) => draws[index] as DrawRecord;
const winnerAt = (list: DrawList, index: number) => drawAt(list, index).winners[0] as DrawnWinner;

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
    `Amara Okafor won, line ${winnerAt(list, 0).index + 1} of 5`,
  );
  await expect(ticket(page, 2)).toContainText('The projector failed');
  await expect(ticket(page, 3)).toContainText('“seven purple walruses”');
  await expect(ticket(page, 3)).toContainText('Sealed before the phrase was called');
  await expect(ticket(page, 1)).not.toContainText('Sealed');
  for (const number of [1, 2, 3]) await expect(ticket(page, number)).toContainText('no difference');
  await expect(ticket(page, 4)).toContainText('Draw 4: the secret is fixed');
  await expect(winners(page).getByRole('listitem')).toHaveCount(2);

  await page.getByLabel('Entry code').focus();
  await page.keyboard.type(leads[0]?.entryCode ?? '');
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText(/You (won draw|were in)/);
  await expect(question(page)).toBeFocused();
  await page.getByText('Every value of record 3').focus();
  await page.keyboard.press('Enter');
  await expect(ticket(page, 3).getByRole('heading', { name: 'What was compared' })).toBeVisible();
  const { seed, commitment, record, rosterHash, sealHash } = drawAt(list, 2);
  for (const value of [seed, record, list.draws[1]?.record]) {
    await expect(
      ticket(page, 3)
        .getByText(value as string)
        .first(),
    ).toBeVisible();
  }
  for (const value of [commitment, rosterHash, sealHash]) {
    await expect(ticket(page, 3).getByText(groupDigits(value), { exact: true })).toBeVisible();
  }
  await expect(
    ticket(page, 3).getByText('The name and the email are those that were drawn'),
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

test('draws, seals, voids and forfeits appear and are checked as they happen', {
  tag: '@thorough',
}, async ({ page, api }) => {
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
  await expect(ticket(page, 1)).toContainText('Draw 1: the secret is fixed');
  await expect(ticket(page, 1)).toContainText(groupDigits(nextCommitment));

  await seal(api, event, prize.id);
  await expect(ticket(page, 1)).toContainText('Draw 1 is sealed');
  await expect(ticket(page, 1)).toContainText('4 people are in it');
  const { sealed } = await readDraws(api, event);
  // The seal shows the commitment that was announced before.
  await expect(ticket(page, 1)).toContainText(groupDigits(nextCommitment));
  await expect(ticket(page, 1)).toContainText(groupDigits(sealed?.sealHash as string));
  await expect(ticket(page, 1)).toContainText(groupDigits(sealed?.rosterHash as string));
  await expect(ticket(page, 2)).toContainText('Draw 2: the secret is fixed');
  await api.call('POST', `/api/events/${event.id}/draw-winner`, {
    prizeId: prize.id,
    phrase: 'Three loud cheers!',
  });
  await expect(verdict(page)).toHaveText('The draw checks out.');
  await expect(page.getByRole('heading', { name: 'The winner', exact: true })).toBeVisible();
  await expect(ticket(page, 1)).toContainText('three loud cheers');
  // The check includes the commitment that this page had shown before.
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
  await expect(ticket(page, 3)).toContainText('This record uses number 3');
  await expect(ticket(page, 3)).toContainText('no difference');
  await expect(page.getByRole('heading', { name: 'No winner yet' })).toBeVisible();

  // The prize stays on record with both its winners.
  await draw(api, event, { prizeId: prize.id, phrase: 'yes' });
  await expect(ticket(page, 4)).toContainText('no difference');
  await expect(ticket(page, 4)).toContainText(/line \d of 3/);
  await expect(verdict(page)).toHaveText('Both draws check out.');
  const list = await readDraws(api, event);
  const winner = (index: number) => winners(page).getByRole('listitem').nth(index);
  await expect(winner(0)).toContainText(winnerAt(list, 0).winner?.name as string);
  await expect(winner(0)).toContainText('Released: Not present');
  await expect(winner(1)).toContainText(winnerAt(list, 3).winner?.name as string);
  await expect(winner(1)).not.toContainText('Released');
  // No roster was loaded again.
  expect(rosters).toEqual(['1', '2', '4']);

  await api.call('DELETE', `/api/events/${event.id}`);
  await expect(page.getByText('This event has been deleted.')).toBeVisible();
  await expect(verdict(page)).toHaveText('Both draws check out.');
});

test('a change on the server is shown with the expected and the published value @thorough', async ({
  page,
  api,
}) => {
  const { event, path } = await holdRaffle(api);
  const right = winnerAt(await readDraws(api, event), 2).index;
  const wrong = (right + 1) % 4;
  await page.route(/\/draws$/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as DrawList;
    winnerAt(list, 2).index = wrong;
    await route.fulfill({ response, json: list });
  });
  await page.goto(path);
  await expect(verdict(page)).toHaveText('Draw 3 does not check out.');
  for (const number of [1, 2]) await expect(ticket(page, number)).toContainText('no difference');
  // The drawn name is not that of the other line either.
  const differences = ticket(page, 3).getByRole('listitem');
  await expect(differences.first()).toContainText('The name and the email are those that were');
  const difference = differences.filter({
    hasText: 'The winners follow from the seal, the seed and the phrase or beacon',
  });
  await expect(difference).toContainText('draws[2].winners');
  await expect(difference.getByRole('definition')).toHaveText([String(right), String(wrong)]);
  await expect(winners(page).getByRole('listitem').nth(1)).toContainText('Does not check out');
});

test('short names are reported as not checked', { tag: '@thorough' }, async ({ page, api }) => {
  const event = await api.createEvent({ winnerDisplay: 'short' });
  const { entryCode } = await addVerifiedLead(api, event);
  const prize = await addPrize(api, event, 'Weekend for two');
  await page.goto(`/event/${event.id}/raffle/verify#${entryCode}`);
  await expect(question(page)).toHaveText('You will see the answer after the first draw.');
  await api.call('POST', `/api/events/${event.id}/draw-winner`, {
    prizeId: prize.id,
    phrase: 'Three loud cheers!',
  });
  await expect(verdict(page)).toHaveText('The draw checks out.');
  await expect(question(page)).toHaveText('You won draw 1: Weekend for two.');
  await expect(winners(page)).toContainText('Amara O.');
  await expect(winners(page)).toContainText('This event shortens the names of its winners.');
  await expect(ticket(page, 1)).toContainText('Checks out, except the name');
  await expect(page.getByText('Okafor')).toHaveCount(0);
  await ticket(page, 1).getByText('Every value').click();
  await expect(ticket(page, 1)).toContainText('withheld: the name is in a short form');
});
