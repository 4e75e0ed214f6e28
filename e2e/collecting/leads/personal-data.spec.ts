import { readFile } from 'node:fs/promises';
import type { PersonData } from '@drawbridge/contract/collecting/personal-data';
import { unique } from '../../harness/api.ts';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { draw } from '../../harness/draws.ts';
import { ADMIN } from '../../harness/launch-server.ts';
import { addLeads, openLeads } from '../../harness/leads.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { expect, test, toast } from '../../harness/test.ts';

test('an administrator views, exports and erases the data stored about a winner @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent({
    organiser: 'Harbour Traders',
    consentNote: 'We call you if you win.',
    marketingText: 'Tell me about future events.',
  });
  const name = unique('Lucky Winner');
  const email = `${unique('lucky').replaceAll(' ', '-')}@example.com`.toLowerCase();
  await addLeads(api, event, [{ name, email, by: 'public', status: 'verified' }]);
  await draw(api, event);
  await addLeads(api, event, [{ name: `${name} again`, email }]);
  await addLeads(api, event, [{ name: 'Somebody Else', email }]);
  await openLeads(page, event);
  // A winner's lead cannot be edited, but it can be erased.
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole('link', { name: 'Personal Data' }).click();
  await expect(page.getByRole('heading', { name: '3 leads found' })).toBeVisible();
  const storedData = page.getByRole('region', { name: `${name}, ${event.name}` });
  await expect(storedData).toContainText('Entered through the QR form');
  await expect(storedData).toContainText('We call you if you win.');
  await expect(storedData).toContainText('Not ticked: “Tell me about future events.”');
  await expect(storedData).toContainText('Organised by Harbour Traders');
  await expect(storedData).toContainText('Draw 1: won');
  await expectNoAxeViolations(page);

  const download = page.waitForEvent('download');
  await expect(page.getByText('They may be different people')).toContainText('Somebody Else');
  await expect(page.getByRole('button', { name: 'Erase' })).toBeDisabled();
  const handOut = page.getByRole('button', { name: 'Download File' });
  await expect(handOut).toBeDisabled();
  for (const own of [name, `${name} again`]) {
    await page.getByRole('checkbox', { name: `Select ${own}, ${event.name}` }).check();
  }
  await handOut.click();
  const file = await (await download).path();
  const data = JSON.parse(await readFile(file, 'utf8')) as PersonData;
  expect(data.leads.map((lead) => lead.name)).toEqual([`${name} again`, name]);

  await page.getByRole('button', { name: 'Erase 2 leads' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Erase 2 leads?' });
  await expect(dialog).toContainText('This action cannot be undone');
  await expect(dialog).toContainText('will show “Erased” instead of the name');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(toast(page)).toContainText('2 leads erased');
  // The page was about the erased lead.
  await expect(page.getByText('No data found')).toBeVisible();

  await test.step('a person is found by any spelling of their number, on a small phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const digits = String(Math.floor(Math.random() * 1e6)).padStart(6, '0');
    await addLeads(api, event, [{ name: 'Amara Okafor', phone: `07400 ${digits}` }]);
    const field = page.getByLabel('Phone number or email address');
    await field.fill('Amara');
    await page.getByRole('button', { name: 'Look Up Data' }).click();
    await expect(page.getByRole('alert')).toHaveText('Enter a phone number or an email address');
    await field.fill(`+44 (0)7400 ${digits}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '1 lead held' })).toBeVisible();
    await expect(page).toHaveURL('/admin/settings/privacy');
    await expectNoSidewaysScrolling(page);
  });
});

test('leads that a changed date makes due are erased only once that is confirmed @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'One Person' }, { name: 'Two Person' }]);
  const change = { date: '2020-01-01', retentionDays: 1, archived: true };
  await api.call('PATCH', `/api/events/${event.id}`, change);
  await page.goto('/admin/events');
  const notice = page
    .getByRole('article', { name: event.name })
    .getByRole('complementary', { name: 'Erasing leads' });
  await expect(notice).toContainText('2 leads would be erased');
  await notice.getByRole('button', { name: 'Confirm Erasure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase 2 leads?' });
  await expect(dialog).toContainText(event.name);
  await expect(dialog).toContainText('2 leads will be erased in the first night after');
  await dialog.getByLabel('Your Current Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Confirm Erasure' }).click();
  await expect(toast(page)).toContainText('Erasure confirmed');
  await expect(notice).toContainText('2 leads will be erased in the first night after');
  await expect(notice.getByRole('button')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScrolling(page);
});
