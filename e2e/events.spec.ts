import type { Prize } from '@drawbridge/contract/prizes';
import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addVerifiedLead, draw } from './harness/draws.ts';
import {
  cardOf,
  chooseCountry,
  countryIn,
  dateIn,
  findEvent,
  showOnly,
} from './harness/event-dialogs.ts';
import { choose } from './harness/leads.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, phone, test, toast } from './harness/test.ts';

test('an administrator edits an event, and only what changed is sent', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ totalAmountCollected: '18420.5', roa: '-3.25' });
  await showOnly(page, event);
  await page.goto('/admin/events');
  const card = cardOf(page, event.name);
  await expect(card).toContainText('ROA -3.3%');
  await expect(card).toContainText('Collected $18,421');
  await card.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  await expect(dialog.getByLabel('Event Name')).toHaveValue(event.name);
  await expect(dateIn(dialog)).toHaveText('Dec 5, 2026');
  await expect(dialog.getByLabel('Status')).toHaveText('Active');
  await expect(dialog.getByLabel('Location')).toHaveValue('Hall 7, Bristol');
  await expect(dialog.getByLabel('Total Amount Collected ($)')).toHaveValue('18420.50');
  await expect(dialog.getByLabel('ROA (%)')).toHaveValue('-3.25');
  await expect(dialog.getByText('Sponsors')).toBeHidden();
  await expectNoAxeViolations(page);

  await dialog.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Ended' }).click();
  await dialog.getByLabel('ROA (%)').fill('');
  const held = await holdRoute(page, `/api/events/${event.id}`);
  const patched = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  expect((await patched).postDataJSON()).toEqual({ status: 'ended', roa: '0' });
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  held.release();
  await expect(toast(page)).toContainText('Event updated');
  await expect(card.getByText('ended', { exact: true })).toBeVisible();
  await expect(card).toContainText('ROA 0%');
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();
});

test('an event moves to another country, and its winners are shown in short', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ country: 'GB' });
  await page.goto('/admin/events');
  await cardOf(page, event.name).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  await expect(countryIn(dialog)).toHaveText('United Kingdom');
  await expect(dialog.getByLabel('Winners are shown with')).toHaveText('Full name and e-mail');
  await chooseCountry(page, dialog, 'denm', 'Denmark');
  await choose(page, 'Winners are shown with', 'First name, initial and masked e-mail');
  const patched = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  expect((await patched).postDataJSON()).toEqual({ country: 'DK', winnerDisplay: 'short' });
  await expect(toast(page)).toContainText('Event updated');
  await cardOf(page, event.name).getByRole('button', { name: 'Edit' }).click();
  await expect(countryIn(dialog)).toHaveText('Denmark');
  expect(await api.call('GET', `/api/events/${event.id}`)).toMatchObject({
    country: 'DK',
    winnerDisplay: 'short',
    phoneMinLength: 8,
  });
});

test('the list of countries opens at the choice, also for the mouse', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ country: 'VN' });
  await page.goto('/admin/events');
  await cardOf(page, event.name).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  const chosen = page.getByRole('option', { name: 'Vietnam', exact: true });
  for (let times = 0; times < 2; times += 1) {
    await countryIn(dialog).click();
    await expect(chosen).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(chosen).toHaveCount(0);
  }
});

test('an event that has held a draw keeps its country, and says whom the display is about', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ country: 'GB' });
  await showOnly(page, event);
  await page.goto('/admin/events');
  const edit = cardOf(page, event.name).getByRole('button', { name: 'Edit' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  const display = dialog.getByLabel('Winners are shown with');
  await expect(countryIn(dialog)).toBeEnabled();
  await expect(display).toHaveAccessibleDescription('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await addVerifiedLead(api, event);
  await draw(api, event);
  await edit.click();
  await expect(countryIn(dialog)).toBeDisabled();
  await expect(countryIn(dialog)).toHaveAccessibleDescription(
    'This event has held a draw. Its country can no longer be changed.',
  );
  await expect(display).toHaveAccessibleDescription('This also applies to the winners so far.');
  await expectNoAxeViolations(page);
  await choose(page, 'Winners are shown with', 'First name, initial and masked e-mail');
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  await expect(toast(page)).toContainText('Event updated');
  expect(await api.call('GET', `/api/events/${event.id}/raffles`)).toMatchObject([
    { winner: { name: 'Amara O.' } },
  ]);
});

test('an edit that the server refuses says why and keeps what was typed', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await cardOf(page, event.name).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  await dialog.getByLabel('Location').fill('Elsewhere');
  await page.route(`/api/events/${event.id}`, (route) =>
    route.fulfill({ status: 429, body: 'Too many requests.' }),
  );
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  await expect(toast(page)).toContainText('Failed to update event');
  await expect(toast(page)).toContainText('Too many requests.');
  await expect(dialog.getByLabel('Location')).toHaveValue('Elsewhere');

  // Somebody else has deleted it meanwhile: there is nothing left to edit.
  await page.unroute(`/api/events/${event.id}`);
  await api.call('DELETE', `/api/events/${event.id}`);
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  await expect(toast(page)).toContainText('Failed to update event');
  await expect(toast(page)).toContainText('Event not found');
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, event.name)).toBeHidden();
});

test('active events come first, then the next ones, then those that have ended', async ({
  signedInAdmin: page,
  api,
}) => {
  const names = [];
  for (const [status, date] of [
    ['ended', '2026-11-01'],
    ['upcoming', '2027-02-01'],
    ['upcoming', '2026-12-24'],
    ['active', '2026-12-05'],
  ] as const) {
    names.unshift((await api.createEvent({ status, date, name: unique(status) })).name);
  }
  await page.goto('/admin/events');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(names);
  await page.getByText('ROA').first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'What the event returned, in percent of what it cost',
  );
});

