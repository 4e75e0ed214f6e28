import { readFile } from 'node:fs/promises';
import { addLeads, openLeads } from './harness/leads.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, test, toast } from './harness/test.ts';

// Far from where the server and the test runner keep their clocks.
test.use({ timezoneId: 'Pacific/Auckland' });

test('the leads of an event are saved as a file that Excel reads and nothing runs', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const [formula, zoe] = await addLeads(api, event, [
    { name: 'Bob;=HYPERLINK("https://evil.example")', phone: '07700 900121', by: 'public' },
    { name: 'Zoë Ito', phone: '07700 900122', email: 'zoe@example.com', status: 'verified' },
  ]);
  await openLeads(page, event);

  const held = await holdRoute(page, '/api/leads/export?**');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeDisabled();
  const saved = page.waitForEvent('download');
  held.release();
  const download = await saved;
  await expect(toast(page)).toContainText('Export successful');
  await expect(toast(page)).toContainText('Leads exported to CSV file');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();

  const inAuckland = (moment: string | Date | undefined) =>
    new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: 'Pacific/Auckland',
    }).format(new Date(moment ?? ''));
  const [name, id, day] = download.suggestedFilename().split('_');
  expect([name, id]).toEqual(['leads', event.id]);
  expect(day).toMatch(/^\d{4}-\d\d-\d\d\.csv$/);
  const today = inAuckland(new Date());
  expect(
    Math.abs(Date.parse(day?.slice(0, 10) ?? '') - Date.parse(today.slice(0, 10))),
  ).toBeLessThanOrEqual(24 * 3600 * 1000);
  expect(await readFile(await download.path(), 'utf8')).toBe(
    [
      '\uFEFF"Name","Email","Phone","Status","Source","Submitted At"',
      `"Zoë Ito","zoe@example.com","07700900122","verified","volunteer","${inAuckland(zoe?.submittedAt)}"`,
      `"Bob;'=HYPERLINK(""https://evil.example"")","","07700900121","pending","qr","${inAuckland(formula?.submittedAt)}"`,
    ].join('\r\n'),
  );
});

test('the leads of all events are saved under the name all', async ({ signedInAdmin: page }) => {
  await page.goto('/admin/leads');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^leads_all_\d{4}-\d\d-\d\d\.csv$/);
});

test('an export that the server refuses says why', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  await openLeads(page, event);
  await expect(page.getByRole('heading', { name: 'No leads found' })).toBeVisible();
  await api.call('DELETE', `/api/events/${event.id}`);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page)).toContainText('Export failed');
  await expect(toast(page)).toContainText('Event not found');
});
