import { readFile } from 'node:fs/promises';
import { createAdministrator } from '../harness/administrators.ts';
import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { expect, test, toast } from '../harness/test.ts';

test('the audit trail is filtered, read page by page and exported @thorough', async ({
  page,
  api,
  signIn,
}) => {
  const account = await createAdministrator(api);
  const organiser = await api.logIn(account);
  const name = unique('Harbour, Winter Fair');
  const event = await organiser.createEvent({ name });
  await Promise.all(
    Array.from({ length: 51 }, (_, n) =>
      organiser.call('POST', '/api/prizes', { eventId: event.id, name: `Prize ${n}` }),
    ),
  );
  await organiser.call('DELETE', `/api/events/${event.id}`);

  await signIn(account);
  await page.goto('/admin/settings/privacy');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);

  // The deleted event can still be chosen.
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name }).click();
  await expect(rows.first()).toContainText('Deleted an event');
  await expect(rows.first()).toContainText(account.username);
  await page.getByRole('button', { name: 'Show Older Entries' }).click();
  await expect(rows).toHaveCount(53);
  await expect(page.getByText('There are no older entries.')).toBeFocused();
  await expect(rows.last()).toContainText('Created an event');

  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Added a prize' }).click();
  await expect(rows).toHaveCount(50);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'What' })).toContainText('Added a prize');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(52);
  expect(lines[1]).toContain(`"${name}"`);
  await expect(toast(page)).toContainText('Export successful');
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Created an event' }).click();
  await expect(rows).toHaveCount(1);
  await expectNoAxeViolations(page);
});