test('an event is deleted only after a confirmation', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  await api.addLead(event.id);
  await showOnly(page, event);
  await page.goto('/admin/events');
  const card = cardOf(page, event.name);
  await card.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(dialog).toContainText(
    'This will permanently delete this event and all associated data (leads, prizes, raffles). This action cannot be undone.',
  );
  await expect(dialog).toContainText(event.name);
  await expect(dialog).toContainText('1 lead, 0 prizes, 0 volunteer assignments');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toBeVisible();

  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete Event' }).click();
  await expect(toast(page)).toContainText('Event deleted');
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(api.call('GET', `/api/events/${event.id}`)).rejects.toThrow('404');
});

test('deleting an event that is already gone says so and tidies the list', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await cardOf(page, event.name).getByRole('button', { name: 'Delete' }).click();
  await api.call('DELETE', `/api/events/${event.id}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Event' }).click();
  await expect(toast(page)).toContainText('Deletion failed');
  await expect(toast(page)).toContainText('Event not found');
  await expect(cardOf(page, event.name)).toBeHidden();
});

test('a ticket counts one lead, volunteer and prize in the singular, and no revoked volunteer', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ status: 'upcoming' });
  const [stays, leaves] = [await api.createVolunteer(), await api.createVolunteer()];
  await api.assign(stays.user.id, event.id);
  const revoked = await api.assign(leaves.user.id, event.id);
  await api.call('PATCH', `/api/volunteer-assignments/${revoked.id}/revoke`, {});
  await api.addLead(event.id);
  await api.call<Prize>('POST', '/api/prizes', { eventId: event.id, name: 'Bicycle' });
  await page.goto('/admin/events');
  const card = cardOf(page, event.name);
  await expect(card.getByRole('listitem')).toHaveText(['1 lead', '1 volunteer', '1 prize']);
  await expect(card.getByText('upcoming', { exact: true })).toBeVisible();
  await expect(card).toContainText('ROA 0%');
  await expect(card).toContainText('Collected $0');
});

test('the list view is remembered, and its Edit and Delete are icons with names', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await showOnly(page, event);
  await page.goto('/admin/events');
  const [grid, list] = ['Grid', 'List'].map((name) => page.getByRole('radio', { name }));
  if (!grid || !list) throw new Error('There are two views');
  await expect(grid).toBeChecked();
  const card = cardOf(page, event.name);
  await expect(card.getByText('Edit')).toBeVisible();

  await list.click();
  await expect(list).toBeChecked();
  await expect(card.getByRole('button')).toHaveText([
    'QR Code',
    'Raffle',
    'Leads',
    'Sponsors',
    'Prizes',
    'Volunteers',
    '',
    '',
  ]);
  await expect(card).toContainText('Dec 5, 2026');
  await expect(card.getByRole('listitem')).toHaveText(['0 leads', '0 volunteers', '0 prizes']);
  await expectNoAxeViolations(page);
  // Pressing the view in force changes nothing.
  await list.click();
  await page.reload();
  await expect(list).toBeChecked();
  await card.getByRole('button', { name: 'Edit', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Edit Event' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await card.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await grid.click();
  await expect(card.getByText('Edit')).toBeVisible();
});

test('without events the screen says how to begin', async ({ signedInAdmin: page }) => {
  // Other tests fill the real list meanwhile.
  await page.route('/api/events', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/events');
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  await expect(
    page.getByText('Create your first event to start collecting leads and running raffles'),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Create Your First Event' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Event' })).toBeVisible();
});

test('skeleton tickets show while the events load, and a failure can be tried again', async ({
  signedInAdmin: page,
}) => {
  const held = await holdRoute(page, '/api/events', { refusal: 'Too many requests.', times: 1 });
  await page.goto('/admin/events');
  await expect(page.getByRole('status', { name: 'Loading events' })).toBeVisible();
  await expectNoAxeViolations(page);
  held.release();
  await expect(page.getByRole('heading', { name: 'Could not load events' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Could not load events' })).toBeHidden();
});

for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('an event has the same day as everywhere', async ({ signedInAdmin: page, api }) => {
      const event = await api.createEvent({ date: '2027-03-01' });
      await page.goto('/admin/events');
      const card = cardOf(page, event.name);
      await expect(card.getByText('Mar 1, 2027')).toBeVisible();
      await card.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Event' });
      await expect(dateIn(dialog)).toHaveText('Mar 1, 2027');
      await dateIn(dialog).click();
      await page.getByRole('button', { name: 'Sunday, February 28, 2027' }).click();
      await dialog.getByRole('button', { name: 'Update Event' }).click();
      await expect(card.getByText('Feb 28, 2027')).toBeVisible();
      expect((await findEvent(api, event.name)).date).toBe('2027-02-28');
    });
  });
}

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 } });

  test('tickets fit, and every button is big enough for fingers', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent({
      name: unique('The International Conference of Lighthouse Keepers and Harbour Pilots'),
      location: 'Großer Saal der Elbphilharmonie, Platz der Deutschen Einheit 4, Hamburg',
      totalAmountCollected: '99999999.99',
      roa: '-99999999.99',
    });
    await showOnly(page, event);
    await page.goto('/admin/events');
    const card = cardOf(page, event.name);
    for (const view of ['List', 'Grid']) {
      await page.getByRole('radio', { name: view }).tap();
      await expect(card).toBeVisible();
      // Not innerWidth, which grows with what sticks out of a phone's screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const controls = [...(await card.getByRole('button').all()), page.getByRole('radio').first()];
      for (const control of controls) {
        expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expectNoAxeViolations(page);
    }
  });
});
