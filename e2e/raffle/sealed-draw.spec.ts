import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addVerifiedLead, forfeit, readDraws, seal } from '../harness/draws.ts';
import {
  arrangeTwoPrizes as arrange,
  continueButton,
  drawButton,
  winnerHeading as winner,
} from '../harness/raffle-stage.ts';
import { expect, test, toast } from '../harness/test.ts';
import { openViewer } from '../harness/viewer.ts';

/** The hash as the page shows it. */
const groupDigits = (hash: string) => (hash.match(/.{4}/g) ?? ['none']).join(' ');

const sealedDraw = (page: Page, number = 1) =>
  page.getByRole('region', { name: `Draw ${number} is sealed` });
/** Draws as with a screen reader or a switch: the remote asks instead of being held. */
async function drawOn(remote: Page) {
  await remote
    .getByRole('button', { name: /^Hold to draw/ })
    .evaluate((element: HTMLElement) => element.click());
  await remote
    .getByRole('alertdialog', { name: 'Draw now?' })
    .getByRole('button', { name: 'Draw Winner' })
    .click();
}
const phraseField = (page: Page) => page.getByLabel('What does the audience call out?');

test('a sealed draw is shown to everybody, is voided for a reason, and is decided by a phrase of the hall @thorough', async ({
  adminPage: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { event, path, prizes: given } = await arrange(api);
  const viewer = await openViewer(browser, baseURL + path);
  await seal(api, event, given[1]?.id);
  await expect(sealedDraw(viewer)).toContainText('Call out a phrase');
  await expect(sealedDraw(viewer).getByRole('button')).toHaveCount(0);

  await presenter.setViewportSize({ width: 360, height: 640 });
  await presenter.goto(`/event/${event.id}/remote`);
  const holdButton = presenter.getByRole('button', { name: /^Hold to draw/ });
  await expect(holdButton).toBeInViewport({ ratio: 1 });
  const giveUp = presenter.getByRole('button', { name: 'Void…' });
  await expect(giveUp).toHaveAccessibleDescription(/^Voids this sealed draw/);
  await giveUp.click();
  const dialog = presenter.getByRole('dialog', { name: 'Void this draw' });
  await dialog.getByRole('button', { name: 'Void Draw' }).click();
  await expect(dialog).toContainText('Reason is required');
  await dialog.getByLabel('Reason').fill('The projector failed');
  await dialog.getByRole('button', { name: 'Void Draw' }).click();
  await expect(toast(presenter)).toContainText('Draw voided');
  await expect(sealedDraw(viewer)).toHaveCount(0);
  await expect(drawButton(viewer)).toHaveCount(2);
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([{ kind: 'void', number: 1, reason: 'The projector failed' }]);
  await seal(api, event, given[1]?.id);
  await expect(sealedDraw(viewer, 2)).toContainText('Book token · 2 people in the draw');
  // The list and its buttons stay.
  await expect(drawButton(viewer)).toHaveCount(2);
  const { sealed } = await readDraws(api, event);
  await expect(sealedDraw(viewer, 2)).toContainText(groupDigits(sealed?.sealHash ?? ''));

  // The page first checks the outcome of the previous seal.
  await expect
    .poll(() => viewer.evaluate((key) => localStorage.getItem(key), `seal ${event.id}`))
    .toContain('"number":2');

  await expect(phraseField(presenter)).toBeFocused();
  await expectNoAxeViolations(presenter);
  await drawOn(presenter);
  await expect(phraseField(presenter)).toHaveAccessibleDescription(
    'The phrase makes a sealed draw safe.',
  );
  await expect(phraseField(presenter)).toBeFocused();
  await phraseField(presenter).fill(' three loud cheers ');
  await drawOn(presenter);
  await expect(winner(viewer)).toBeVisible();
  expect((await readDraws(api, event)).draws).toMatchObject([
    { kind: 'void' },
    {
      kind: 'draw',
      number: 2,
      source: { kind: 'phrase' },
      phrase: 'three loud cheers',
      prizeId: given[1]?.id,
    },
  ]);
  // Every screen shows the same digits: other digits would be another record.
  const last = (await readDraws(api, event)).draws.at(-1);
  const recordText = `Record 2 · ${groupDigits(last?.record.slice(0, 8) ?? '')}`;
  await expect(viewer.getByText(recordText)).toContainText('2 people in the draw');
  await expect(presenter.getByText(recordText)).toBeVisible();
  await continueButton(viewer).click();
  await expect(sealedDraw(viewer, 2)).toHaveCount(0);
  await expect(viewer.getByText(recordText)).toBeVisible();

  await test.step('a phone that saw another seal than that of the draw says so', async () => {
    const key = `seal ${event.id}`;
    const storedSeal = () => viewer.evaluate((name) => localStorage.getItem(name) ?? '', key);
    const hash = sealed?.sealHash ?? '';
    expect(await storedSeal()).toContain(hash);
    const response = await storedSeal();
    const { sealHash: _, ...unsealed } = JSON.parse(response).sealed;
    for (const other of [
      response.replace(hash, '0'.repeat(64)),
      // A saved seal without its hash, which leaves open how the draw is decided.
      JSON.stringify({ ...JSON.parse(response), sealed: unsealed }),
    ]) {
      await viewer.evaluate(([name, value]) => localStorage.setItem(name, value), [
        key,
        other,
      ] as const);
      await viewer.reload();
      await expect(viewer.getByRole('alert')).toContainText(
        'Draw 2 is not the draw this phone saw sealed.',
      );
    }
  });
  await viewer.context().close();
});

test('wall and phones show the same first digits, and the chances where there are several', {
  tag: '@thorough',
}, async ({ page: wall, browser, baseURL, api }) => {
  const { event, path } = await arrange(api);
  const url = `/api/events/${event.id}`;
  await api.call('PATCH', url, { maxChances: 3 });
  const { id } = await addVerifiedLead(api, event, { name: 'Zoë Müller' });
  await api.call('PATCH', `/api/leads/${id}`, { chances: 3 });
  const chances =
    'People: 3. Chances: 5, at most 3 each. Most chances of one person: 3; people with that many: 1.';
  const viewer = await openViewer(browser, baseURL + path);
  await viewer.setViewportSize({ width: 360, height: 740 });
  await wall.goto(`/event/${event.id}/stage`);

  await seal(api, event);
  const { sealed } = await readDraws(api, event);
  const digits = groupDigits(sealed?.sealHash.slice(0, 8) ?? '');
  await expect(sealedDraw(viewer).getByText(digits, { exact: true })).toBeVisible();
  await expect(sealedDraw(viewer)).toContainText(chances);
  await expect(wall.getByText(digits)).toBeVisible();
  await expect(wall.getByText(chances)).toBeVisible();

  await api.call('POST', `${url}/draw-winner`, { prizeId: null, phrase: 'three loud cheers' });
  await expect(winner(viewer)).toBeVisible();
  const { draws } = await readDraws(api, event);
  const recordText = `Record 1 · ${groupDigits(draws[0]?.record.slice(0, 8) ?? '')}`;
  await expect(viewer.getByText(recordText)).toContainText(chances);
  await expect(wall.getByText(recordText)).toBeVisible();
  await expect(wall.getByText(chances)).toBeVisible();
  // The record is also shown on screens opened later, and after a record without a roster.
  await forfeit(api, event, 1);
  const next = (await readDraws(api, event)).draws[1];
  const forfeited = `Record 2 · ${groupDigits(next?.record.slice(0, 8) ?? '')}`;
  for (const screen of [wall, viewer]) {
    await expect(screen.getByText(forfeited)).toBeVisible();
    await screen.reload();
    await expect(screen.getByText(forfeited)).toBeVisible();
    await expect(screen.getByText(chances)).toHaveCount(0);
  }
  await viewer.context().close();
});
