import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize } from '../harness/draws.ts';
import { cardOf, dateIn } from '../harness/event-dialogs.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';

test('an event is edited, duplicated, archived and deleted, and without any the screen says how to begin', async ({
  adminPage: page,
  api,
}) => {
  const given = { totalAmountCollected: '18420.5', roa: '-3.25', organiser: 'Harbour Traders' };
  const event = await api.createEvent(given);
  await addPrize(api, event, 'City bicycle');
  await page.goto('/admin/events');
  const card = cardOf(page, event.name);
  const more = card.getByRole('button', { name: 'More for' });
  const copy = unique('Once more');

  await test.step('edited: only what changed is sent', async () => {
    const dialog = page.getByRole('dialog', { name: 'Edit Event' });
    await expect(card).toContainText('ROA -3.3%');
    await expect(card).toContainText('Collected $18,421');
    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog.getByLabel('Event Name')).toHaveValue(event.name);
    await expect(dateIn(dialog)).toHaveValue('2026-12-05');
    await expect(dialog.getByLabel('Status')).toHaveText('Active');
    await expect(dialog.getByLabel('Total Amount Collected ($)')).toHaveValue('18420.50');
    await expect(dialog.getByText('Sponsors')).toBeHidden();
    await dialog.getByLabel('Status').click();
    await page.getByRole('option', { name: 'Ended' }).click();
    await dialog.getByLabel('ROA (%)').fill('');
    const refuse = { status: 429, body: 'Too many requests.' };
    await page.route(`/api/events/${event.id}`, (route) => route.fulfill(refuse), { times: 1 });
    await dialog.getByRole('button', { name: 'Update Event' }).click();
    await expect(toast(page)).toContainText('Failed to update event');
    await expect(toast(page)).toContainText('Too many requests.');
    const heldRoute = await holdRoute(page, `/api/events/${event.id}`);
    const patched = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Update Event' }).click();
    expect((await patched).postDataJSON()).toEqual({ status: 'ended', roa: '0' });
    await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeDisabled();
    heldRoute.release();
    await expect(toast(page)).toContainText('Event updated');
    await expect(card.getByText('ended', { exact: true })).toBeVisible();
    await expect(card).toContainText('ROA 0%');
    await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  await test.step('duplicated with what it has', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate Event' });
    await expect(
      dialog.getByText(/^Full name and email · United Kingdom · US Dollar · /),
    ).toBeVisible();
    await expect(dialog.getByLabel('Location')).toHaveValue(event.location);
    await dialog.getByLabel('Event Name').fill(copy);
    await dateIn(dialog).fill('2026-12-05');
    await expect(dialog.getByLabel('Status')).toHaveText('Upcoming');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(page.getByRole('heading', { name: copy, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(cardOf(page, copy)).toContainText('1 prize');
  });

  await test.step('archived and taken out again', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(toast(page)).toContainText('Event archived');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Event restored');
    await more.click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(card).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 1 archived event' }).click();
    await expect(card.getByText('archived', { exact: true })).toBeVisible();
    await more.click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(page.getByRole('button', { name: /archived event/ })).toHaveCount(0);
    await expect(card).toBeVisible();
  });

  await test.step('deleted only after a confirmation', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
    const confirm = dialog.getByRole('button', { name: 'Delete Event' });
    await card.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toContainText(
      'This will permanently delete this event and all associated data (leads, prizes, raffles). This action cannot be undone.',
    );
    await expect(dialog).toContainText(event.name);
    await expect(dialog).toContainText('0 leads, 1 prize, 0 volunteer assignments');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();

    const missing: string[] = [];
    page.on('response', (response) => response.status() === 404 && missing.push(response.url()));
    for (const name of [copy, event.name]) {
      await cardOf(page, name).getByRole('button', { name: 'Delete' }).click();
      await confirm.click();
      await expect(toast(page)).toContainText('Event deleted');
      await expect(cardOf(page, name)).toBeHidden();
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // None of the deleted data is refetched.
    expect(missing).toEqual([]);
  });

  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  await expect(
    page.getByText('Create your first event to start collecting leads and running raffles'),
  ).toBeVisible();
});

test('tickets load, can be tried again, come in order, count what they have, and may be a list', async ({
  adminPage: page,
  api,
}) => {
  const names = [];
  for (const [status, date] of [
    ['ended', '2026-11-01'],
    ['upcoming', '2027-02-01'],
    ['active', '2026-12-05'],
  ] as const) {
    names.unshift((await api.createEvent({ status, date, name: unique(status) })).name);
  }
  const event = await api.createEvent({ status: 'upcoming', date: '2026-12-24' });
  names.splice(1, 0, event.name);
  const [stays, leaves] = [await api.createVolunteer(), await api.createVolunteer()];
  await api.assign(stays.user.id, event.id);
  const revoked = await api.assign(leaves.user.id, event.id);
  await api.call('PATCH', `/api/volunteer-assignments/${revoked.id}/revoke`, {});
  await api.addLead(event.id);
  await addPrize(api, event);

  const heldRoute = await holdRoute(page, '/api/events', {
    refusal: 'Too many requests.',
    times: 1,
  });
  await page.goto('/admin/events');
  await expect(page.getByRole('status', { name: 'Loading events' })).toBeVisible();
  heldRoute.release();
  await expect(page.getByRole('heading', { name: 'Could not load events' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(names);
  await page.getByText('ROA').first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'What the event returned, in percent of what it cost',
  );
  // The counts are in the singular, and without the revoked volunteer.
  const card = cardOf(page, event.name);
  await expect(card.getByRole('listitem')).toHaveText(['1 lead', '1 volunteer', '1 prize']);
  await expect(card.getByText('upcoming', { exact: true })).toBeVisible();
  await expect(card).toContainText('ROA 0%');
  await expect(card).toContainText('Collected $0');

  const grid = page.getByRole('radio', { name: 'Grid' });
  const list = page.getByRole('radio', { name: 'List' });
  await expect(grid).toBeChecked();
  await expect(card.getByText('Edit')).toBeVisible();
  await list.click();
  await expect(list).toBeChecked();
  // Edit and Delete are icons with names.
  const labels = ['QR Code', 'Raffle', 'Sponsors', 'Prizes', 'Volunteers', 'Leads', '', '', ''];
  await expect(card.getByRole('button')).toHaveText(labels);
  await expect(card).toContainText('Dec 24, 2026');
  const empty = cardOf(page, names[0] ?? '').getByRole('listitem');
  await expect(empty).toHaveText(['0 leads', '0 volunteers', '0 prizes']);
  await expectNoAxeViolations(page);
  // Pressing the current view changes nothing.
  await list.click();
  await page.reload();
  await expect(list).toBeChecked();
  await grid.click();
  await expect(card.getByText('Edit')).toBeVisible();
});
