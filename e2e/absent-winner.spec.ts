import type { AdminLead } from '@drawbridge/contract/leads';
import type { Page } from '@playwright/test';
import type { Api } from './harness/api.ts';
import { addPrize, addVerifiedLead, readDraws } from './harness/draws.ts';
import { expect, test } from './harness/test.ts';
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

test('a winner who is not there gives up the prize after the reveal, on every screen, and only the presenter sees other names', {
  tag: '@thorough',
}, async ({ signedInAdmin: presenter, browser, baseURL, api }) => {
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
