import { expectNoAxeViolations } from '../harness/axe.ts';
import { cardOf } from '../harness/event-dialogs.ts';
import { leadsOf } from '../harness/lead-form.ts';
import { expect, test } from '../harness/test.ts';

test('a volunteer who is invited by a link chooses a password and adds the first lead', async ({
  adminPage: page,
  browser,
  api,
}) => {
  await page.goto('/admin/events');
  await expect(page.getByRole('region', { name: 'How it works' }).locator('img')).toHaveCount(3);
  await expectNoAxeViolations(page);
  const event = await api.createEvent();
  await page.goto(`/admin/events/${event.id}`);
  await expect(page.getByRole('heading', { name: 'Nobody has entered yet' })).toBeVisible();

  const link = await test.step('invite a volunteer', async () => {
    await page.getByRole('link', { name: 'Team 0' }).click();
    await page.getByRole('tab', { name: 'Create New' }).click();
    await page.getByLabel('Full Name').fill('Ada Long');
    await page.getByLabel('Username / Email').fill('ada');
    await page.getByLabel(/Invite by a link/).click();
    await page.getByRole('button', { name: 'Create Volunteer Account' }).click();
    return page.getByLabel('Invitation of Ada Long').inputValue();
  });

  const theirs = await browser.newPage();
  await theirs.goto(link);
  await expect(theirs.getByLabel('Username')).toHaveValue('ada');
  await theirs.getByRole('textbox', { name: 'Password' }).fill('six or more');
  await theirs.getByRole('button', { name: 'Save Password' }).click();
  await theirs.getByLabel('Full Name').fill('Wanda Wong');
  await theirs.getByLabel('Phone Number').fill('07700 900123');
  await theirs.getByRole('button', { name: 'Add Lead' }).click();
  await expect(theirs.getByRole('heading', { name: 'Recent Leads (1)' })).toBeVisible();
  // The list shows a lead at once, before the server has it.
  await expect.poll(() => leadsOf(api, event.id)).toMatchObject([{ name: 'Wanda Wong' }]);
  await theirs.close();
});

test('a new organiser looks around with sample data, and removes it', { tag: '@thorough' }, async ({
  adminPage: page,
}) => {
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'Look around with sample data' }).click();
  const fair = cardOf(page, 'Harbour Winter Fair');
  await expect(fair.getByText('sample', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the sample data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
});
