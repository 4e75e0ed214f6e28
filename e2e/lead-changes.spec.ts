import type { AdminEvent } from '@drawbridge/contract/events';
import type { Locator, Page } from '@playwright/test';
import { type Api, unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addLeads, choose, openLeads, readLead } from './harness/leads.ts';
import { expect, test, toast } from './harness/test.ts';

/** The dialog for a new lead, filled in and not sent yet. */
async function typeNewLead(page: Page, event: AdminEvent): Promise<Locator> {
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Create Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Lead' });
  await dialog.getByLabel('Full Name').fill('Amara Okafor');
  await dialog.getByLabel('Phone Number').fill('07700 900121');
  return dialog;
}

/** An event whose only verified lead has won, so that the server keeps it where it is. */
async function eventWithWinner(api: Api) {
  const event = await api.createEvent();
  const [winner] = await addLeads(api, event, [{ name: 'Lucky Winner', status: 'verified' }]);
  if (!winner) throw new Error('There is no lead');
  await api.call('POST', `/api/events/${event.id}/draw-winner`, { prizeId: null });
  return { event, winner };
}

test('an administrator creates a lead for the event on screen', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Create Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Lead' });
  await expect(dialog.getByText('Add a new lead manually to the system')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Event' })).toHaveText(event.name);
  await dialog.getByLabel('Full Name').fill('  Amara Okafor ');
  await dialog.getByLabel('Phone Number').fill('+44 (7700) 900-121');
  await dialog.getByLabel('Email (optional)').fill('Amara@Example.com');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(toast(page)).toContainText('Lead created');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: 'Amara Okafor' });
  await expect(row).toContainText('amara@example.com');
  await expect(row).toContainText('07700900121');
  await expect(row).toContainText('Volunteer');
});

test('a wrong new lead is explained field by field, and the first field gets the focus', async ({
  signedInAdmin: page,
  api,
}) => {
  await api.createEvent();
  await page.goto('/admin/leads');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Lead' });
  await dialog.getByLabel('Full Name').fill('A');
  await dialog.getByLabel('Phone Number').fill('0770 x00121');
  await dialog.getByLabel('Email (optional)').fill('nowhere');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Event' })).toBeFocused();
  for (const message of [
    'Event is required',
    'Name must be at least 2 characters',
    'Phone number can only contain digits, spaces, and +-() characters',
    'Invalid email address',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expectNoAxeViolations(page);
});

test('a new lead that the server refuses keeps what was typed', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const dialog = await typeNewLead(page, event);
  await api.call('DELETE', `/api/events/${event.id}`);
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(toast(page)).toContainText('Creation failed');
  await expect(toast(page)).toContainText('Event not found');
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('07700 900121');
});

test('a new lead whose answer got lost is sent again without making a second one', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const dialog = await typeNewLead(page, event);
  let lost = false;
  await page.route('/api/leads', async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    return route.fulfill({ status: 429, body: 'The answer got lost.' });
  });
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(toast(page)).toContainText('Creation failed');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(toast(page)).toContainText('Lead created');
  await expect(page.getByRole('button', { name: /^Total Leads/ })).toHaveText('Total Leads1');
});

test('an edit sends only what was changed, so a short stored phone does not matter', async ({
  signedInAdmin: page,
  api,
}) => {
  const [event, other] = [await api.createEvent(), await api.createEvent()];
  const [lead] = await addLeads(api, event, [
    { name: 'Amara Okafor', phone: '(123) 45-67', email: 'amara@example.com' },
  ]);
  expect(lead?.phone).toBe('1234567');
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Edit Amara Okafor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Lead' });
  await expect(dialog.getByText('Update lead information')).toBeVisible();
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('1234567');
  await expect(dialog.getByLabel('Email (optional)')).toHaveValue('amara@example.com');
  await expectNoAxeViolations(page);

  // A changed field is validated, whatever was stored.
  await dialog.getByLabel('Phone Number').fill('12345678');
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  await expect(dialog.getByText('Phone number must be at least 10 digits')).toBeVisible();
  await expect(dialog.getByLabel('Phone Number')).toBeFocused();
  await dialog.getByLabel('Phone Number').fill('1234567');

  await dialog.getByLabel('Full Name').fill('Amara Renamed');
  await dialog.getByLabel('Email (optional)').fill('');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  expect((await sent).postDataJSON()).toEqual({ name: 'Amara Renamed', email: null });
  await expect(toast(page)).toContainText('Lead updated');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: 'Amara Renamed' })).not.toContainText('@example.com');

  await page.getByRole('button', { name: 'Edit Amara Renamed' }).click();
  await choose(page, 'Event', other.name);
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: 'Amara Renamed' })).toBeHidden();
  expect((await readLead(api, other, lead?.id ?? '')).phone).toBe('1234567');
});

