import type { AdminLead } from '@drawbridge/contract/leads';
import type { Page } from '@playwright/test';
import type { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addVerifiedLead, draw, forfeit, readDraws } from './harness/draws.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test, toast } from './harness/test.ts';
import { openViewer } from './harness/viewer.ts';

/** Every person, and the other name under the same number. */
const namesake: Record<string, string> = {
  'Amara Okafor': 'Jon Frost',
  'Jo Li': 'Kim Frost',
  'Kofi Mensah': 'Lee Frost',
};

/** An event with three people and two prizes. */
async function arrange(api: Api) {
  const event = await api.createEvent();
  for (const name of Object.keys(namesake)) await addVerifiedLead(api, event, { name });
  const bicycle = await addPrize(api, event, 'City bicycle');
  const token = await addPrize(api, event, 'Book token');
  return { event, bicycle, token, path: `/event/${event.id}/raffle` };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const absent = (page: Page) => button(page, 'Not here: draw again');
const reveal = (page: Page) => page.getByRole('heading', { name: 'WINNER!' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Winner not here?' });
const prizes = (page: Page) => page.getByRole('region', { name: 'Prizes' }).getByRole('listitem');
const winners = (page: Page) => page.getByRole('region', { name: 'Winners' }).getByRole('listitem');
const shownName = (page: Page) => page.getByText(/^(Amara Okafor|Jo Li|Kofi Mensah)$/);
const announced = (page: Page) => page.locator('[aria-live=assertive]');

test('a winner who is not there gives up the prize after the reveal, on every screen, and only the presenter sees other names', async ({
  signedInAdmin: presenter,
  browser,
  baseURL,
  api,
}) => {
  const { event, path } = await arrange(api);
  for (const lead of await api.call<AdminLead[]>('GET', `/api/leads?eventId=${event.id}`)) {
    await addVerifiedLead(api, event, { name: namesake[lead.name] ?? '', phone: lead.phone });
  }
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  await expect(presenter.getByText('3 people in the draw')).toBeVisible();
  await button(presenter, 'Draw Winner').first().click();
  for (const page of [presenter, viewer]) await expect(reveal(page)).toBeVisible();
  const first = await shownName(presenter).innerText();
  await expect(shownName(viewer)).toHaveText(first);
  await expect(presenter.getByRole('status').filter({ hasText: 'entered' })).toHaveText(
    `Also entered under this number: ${namesake[first]}`,
  );
  await expect(viewer.getByText('Also entered')).toHaveCount(0);
  await expect(absent(viewer)).toHaveCount(0);

  await absent(presenter).click();
  await expect(dialog(presenter)).toContainText(
    `City bicycle can then be drawn again. ${first} cannot win again at this event; the reason stays in the public record.`,
  );
  const usual = dialog(presenter).getByRole('radio', { name: 'Not present' });
  await expect(usual).toBeFocused();
  await expect(usual).toBeChecked();
  await button(presenter, 'Release Prize').click();

  for (const page of [presenter, viewer]) {
    await expect(reveal(page)).toHaveCount(0);
    await expect(announced(page)).toHaveText(
      `${first} did not take the prize: Not present. City bicycle can be drawn again.`,
    );
    await expect(announced(page)).toBeInViewport({ ratio: 1 });
    expect((await announced(page).boundingBox())?.height).toBeGreaterThan(20);
    await expect(winners(page)).toHaveCount(0);
    await expect(button(page, 'Draw Winner')).toHaveCount(2);
  }
  await expect(dialog(presenter)).toHaveCount(0);
  await expect(prizes(presenter).first()).toBeFocused();
  await expect(prizes(viewer).first()).toBeFocused();

  await button(presenter, 'Draw Winner').first().click();
  for (const page of [presenter, viewer]) await expect(reveal(page)).toBeVisible();
  await expect(shownName(viewer)).not.toHaveText(first);
  await button(viewer, 'Continue Raffle').click();
  await expect(viewer.getByText('did not take the prize')).toHaveCount(0);
  const { draws } = await readDraws(api, event);
  expect(draws).toMatchObject([
    { kind: 'draw', number: 1 },
    { kind: 'forfeit', number: 2, forfeits: 1, reason: 'Not present' },
    { kind: 'draw', number: 3 },
  ]);
  await viewer.context().close();
});

test('a winner who turns out to be gone gives up the prize from the winners list, once', {
  tag: '@thorough',
}, async ({ signedInAdmin: presenter, browser, baseURL, api }) => {
  const { event, bicycle, token, path } = await arrange(api);
  await draw(api, event, { prizeId: bicycle.id });
  await draw(api, event, { prizeId: token.id });
  await api.call('PATCH', `/api/events/${event.id}/stage`, { continued: 2 });
  const viewer = await openViewer(browser, baseURL + path);
  await presenter.goto(path);
  await expect(winners(presenter)).toHaveText([/City bicycle/, /Book token/]);
  await expect(absent(viewer)).toHaveCount(0);
  const stays = await winners(presenter).nth(0).locator('strong').innerText();

  await test.step('a key that is held down does not release the prize', async () => {
    await absent(presenter).first().focus();
    await presenter.keyboard.down('Enter');
    await expect(dialog(presenter).getByRole('radio', { name: 'Not present' })).toBeFocused();
    await presenter.keyboard.down('Enter');
    await presenter.keyboard.up('Enter');
    await expect(button(presenter, 'Release Prize')).not.toHaveAttribute('aria-busy');
    await presenter.keyboard.press('Escape');
    await expect(winners(presenter)).toHaveCount(2);
  });

  await absent(presenter).nth(1).click();
  await dialog(presenter).getByRole('radio', { name: 'Another reason' }).check();
  await expect(dialog(presenter)).toContainText('Shown in public for good');
  await dialog(presenter).getByLabel('Your reason').fill(' ');
  await button(presenter, 'Release Prize').click();
  await expect(dialog(presenter)).toContainText('Reason is required');
  await dialog(presenter).getByLabel('Your reason').fill('Had to catch a train');
  await button(presenter, 'Release Prize').click();

  for (const page of [presenter, viewer]) {
    await expect(winners(page)).toHaveText([/City bicycle/]);
    await expect(winners(page)).toContainText(stays);
    await expect(prizes(page)).toContainText(['Book token']);
    await expect(prizes(page).getByRole('button')).toHaveText('Draw Winner');
    await expect(announced(page)).toHaveText(
      /^\w+ \w+ did not take the prize: Had to catch a train\. Book token can be drawn again\.$/,
    );
  }
  await expect(prizes(presenter)).toBeFocused();
  // Viewers keep their focus.
  await expect(viewer.locator('body')).toBeFocused();
  await viewer.context().close();

  await test.step('a win that was forfeited elsewhere cannot be forfeited again', async () => {
    await absent(presenter).click();
    await forfeit(api, event, 1, 'Declined');
    await button(presenter, 'Release Prize').click();
    await expect(toast(presenter)).toContainText('The prize could not be released');
    await expect(toast(presenter)).toContainText('This win has already been forfeited');
    await button(presenter, 'Cancel').click();
    await expect(winners(presenter)).toHaveCount(0);
    await expect(button(presenter, 'Draw Winner')).toHaveCount(2);
  });
});

test('an absent winner is dealt with by the keyboard alone', {
  tag: '@thorough',
}, async ({ signedInAdmin: page, api }) => {
  const { event, path } = await arrange(api);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(path);
  await button(page, 'Draw Winner').first().focus();
  await press('Enter');
  await expect(button(page, 'Continue Raffle')).toBeFocused();
  await press('Tab');
  await expect(absent(page)).toBeFocused();
  await press('Enter');
  await expect(dialog(page)).toBeVisible();
  await press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(absent(page)).toBeFocused();
  await press('Enter');
  await expect(dialog(page).getByRole('radio', { name: 'Not present' })).toBeFocused();
  await press('ArrowDown');
  await press('Enter');
  await expect(prizes(page).first()).toBeFocused();
  await press('Tab');
  await expect(button(page, 'Draw Winner').first()).toBeFocused();
  await press('Enter');
  await expect(button(page, 'Continue Raffle')).toBeFocused();
  await press('Enter');
  await expect(prizes(page).first()).toBeFocused();

  await absent(page).focus();
  await press('Enter');
  await expect(dialog(page).getByRole('radio', { name: 'Not present' })).toBeFocused();
  await press('Enter');
  await expect(winners(page)).toHaveCount(0);
  await expect(prizes(page).first()).toBeFocused();
  const { draws } = await readDraws(api, event);
  expect(draws.flatMap((record) => (record.kind === 'forfeit' ? record.reason : []))).toEqual([
    'Declined the prize',
    'Not present',
  ]);
});

test('without prizes, a winner is shown as briefly as the event wants, and gives up the win', {
  tag: '@thorough',
}, async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent({ winnerDisplay: 'short' });
  for (const name of ['Amara Okafor', 'Jon Frost']) {
    await addVerifiedLead(api, event, { name, phone: '07700 900123' });
  }
  await page.goto(`/event/${event.id}/raffle`);
  await expect(page.getByText('1 person in the draw')).toBeVisible();
  await button(page, 'Draw General Winner').click();
  await expect(page.getByText('Amara O.', { exact: true })).toBeVisible();
  await expect(page.getByText('Also entered under this number: Jon F.')).toBeVisible();
  await expect(page.getByText(/Okafor|Frost/)).toHaveCount(0);
  await button(page, 'Continue Raffle').click();
  await expect(winners(page)).toContainText('Amara O.');
  await expect(page.getByText(/Okafor|Frost/)).toHaveCount(0);

  await absent(page).click();
  await expect(dialog(page)).toContainText('Another winner can then be drawn. Amara');
  await button(page, 'Release Win').click();
  await expect(page.getByRole('region', { name: 'General draw' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Winners' })).toContainText('No winners yet');
  await expect(page.getByRole('region', { name: 'General draw' })).toContainText(
    'Nobody is in the draw: everyone who is verified has been drawn or shares a phone number or e-mail with a winner.',
  );
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 780 } });

  test('an absent winner is dealt with in the hand', { tag: '@thorough' }, async ({
    signedInAdmin: page,
    api,
  }) => {
    const { event, token, path } = await arrange(api);
    await draw(api, event, { prizeId: token.id });
    await api.call('PATCH', `/api/events/${event.id}/stage`, { continued: 1 });
    await page.goto(path);
    await expect(winners(page)).toHaveCount(1);
    await expectTarget(page, 'Not here: draw again');
    await expectNoSidewaysScrolling(page);
    await absent(page).tap();
    await expectTarget(page, 'Release Prize');
    await expectNoSidewaysScrolling(page);
    await expectNoAxeViolations(page);
    await button(page, 'Release Prize').tap();
    await expect(winners(page)).toHaveCount(0);

    await button(page, 'Draw Winner').first().tap();
    await expect(reveal(page)).toBeVisible();
    await expectTarget(page, 'Not here: draw again');
    await expectNoSidewaysScrolling(page);
  });
});

/** Large enough for a finger, and in sight when it is wanted. */
async function expectTarget(page: Page, name: string): Promise<void> {
  const target = button(page, name);
  await target.scrollIntoViewIfNeeded();
  await expect(target).toBeInViewport({ ratio: 1 });
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
}
