import { leadsOf } from '../../harness/lead-form.ts';
import { addLeads, choose, openLeads } from '../../harness/leads.ts';
import { expect, test, toast } from '../../harness/test.ts';

test("a new lead is explained field by field, judged by its event's country, and created once even if a response got lost", async ({
  adminPage: page,
  api,
}) => {
  const danish = await api.createEvent({ country: 'DK' });
  const british = await api.createEvent({ country: 'GB' });
  await openLeads(page, british);
  const open = page.getByRole('button', { name: 'Create Lead' });
  const dialog = page.getByRole('dialog', { name: 'Create Lead' });
  const create = dialog.getByRole('button', { name: 'Create Lead' });
  const number = dialog.getByLabel('Phone Number');
  await open.click();
  await expect(dialog.getByText('Add a new lead manually to the system')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Event' })).toHaveText(british.name);
  await dialog.getByLabel('Full Name').fill('A');
  await number.fill('0770 x00121');
  await dialog.getByLabel('Email (optional)').fill('nowhere');
  await create.click();
  await expect(dialog.getByLabel('Full Name')).toBeFocused();
  for (const message of [
    'Name must be at least 2 characters',
    'Phone number can only contain digits, spaces, and +-() characters',
    'Invalid email address',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }

  await dialog.getByLabel('Full Name').fill('  Mads Holm ');
  await dialog.getByLabel('Email (optional)').fill('Mads@Example.com');
  await number.fill('32123456');
  await create.click();
  await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
  await choose(page, 'Event', danish.name);
  await page.route(
    '/api/leads',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 429, body: 'The response got lost.' });
    },
    { times: 1 },
  );
  await create.click();
  await expect(toast(page)).toContainText('Creation failed');
  await create.click();
  await expect(toast(page)).toContainText('Lead created');
  await expect(dialog).toBeHidden();
  expect(await leadsOf(api, danish.id)).toHaveLength(1);
  await choose(page, 'Event', danish.name);
  const row = page.getByRole('row', { name: 'Mads Holm' });
  await expect(row).toContainText('mads@example.com');
  await expect(row).toContainText('Volunteer');

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

  await open.click();
  await dialog.getByLabel('Full Name').fill('Wei Zhang');
  await number.fill('07700 900122');
  await api.call('DELETE', `/api/events/${danish.id}`);
  await create.click();
  await expect(toast(page)).toContainText('Creation failed');
  await expect(toast(page)).toContainText('Event not found');
  await expect(number).toHaveValue('07700 900122');
});

test('an edit sends only what was changed, and a lead is deleted only after a confirmation', async ({
  adminPage: page,
  api,
}) => {
  const [event, other] = [await api.createEvent(), await api.createEvent()];
  // The newest comes first.
  const [lead] = await addLeads(api, event, [
    { name: 'Amara Okafor', phone: '(123) 45-67', email: 'amara@example.com' },
    { name: 'Sofia' },
    { name: 'Wei' },
    { name: 'Noor' },
  ]);
  expect(lead?.phone).toBe('1234567');
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Edit Amara Okafor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Lead' });
  await expect(dialog.getByText('Update lead information')).toBeVisible();
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('1234567');
  await expect(dialog.getByLabel('Email (optional)')).toHaveValue('amara@example.com');

  // A stored phone may be short, as long as it is not changed.
  await dialog.getByLabel('Full Name').fill('Amara Renamed');
  await dialog.getByLabel('Email (optional)').fill('');
  const sentRequest = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  expect((await sentRequest).postDataJSON()).toEqual({ name: 'Amara Renamed', email: null });
  await expect(toast(page)).toContainText('Lead updated');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: 'Amara Renamed' })).not.toContainText('@example.com');

  await page.getByRole('button', { name: 'Edit Amara Renamed' }).click();
  await choose(page, 'Event', other.name);
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: 'Amara Renamed' })).toBeHidden();
  expect(await leadsOf(api, other.id)).toMatchObject([{ id: lead?.id, phone: '1234567' }]);

  await test.step('delete with the keyboard, which stays in the list', async () => {
    const deleteButton = (name: string) => page.getByRole('button', { name: `Delete ${name}` });
    const confirmDeletion = async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
      await page.keyboard.press('Enter');
    };
    await deleteButton('Wei').click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(question).toContainText(
      'This will permanently delete this lead. This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(deleteButton('Wei')).toBeFocused();
    await confirmDeletion();
    await expect(toast(page)).toContainText('Lead deleted');
    await expect(deleteButton('Sofia')).toBeFocused();
    await confirmDeletion();
    await expect(deleteButton('Noor')).toBeFocused();
    await confirmDeletion();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});
