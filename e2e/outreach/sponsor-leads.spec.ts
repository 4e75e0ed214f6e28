import { readFile } from 'node:fs/promises';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { leadFormPath } from '@drawbridge/contract/core/pages';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { openFromCard } from '../harness/event-dialogs.ts';
import { fillInForm, formFields, leadsOf } from '../harness/lead-form.ts';
import { expect, test } from '../harness/test.ts';

const logo =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>';

// The page gets an error when its link has ended.
test.use({ provoked: /40[14]/ });

test('a sponsor sees the people who ticked its box, until they withdraw @thorough', async ({
  adminPage: page,
  browser,
  api,
  server,
}) => {
  const event = await api.createEvent();
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Acme', logo });
  await page.goto('/admin/events');
  const sponsors = await openFromCard(page, event, 'Sponsors', 'Manage Sponsors');
  const dialog = page.getByRole('dialog', { name: 'Share leads with' });
  await sponsors.getByRole('button', { name: 'Share leads with Acme' }).click();
  await dialog.getByRole('checkbox', { name: /Ask people/ }).check();
  await expect(dialog.getByText('Share my details with Acme')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('asked on the form')).toBeVisible();
  const password = dialog.getByRole('textbox', { name: 'Password (Optional)' });
  const make = dialog.getByRole('button', { name: 'Create the link' });
  await password.fill('7 signs');
  await make.click();
  await expect(dialog.getByRole('alert')).toHaveText('Password must be at least 8 characters');
  await password.fill('');
  await make.click();
  const address = await dialog.getByRole('textbox', { name: 'Private link' }).inputValue();

  // The box is not ticked by default.
  const sponsor = await (await browser.newContext()).newPage();
  await sponsor.goto(server.url + leadFormPath(event.id));
  const box = sponsor.getByRole('checkbox', { name: /with Acme,/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await fillInForm(sponsor, 'Ann Acme');
  await formFields(sponsor).submit.click();
  await expect(sponsor.getByText('Thank You')).toBeVisible();

  await sponsor.goto(address);
  await expect(sponsor.getByText('1 person shares their details with you')).toBeVisible();
  await expect(sponsor.getByText('Ann Acme')).toBeVisible();
  await expectNoAxeViolations(sponsor);
  const note = sponsor.getByRole('textbox', { name: 'Your note on Ann Acme' });
  await note.fill('Call on Monday');
  await note.blur();
  const search = sponsor.getByRole('searchbox', { name: 'Search people and notes' });
  await search.fill('globex');
  await expect(sponsor.getByText('Nobody matches your search')).toBeVisible();
  await search.fill('monday');
  await expect(note).toHaveValue('Call on Monday');
  await sponsor.getByRole('button', { name: 'Download' }).click();
  const download = sponsor.waitForEvent('download');
  await sponsor.getByRole('menuitem', { name: 'CSV file' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/Ann Acme.*Call on Monday/);
  await sponsor.getByRole('button', { name: 'Report' }).click();
  await expect(sponsor.getByRole('heading', { name: 'Report for Acme' })).toBeVisible();
  await expect(sponsor.getByRole('heading', { name: 'Agreements over time' })).toBeVisible();
  await expectNoAxeViolations(sponsor);
  await sponsor.getByRole('button', { name: 'Back to the leads' }).click();

  const [lead] = (await leadsOf(api, event.id)) as [AdminLead];
  const [agreement] = Object.keys(lead.answers);
  await api.call('PATCH', `/api/leads/${lead.id}`, { answers: { [agreement ?? '']: null } });
  await sponsor.reload();
  await expect(sponsor.getByText('No leads yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Revoke it' }).click();
  await expect(dialog.getByRole('button', { name: 'Create the link' })).toBeVisible();
  await sponsor.reload();
  await expect(sponsor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(sponsor.getByText('Please ask the organiser for a new one.')).toBeVisible();
  await expect(sponsor.getByText('This link no longer works')).toHaveCount(1);
});
