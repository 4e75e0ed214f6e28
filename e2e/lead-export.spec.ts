import { readFile } from 'node:fs/promises';
import type { AuditEntry } from '@drawbridge/contract/audit';
import { strFromU8, unzipSync } from 'fflate';
import { addLeads, choose, openLeads } from './harness/leads.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, phone, test, toast } from './harness/test.ts';

// Far from where the server, the test runner and the event keep their clocks.
test.use({ timezoneId: 'Pacific/Auckland' });

test('the leads of an event or of all are saved as a file that Excel reads and nothing runs, or a refusal says why', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ timeZone: 'America/New_York' });
  const [formula, zoe] = await addLeads(api, event, [
    { name: 'Bob;=HYPERLINK("https://evil.example")', phone: '07700 900121', by: 'public' },
    { name: 'Zoë Ito', phone: '07700 900122', email: 'zoe@example.com', status: 'verified' },
  ]);
  await openLeads(page, event);

  const held = await holdRoute(page, '/api/leads/export');
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

  await choose(page, 'Event', 'All Events');
  const savedAll = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await savedAll).suggestedFilename()).toMatch(/^leads_all_\d{4}-\d\d-\d\d\.csv$/);

  await choose(page, 'Event', event.name);
  await expect(page.getByRole('row', { name: 'Zoë Ito' })).toBeVisible();
  await api.call('DELETE', `/api/events/${event.id}`);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page)).toContainText('Export failed');
  await expect(toast(page)).toContainText('Event not found');
});

test('a menu, also on a phone, has the filtered leads, all leads with their event, and a workbook', async ({
  signedInAdmin: page,
  api,
}) => {
  const consentNote = 'We call you if you win.';
  const [event, other] = [await api.createEvent({ consentNote }), await api.createEvent()];
  await addLeads(api, event, [
    { name: '=1+1', phone: '07700 900121', by: 'public' },
    { name: 'Wei Zhang' },
  ]);
  await addLeads(api, other, [{ name: 'Zoë Ito' }]);
  await page.goto(`/admin/leads?event=${event.id}&q=900121`);
  await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
  const save = async (item: string) => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More exports' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const download = await saved;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  const filtered = await save('Filtered leads (1)');
  await expect(toast(page)).toContainText('Leads exported to CSV file');
  expect(filtered.name).toMatch(new RegExp(`^leads_${event.id}_[\\d-]+_filtered\\.csv$`));
  const [head, line, ...rest] = filtered.bytes.toString().split('\r\n');
  expect(head).toMatch(/"Event","Consent","Consent Version","Marketing"$/);
  expect(line).toContain('07700900121');
  expect(line).toContain(`"${event.name}","${consentNote}","${event.consentVersion}",""`);
  expect(rest).toEqual([]);

  const all = await save('All leads with event');
  expect(all.name).toMatch(/^leads_all_[\d-]+_with-event\.csv$/);
  expect(all.bytes.toString().split('\r\n')).toHaveLength(4);
  expect(all.bytes.toString()).toContain(other.name);

  await page.setViewportSize(phone.viewport);
  await expect(page.getByRole('article', { name: '=1+1' })).toBeVisible();
  const workbook = await save('XLSX');
  await expect(toast(page)).toContainText('Leads exported to XLSX file');
  expect(workbook.name).toMatch(/_filtered\.xlsx$/);
  const sheet = strFromU8(
    unzipSync(workbook.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  );
  expect(sheet).toContain('>=1+1</t>');
  expect(sheet).toContain('>07700900121</t>');
  expect(sheet).not.toContain('Wei Zhang');

  const query = `eventId=${event.id}&kind=leads-exported`;
  const entries = await api.call<AuditEntry[]>('GET', `/api/audit?${query}`);
  expect(entries.map(({ details }) => details)).toEqual([{ leads: 1 }, { leads: 1 }]);
});
