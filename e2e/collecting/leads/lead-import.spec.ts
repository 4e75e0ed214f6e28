import { readFile } from 'node:fs/promises';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { strToU8 } from 'fflate';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { addLeads, choose, openLeads } from '../../harness/leads.ts';
import { holdRoute, loseResponse } from '../../harness/routes.ts';
import { expect, test, toast } from '../../harness/test.ts';

// A lost response is an error in the console.
test.use({ provoked: /Failed to load resource|net::ERR_FAILED/ });

const file = [
  'Vorname;Name;Handy;E-Mail;Firma',
  'Zoë;Okafor;07700 900121;zoe@example.com;"Acme; ""Ltd"""',
  'Z;;0770;;=1+1',
  'Amir;Haddad;+44 7700 900122;;',
  'Same;Again;(07700) 900122;;',
  'Known;Already;07700 900199;;',
].join('\r\n');

test('leads are imported from a file: matched, checked, cancelled, imported once, and listed in a result file @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Known Before', phone: '07700 900199' }]);
  const leadsOf = async () =>
    (await api.call<AdminLead[]>('GET', `/api/leads?eventId=${event.id}`)).map(({ name }) => name);
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });

  // The event is that of the screen. A file without a list is refused with a message.
  await expect(dialog.getByRole('combobox', { name: 'Event' })).toHaveText(event.name);
  const input = dialog.getByLabel('File', { exact: true });
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]);
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await expect(dialog.getByRole('alert')).toHaveText('This file is neither CSV nor XLSX.');
  await expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled();
  const buffer = Buffer.from(strToU8(file));
  await input.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('5 rows and a header')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();

  // The columns are guessed, with samples beside them, and can be chosen.
  await expect(dialog.getByRole('combobox', { name: 'First name' })).toHaveText('Vorname');
  await expect(dialog.getByRole('combobox', { name: 'Last name' })).toHaveText('Name');
  await expect(dialog.getByRole('combobox', { name: 'Phone number' })).toHaveText('Handy');
  await expect(dialog.getByRole('list', { name: 'Samples of email' })).toHaveText(
    'zoe@example.com',
  );
  await choose(page, 'Phone number *', 'Not in the file');
  await expect(dialog.getByRole('alert')).toHaveText('Choose the column with the phone number.');
  await expect(dialog.getByRole('button', { name: 'Check rows' })).toBeDisabled();
  await choose(page, 'Phone number *', 'Handy');
  await dialog.getByRole('button', { name: 'Check rows' }).click();

  // The preview of the import, and the choice about duplicates.
  const errors = dialog.getByRole('region', { name: 'Rows with errors' });
  await expect(errors).toContainText('Row 3');
  await expect(errors).toContainText(
    'Name must be at least 2 characters. Phone number must be at least 10 digits',
  );
  await expect(dialog.getByRole('region', { name: 'Already in the event' })).toContainText('Row 6');
  await expect(dialog.getByRole('region', { name: 'Repeated in the file' })).toContainText('Row 5');
  await dialog.getByLabel('Import and mark them').check();
  await expect(dialog.getByRole('button', { name: 'Import 4 leads' })).toBeVisible();
  await dialog.getByLabel('Leave them out').check();
  await expect(dialog.getByRole('status')).toHaveText(
    '2 leads will be imported; 3 rows left out: 2 duplicates, 1 with errors',
  );
  await expectNoAxeViolations(page);
  expect(await leadsOf()).toEqual(['Known Before']);

  // The import is cancelled while it waits: nothing was written.
  const heldRoute = await holdRoute(page, '**/commit');
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page)).toContainText('Nothing was imported');
  heldRoute.release();
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await expect(dialog.getByRole('button', { name: 'Import 2 leads' })).toBeVisible();
  expect(await leadsOf()).toEqual(['Known Before']);

  // The response to the commit is lost, and the page repeats it: the leads are imported once.
  await loseResponse(page, '**/commit');
  await dialog.getByRole('button', { name: 'Import 2 leads' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 leads imported');
  await expect(dialog.getByRole('status')).toContainText(
    'Of 5 rows in the file, 3 rows left out: 2 duplicates, 1 with errors',
  );
  expect(await leadsOf()).toEqual(['Amir Haddad', 'Zoë Okafor', 'Known Before']);

  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Result file' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('people-result.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(
    [
      '\uFEFF"Vorname","Name","Handy","E-Mail","Firma","Result"',
      '"Zoë","Okafor","07700 900121","zoe@example.com","Acme; ""Ltd""","Imported"',
      `"Z","","0770","","'=1+1","Left out: with errors, Name must be at least 2 characters; Phone number must be at least 10 digits"`,
      `"Amir","Haddad","'+44 7700 900122","","","Imported"`,
      '"Same","Again","(07700) 900122","","","Left out: duplicate, same phone number or email as an earlier row"',
      '"Known","Already","07700 900199","","","Left out: duplicate, this phone number or email is already in the event"',
    ].join('\r\n'),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /Amir Haddad.*Import/ })).toBeVisible();
});
