import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { addLeads, choose, openLeads } from '../../harness/leads.ts';
import { holdRoute } from '../../harness/routes.ts';
import { expect, phone, test, toast } from '../../harness/test.ts';

// A time zone far from those of the server, the test runner and the event.
test.use({ timezoneId: 'Pacific/Auckland' });

test('leads are saved as files that Excel reads and runs nothing from: those of an event, the filtered ones, all, or as a workbook', async ({
  adminPage: page,
  api,
}) => {
  const consentNote = 'We call you if you win.';
  const event = await api.createEvent({ timeZone: 'America/New_York', consentNote });
  const other = await api.createEvent();
  await addLeads(api, other, [{ name: 'Amara Okafor' }]);
  const [formula, zoe] = await addLeads(api, event, [
    { name: 'Bob;=HYPERLINK("https://evil.example")', phone: '07700 900121', by: 'public' },
    { name: 'Zoë Ito', phone: '07700 900122', email: 'zoe@example.com', status: 'verified' },
  ]);
  await openLeads(page, event);

  const heldRoute = await holdRoute(page, '/api/leads/export');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeDisabled();
  const saved = page.waitForEvent('download');
  heldRoute.release();
  const download = await saved;
  await expect(toast(page)).toContainText('Export successful');
  await expect(toast(page)).toContainText('Leads exported to CSV file');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();

  const aucklandTime = (moment: string | Date | undefined) =>
    new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: 'Pacific/Auckland',
    }).format(new Date(moment ?? ''));
  const [name, id, day] = download.suggestedFilename().split('_');
  expect([name, id]).toEqual(['leads', event.id]);
  expect(day).toMatch(/^\d{4}-\d\d-\d\d\.csv$/);
  const today = aucklandTime(new Date());
  expect(
    Math.abs(Date.parse(day?.slice(0, 10) ?? '') - Date.parse(today.slice(0, 10))),
  ).toBeLessThanOrEqual(24 * 3600 * 1000);
  expect(await readFile(await download.path(), 'utf8')).toBe(
    [
      '\uFEFF"Name","Email","Phone","Status","Source","Submitted At"',
      `"Zoë Ito","zoe@example.com","07700900122","verified","volunteer","${aucklandTime(zoe?.submittedAt)}"`,
      `"Bob;'=HYPERLINK(""https://evil.example"")","","07700900121","pending","qr","${aucklandTime(formula?.submittedAt)}"`,
    ].join('\r\n'),
  );

  await page.goto(`/admin/leads?event=${event.id}&q=900121`);
  await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
  const save = async (rows: string, format = 'CSV') => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More exports' }).click();
    await choose(page, 'Which leads', rows);
    await choose(page, 'Format', format);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = await saved;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  await test.step('the filtered leads, and all leads with their event', async () => {
    const filtered = await save('As listed: 1 lead');
    expect(filtered.name).toMatch(new RegExp(`^leads_${event.id}_[\\d-]+_filtered\\.csv$`));
    const [head, line, ...rest] = filtered.bytes.toString().split('\r\n');
    expect(head).toMatch(/"Event","Consent","Consent Version","Marketing"$/);
    expect(line).toContain('07700900121');
    expect(line).toContain(`"${event.name}","${consentNote}","${event.consentVersion}",""`);
    expect(rest).toEqual([]);
    const all = await save('All leads of all events');
    expect(all.name).toMatch(/^leads_all_[\d-]+_with-event\.csv$/);
    expect(all.bytes.toString().split('\r\n')).toHaveLength(4);
    expect(all.bytes.toString()).toContain(other.name);
  });

  await test.step('a workbook, on a phone', async () => {
    await page.setViewportSize(phone.viewport);
    await expect(page.getByRole('article', { name: /^Bob/ })).toBeVisible();
    const workbook = await save('As listed: 1 lead', 'Excel workbook (XLSX)');
    await expect(toast(page)).toContainText('Leads exported to XLSX file');
    expect(workbook.name).toMatch(/_filtered\.xlsx$/);
    const files = unzipSync(workbook.bytes);
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('>07700900121</t>');
    expect(sheet).not.toContain('Zoë Ito');
  });

  await api.call('DELETE', `/api/events/${event.id}`);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page)).toContainText('Export failed');
  await expect(toast(page)).toContainText('Event not found');
});