test('a lead is deleted only after a confirmation', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  const name = unique('Amara Okafor');
  await addLeads(api, event, [{ name }, { name: 'Wei Zhang' }]);
  await openLeads(page, event);
  const open = page.getByRole('button', { name: `Delete ${name}` });
  await open.click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(dialog).toContainText(
    'This will permanently delete this lead. This action cannot be undone.',
  );
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(open).toBeFocused();

  await open.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Lead deleted');
  await expect(page.getByRole('row', { name })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Total Leads/ })).toHaveText('Total Leads1');
});

test('deleting leads with the keyboard keeps the focus in the list', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Amara' }, { name: 'Wei' }, { name: 'Noor' }]);
  await openLeads(page, event);
  const deleteButton = (name: string) => page.getByRole('button', { name: `Delete ${name}` });
  const confirmDeletion = async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
  };
  // The newest comes first.
  await deleteButton('Wei').focus();
  await confirmDeletion();
  await expect(deleteButton('Amara')).toBeFocused();
  await confirmDeletion();
  await expect(deleteButton('Noor')).toBeFocused();
  await confirmDeletion();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

const WON = 'This lead has won. Its details can no longer be changed';

test('a lead that has won can be promoted, and neither edited nor deleted', async ({
  signedInAdmin: page,
  api,
}) => {
  const { event, winner } = await eventWithWinner(api);
  await openLeads(page, event);
  for (const action of ['Edit', 'Delete']) {
    const button = page.getByRole('button', { name: `${action} ${winner.name}` });
    await button.click();
    const notice = page.getByRole('alertdialog', { name: winner.name });
    await expect(notice).toHaveAccessibleDescription(
      'This lead has won. It can no longer be changed or deleted.',
    );
    await expectNoAxeViolations(page);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
    await expect(button).toBeFocused();
  }
  await page.getByRole('button', { name: `Promote ${winner.name}` }).click();
  await expect(toast(page)).toContainText('Status updated');
  const row = page.getByRole('row', { name: winner.name });
  await expect(row.getByText('Won', { exact: true })).toBeVisible();

  await api.call('POST', `/api/events/${event.id}/draws/1/forfeit`, { reason: 'Not present' });
  await page.reload();
  await expect(row.getByText('Forfeited', { exact: true })).toBeVisible();
  await expect(row.getByText('Won', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: `Edit ${winner.name}` }).click();
  await expect(page.getByRole('alertdialog', { name: winner.name })).toHaveAccessibleDescription(
    'This lead was drawn and the win was forfeited. It can no longer be changed or deleted.',
  );
});

test('a lead that wins meanwhile is neither changed nor deleted, and what was typed stays', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Lucky Winner', status: 'verified' }]);
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Edit Lucky Winner' }).click();
  await api.call('POST', `/api/events/${event.id}/draw-winner`, { prizeId: null });
  const dialog = page.getByRole('dialog', { name: 'Edit Lead' });
  await dialog.getByLabel('Full Name').fill('Another Name');
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  await expect(toast(page)).toContainText('Update failed');
  await expect(toast(page)).toContainText(WON);
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Another Name');

  const other = await api.createEvent();
  await addLeads(api, other, [{ name: 'Second Winner', status: 'verified' }]);
  await openLeads(page, other);
  await page.getByRole('button', { name: 'Delete Second Winner' }).click();
  await api.call('POST', `/api/events/${other.id}/draw-winner`, { prizeId: null });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Deletion failed');
  await expect(toast(page)).toContainText(WON);
  await expect(page.getByRole('row', { name: 'Second Winner' })).toBeVisible();
});

test("a phone number is judged by the event's country, and a doubtful one only gets a warning", async ({
  signedInAdmin: page,
  api,
}) => {
  const danish = await api.createEvent({ country: 'DK' });
  const british = await api.createEvent({ country: 'GB' });
  await openLeads(page, british);
  await page.getByRole('button', { name: 'Create Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Lead' });
  const number = dialog.getByLabel('Phone Number');
  await dialog.getByLabel('Full Name').fill('Mads Holm');
  await number.fill('32123456');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');

  await choose(page, 'Event', danish.name);
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(toast(page)).toContainText('Lead created');
  await choose(page, 'Event', danish.name);
  await page.getByRole('button', { name: 'Edit Mads Holm' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Lead' });
  await edit.getByLabel('Phone Number').fill('0212345678');
  await edit.getByLabel('Full Name').focus();
  await expect(edit.getByLabel('Phone Number')).toHaveAccessibleDescription(
    "Not a valid number in the event's country (Denmark). You can still save it.",
  );
  await edit.getByRole('button', { name: 'Update Lead' }).click();
  await expect(toast(page)).toContainText('Lead updated');
  await expect(page.getByRole('button', { name: /^Not a valid number/ })).toBeVisible();
});
