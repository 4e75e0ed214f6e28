import type { Page } from '@playwright/test';
import type { Api } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize, addVerifiedLead } from '../harness/draws.ts';
import {
  arrangeRaffle,
  continueButton,
  drawButton,
  winnerHeading,
} from '../harness/raffle-stage.ts';
import { expect, test } from '../harness/test.ts';

/** An event with three people and three prizes. */
async function arrange(api: Api) {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jo Li', 'Kofi Mensah']) {
    await addVerifiedLead(api, event, { name });
  }
  for (const [index, name] of ['City bicycle', 'Book token', 'Umbrella'].entries()) {
    await addPrize(api, event, name, { position: index + 1 });
  }
  return `/event/${event.id}/raffle`;
}

const prizes = (page: Page) => page.getByRole('region', { name: 'Prizes' }).getByRole('listitem');
const drawing = (page: Page) => page.getByRole('heading', { name: 'Drawing Winner...' });

test('the presenter chooses and draws prizes with keys, which do nothing in dialogs @thorough', async ({
  adminPage: page,
  api,
}) => {
  const path = await arrange(api);
  let announced = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/drawing')) announced += 1;
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  const live = page.waitForResponse((response) => response.url().includes('/live'));
  await page.goto(path);
  await live;
  // The server renders the page before it can be used.
  await expect(page.getByRole('region', { name: 'Presenter' })).toBeVisible();
  await page.getByRole('button', { name: 'Remote' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // The focus is not on one of the dialog's buttons, which the keys would press.
  await dialog.focus();
  for (const key of ['ArrowRight', 'Space', 'Enter']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(prizes(page).first()).toContainText('City bicycle');

  expect(announced).toBe(0);

  const press = (key: string) => page.keyboard.press(key);
  await expect(prizes(page).first()).toContainText('City bicycle');
  await press('ArrowRight');
  const prize = (name: string) => prizes(page).filter({ hasText: name });
  await expect(prize('Book token')).toBeFocused();
  await press('ArrowLeft');
  await press('ArrowLeft');
  await expect(prize('Umbrella')).toBeFocused();
  // The prizes stand by position, whatever is next.
  await expect(prizes(page)).toHaveText([/City bicycle/, /Book token/, /Umbrella/]);

  // The key repeats of a held key are ignored.
  await page.keyboard.down('Enter');
  await expect(drawing(page)).toBeVisible();
  await expect(page.getByText('Umbrella', { exact: true })).toBeVisible();
  await page.keyboard.down('Enter');
  await expect(winnerHeading(page)).toBeVisible();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(continueButton(page)).toBeFocused();

  // The second press of a double press does not draw; the keys work again after a moment.
  const drawWith = (key: string) =>
    expect(async () => {
      await press(key);
      await expect(drawing(page)).toBeVisible({ timeout: 1500 });
    }).toPass();
  await press('Space');
  await press('Space');
  await expect(prizes(page).first()).toContainText('City bicycle');
  // A remote for slides sends these two keys, and a full stop.
  await press('PageUp');
  await expect(prize('Book token')).toBeFocused();
  await drawWith('PageDown');
  await expect(winnerHeading(page)).toBeVisible();
  await press('PageDown');
  await expect(prizes(page)).toHaveText([/City bicycle/]);
  const winners = page.getByRole('region', { name: 'Winners' });
  for (const name of ['Umbrella', 'Book token']) await expect(winners).toContainText(name);
});

test('the remote draws a general winner while a key is held, asks those who cannot hold, and sends everybody else to log in', {
  tag: '@thorough',
}, async ({ adminPage: page, browser, baseURL, api }) => {
  const event = await api.createEvent();
  await addVerifiedLead(api, event);
  const path = `/event/${event.id}/remote`;
  const visitor = await browser.newPage();
  await visitor.goto(baseURL + path);
  await expect(visitor).toHaveURL(`${baseURL}/login?next=${encodeURIComponent(path)}`);
  await visitor.close();

  await page.goto(`/event/${event.id}/raffle`);
  await page.getByRole('button', { name: 'Remote' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the remote' })).toBeVisible();
  await page.getByRole('link', { name: 'Open it here' }).click();
  const button = page.getByRole('button', { name: /^Hold to draw/ });
  await expect(button).toContainText('General draw');
  await expectNoAxeViolations(page);
  await button.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Draw now?' });
  await expect(question).toHaveCount(0);
  // The press of a screen reader.
  await button.evaluate((element: HTMLElement) => element.click());
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button.focus();
  await page.keyboard.down('Space');
  await expect(page.getByRole('region', { name: 'On the wall' })).toContainText('WINNER!');
  await page.keyboard.up('Space');
  await continueButton(page).click();
  await page.getByRole('button', { name: 'Darken the wall' }).click();
  await expect(page.getByText('The wall is dark')).toBeVisible();
});

test('on a laptop, a draw long before its announced time asks first', {
  tag: '@thorough',
}, async ({ adminPage: page, api }) => {
  const { event, path } = await arrangeRaffle(api);
  const drawAt = new Date(Date.now() + 3_600_000).toISOString();
  await api.call('PATCH', `/api/events/${event.id}`, { drawAt });
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^The draw is announced for/ })).toBeVisible();
  await drawButton(page).click();
  const question = page.getByRole('dialog', { name: 'Draw now?' });
  await expect(question.getByRole('listitem')).toHaveText(/^The draw is announced for/);
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: 'Hold to draw' }).focus();
  await page.keyboard.down('Space');
  await expect(winnerHeading(page)).toBeVisible();
  await page.keyboard.up('Space');
});
