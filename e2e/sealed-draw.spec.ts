import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './harness/axe.ts';
import { readDraws, seal } from './harness/draws.ts';
import {
  arrangeTwoPrizes as arrange,
  continueButton,
  drawButton,
  winnerHeading as winner,
} from './harness/raffle-stage.ts';
import { expect, test, toast } from './harness/test.ts';
import { openViewer } from './harness/viewer.ts';

/** As the page shows it. */
const inGroups = (hash: string) => (hash.match(/.{4}/g) ?? ['none']).join(' ');

const drawing = (page: Page) => page.getByRole('heading', { name: 'Drawing Winner...' });
const prizes = (page: Page) => page.getByRole('region', { name: 'Prizes' });
const sealedDraw = (page: Page, number = 1) =>
  page.getByRole('region', { name: `Draw ${number} is sealed` });
const phraseField = (page: Page) => page.getByLabel('What does the audience call out?');

test('a sealed draw is shown to everybody, is given up for a reason, and is decided by a phrase of the hall', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  // Between the announcement and the draw somebody else seals another prize.
  await presenter.route('**/draw-winner', async (route) => {
    await expect(drawing(viewer)).toBeVisible();
    await seal(api, event, given[1]?.id);
    await route.continue();
  });
  await drawButton(presenter).first().click();
  await expect(toast(presenter)).toContainText('Drawing failed');
  await expect(toast(presenter)).toContainText('A sealed draw is waiting');
  for (const page of [presenter, viewer]) await expect(sealedDraw(page)).toBeVisible();

  const giveUp = sealedDraw(presenter).getByRole('button', { name: 'Void…' });
  await expect(giveUp).toHaveAccessibleDescription(/^Gives up this sealed draw without a winner/);
  await giveUp.click();
  const dialog = presenter.getByRole('dialog', { name: 'Void this draw' });
  await dialog.getByRole('button', { name: 'Void Draw' }).click();
  await expect(dialog).toContainText('Reason is required');
  await dialog.getByLabel('Reason').fill('The projector failed');
  await dialog.getByRole('button', { name: 'Void Draw' }).click();
  await expect(toast(presenter)).toContainText('Draw voided');
  for (const page of [presenter, viewer]) {
    await expect(sealedDraw(page)).toHaveCount(0);
    await expect(drawButton(page)).toHaveCount(2);
  }
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([{ kind: 'void', number: 1, reason: 'The projector failed' }]);
  await presenter.unroute('**/draw-winner');
  const mark = viewer.getByRole('button', { name: /is locked in/ });

  await test.step('the next draw is locked in, which is explained', async () => {
    const { nextCommitment } = await readDraws(api, event);
    await expect(mark).toHaveText(`Draw 2 is locked in: ${nextCommitment.slice(0, 4)}…`);
    await mark.click();
    const dialog = viewer.getByRole('dialog', { name: 'Draw 2 is locked in' });
    await expect(dialog).toContainText(inGroups(nextCommitment));
    await expect(viewer.getByText('is sealed')).toHaveCount(0);
    await viewer.keyboard.press('Escape');
  });

  await expect(presenter.getByRole('region', { name: 'Presenter' })).toContainText(
    '2 people in the draw',
  );
  await seal(api, event, given[1]?.id);
  for (const page of [presenter, viewer]) {
    await expect(sealedDraw(page, 2)).toContainText('Book token · 2 people in the draw');
    await expect(prizes(page).getByRole('button')).toHaveCount(0);
  }
  await expectNoAxeViolations(presenter);
  await expect(sealedDraw(viewer, 2)).toContainText('Call out a phrase');
  await expect(sealedDraw(viewer, 2).getByRole('button')).toHaveCount(0);
  const { sealed } = await readDraws(api, event);
  await expect(sealedDraw(viewer, 2)).toContainText(inGroups(sealed?.commitment ?? ''));

  await phraseField(presenter).fill('x'.repeat(201));
  await expect(presenter.getByText('The phrase is too long')).toBeVisible();
  await phraseField(presenter).fill(' three loud cheers ');
  await drawButton(presenter).click();
  for (const page of [presenter, viewer]) await expect(winner(page)).toBeVisible();
  expect((await readDraws(api, event)).draws).toMatchObject([
    { kind: 'void' },
    {
      kind: 'draw',
      number: 2,
      sealed: true,
      phrase: 'three loud cheers',
      prizeId: given[1]?.id,
    },
  ]);
  await continueButton(viewer).click();
  await expect(sealedDraw(viewer, 2)).toHaveCount(0);
  await mark.click();
  await viewer.getByRole('dialog').getByRole('link', { name: 'Check the draws' }).click();
  await expect(viewer).toHaveURL(`${path}/verify`);
  await viewer.context().close();
});

test('a refused draw keeps its phrase, and one without a phrase is asked for it', {
  tag: '@thorough',
}, async ({ signedInAdmin: page, api }) => {
  const { event, path, prizes: given } = await arrange(api);
  await page.goto(path);
  await seal(api, event, given[0]?.id);
  await phraseField(page).press('Enter');
  await expect(phraseField(page)).toHaveAccessibleDescription(
    'The phrase is what makes a sealed draw safe.',
  );
  await expect(phraseField(page)).toBeFocused();

  await page.route('**/drawing', (route) => route.fulfill({ status: 429, body: 'Not now.' }), {
    times: 1,
  });
  await page.keyboard.type('three loud cheers');
  await drawButton(page).click();
  await expect(toast(page)).toContainText('Not now.');
  await expect(phraseField(page)).toHaveValue('three loud cheers');
  await drawButton(page).click();
  await expect(winner(page)).toBeVisible();
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([
    { number: 1, sealed: true, phrase: 'three loud cheers', prizeId: given[0]?.id },
  ]);
});
