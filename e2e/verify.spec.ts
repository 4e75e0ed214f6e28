import type { DrawList, DrawWithRoster } from '@drawbridge/contract/draws';
import type { Page } from '@playwright/test';
import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, draw, enter, holdRaffle, readDraws, seal } from './harness/draws.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

const sentence = (page: Page) => page.getByRole('heading', { level: 1 });
const ticket = (page: Page, number: number) =>
  page.getByRole('article', { name: new RegExp(`^Draw ${number}`) });

/** The server's own answer, changed on its way. */
async function tamper<Answer>(page: Page, url: RegExp, change: (answer: Answer) => void) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    change(answer);
    await route.fulfill({ response, json: answer });
  });
}

test('anyone checks the draws of an event in their own browser', async ({ page, api }) => {
  const { event, path } = await holdRaffle(api);
  const { draws } = await readDraws(api, event);
  await page.goto(path);
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
  await expect(page).toHaveTitle('Check the draw · Drawbridge');
  await expect(page.getByText(event.name)).toBeVisible();
  await expect(ticket(page, 1)).toContainText('City bicycle');
  await expect(ticket(page, 1)).toContainText(
    `Place ${Number(draws[0]?.winnerIndex) + 1} of 5 won`,
  );
  await expect(ticket(page, 2)).toContainText('The projector failed');
  await expect(ticket(page, 3)).toContainText('“seven purple walruses”');
  for (const number of [1, 2, 3]) await expect(ticket(page, number)).toContainText('no difference');
  await expect(ticket(page, 4)).toContainText('is still to come');
  // Hashes only: the list is public, the people are not.
  await expect(page.getByText('Amara')).toHaveCount(0);

  await ticket(page, 3).getByText('Every value').click();
  for (const value of [draws[2]?.seed, draws[2]?.commitment, draws[2]?.record, draws[1]?.record]) {
    await expect(
      ticket(page, 3)
        .getByText(value as string)
        .first(),
    ).toBeVisible();
  }
  await expect(
    ticket(page, 3).getByText('The winner follows from the seed, the roster and the phrase'),
  ).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'Raffle' }).click();
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}/raffle$`));
});

test('a winner that does not follow is shown with what was expected and found', async ({
  page,
  api,
}) => {
  const { event, path } = await holdRaffle(api);
  const { draws } = await readDraws(api, event);
  const right = Number(draws[2]?.winnerIndex);
  const wrong = (right + 1) % 4;
  await tamper<DrawList>(page, /\/draws$/, (list) => {
    (list.draws[2] as DrawWithRoster).winnerIndex = wrong;
  });
  await page.goto(path);
  await expect(sentence(page)).toHaveText('Draw 3 does not check out.');
  for (const number of [1, 2]) await expect(ticket(page, number)).toContainText('no difference');
  const difference = ticket(page, 3).getByRole('listitem').first();
  await expect(difference).toContainText(
    'The winner follows from the seed, the roster and the phrase',
  );
  await expect(difference).toContainText('draws[2].winnerIndex');
  await expect(difference.getByRole('definition')).toHaveText([String(right), String(wrong)]);
  await expectNoAxeViolations(page);
});

test('a roster from which somebody was taken is shown, and so is a draw that was hidden', async ({
  page,
  api,
}) => {
  const { path } = await holdRaffle(api);
  await tamper<DrawWithRoster>(page, /\/draws\/1$/, ({ roster }) => roster.splice(0, 1));
  await page.goto(path);
  await expect(sentence(page)).toHaveText('Draw 1 does not check out.');
  await expect(ticket(page, 1)).toContainText('The roster is complete');
  await expect(ticket(page, 1)).toContainText('The roster is the one that was fixed');

  await page.unroute(/\/draws\/1$/);
  await tamper<DrawList>(page, /\/draws$/, ({ draws }) => draws.splice(1, 1));
  await page.goto(path);
  await expect(sentence(page)).toHaveText('Draw 3 does not check out.');
  await expect(ticket(page, 3)).toContainText('Draws are numbered without gaps');

  await page.unroute(/\/draws$/);
  await tamper<DrawList>(page, /\/draws$/, ({ draws }) => draws.pop());
  await page.goto(path);
  await expect(sentence(page)).toHaveText('The record is not complete.');
  await expect(page.getByRole('region', { name: 'The record as a whole' })).toContainText(
    'nextNumber',
  );
  await expectNoAxeViolations(page);
});

test('an answer that is no record is called so', async ({ page, api }) => {
  const { event, path } = await holdRaffle(api);
  await tamper<DrawList>(page, /\/draws$/, (list) => {
    (list.draws[0] as DrawWithRoster).seed = 'none';
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
  await expect(alert).toContainText('it is the record of another event');
  await page.unroute(/\/draws$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
  expect(event.id).not.toBe(other.id);
});

test('the way through many draws is shown, and an entrant need not scroll past them', async ({
  page,
  api,
}) => {
  const { path } = await holdRaffle(api);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/draws\/2$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await expect(sentence(page)).toHaveText('Checking 3 draws…');
  await expect(page.getByText('Fetching the list of people in draw 2 of 3.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '17');
  await expect(ticket(page, 1)).toContainText('Not checked yet');
  await expect(page.getByRole('button', { name: 'Download proof' })).toBeDisabled();
  await expectNoAxeViolations(page);

  answer();
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Were you in it?' }).click();
  await expect(page.getByLabel('Entry codes')).toBeFocused();
  await expect(page.getByLabel('Entry codes')).toBeInViewport();
});

test('before the first draw, and while one is sealed, the page shows what is promised', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  await enter(api, event);
  await page.goto(`/event/${event.id}/raffle/verify`);
  await expect(sentence(page)).toHaveText('Nothing has been drawn yet.');
  const { nextCommitment } = await readDraws(api, event);
  await expect(ticket(page, 1)).toContainText(nextCommitment);
  await expectNoAxeViolations(page);

  const prize = await addPrize(api, event, 'Book token');
  await seal(api, event, prize.id);
  await page.reload();
  await expect(ticket(page, 1)).toContainText('Draw 1 is sealed');
  await expect(ticket(page, 1)).toContainText('1 person is in it');
  // What was promised before is what the seal shows.
  await expect(ticket(page, 1)).toContainText(nextCommitment);
  const { sealed } = await readDraws(api, event);
  await expect(ticket(page, 1)).toContainText(sealed?.rosterHash as string);
  await expect(ticket(page, 2)).toContainText('is still to come');
  await expectNoAxeViolations(page);
});

test('an event that never was, and a server that does not answer', async ({ page, api }) => {
  await page.goto('/event/00000000-0000-4000-8000-000000000000/raffle/verify');
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  await expectNoAxeViolations(page);

  const { path } = await holdRaffle(api);
  await page.route(/\/draws\/3$/, (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('alert')).toContainText('Could not load the draws');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expectNoAxeViolations(page);
  await page.unroute(/\/draws\/3$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
});

test('the whole page works from the keyboard', async ({ page, api }) => {
  const { leads, path } = await holdRaffle(api);
  await page.goto(path);
  await expect(sentence(page)).toHaveText('All 3 draws check out.');
  await page.getByLabel('Entry codes').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Copy the commitment' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(ticket(page, 3).getByRole('heading', { name: 'What was compared' })).toBeVisible();
  await page.getByLabel('Entry codes').focus();
  await page.keyboard.type(leads[0]?.entryCode ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/You (won draw|were in)/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Download proof' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Proof file')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 780 } });

  test('everything fits into 360 pixels and under a finger', async ({ page, api }) => {
    const event = await api.createEvent({
      name: unique('Donaudampfschifffahrtsgesellschaftsversammlung'),
    });
    const lead = await enter(api, event);
    const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2);
    const prize = await addPrize(api, event, name.slice(0, 100));
    await draw(api, event, { prizeId: prize.id, phrase: 'x'.repeat(200) });
    await enter(api, event);
    await seal(api, event);
    await page.goto(`/event/${event.id}/raffle/verify`);
    await expect(sentence(page)).toHaveText('The draw checks out.');
    await ticket(page, 1).getByText('Every value').tap();
    await expect(ticket(page, 1).getByText('What was compared')).toBeVisible();
    await page.getByLabel('Entry codes').fill(lead.entryCode);
    await page.getByRole('button', { name: 'Look for me' }).tap();
    await expect(page.getByText('You won draw 1.')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    for (const control of await page.locator('button, a, summary').all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoAxeViolations(page);
  });
});
