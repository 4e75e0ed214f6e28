import { expectNoAxeViolations } from './harness/axe.ts';
import { cardOf, dateIn } from './harness/event-dialogs.ts';
import { expect, test, toast } from './harness/test.ts';

test('the first hour: create an event and invite a volunteer, who adds the first lead', async ({
  signedInAdmin: page,
  browser,
}) => {
  await page.goto('/admin/events');
  await expect(page.getByRole('region', { name: 'How it works' }).locator('img')).toHaveCount(3);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Create Your First Event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Event' });
  await dialog.getByLabel('Event Name').fill('Open Day');
  await dateIn(dialog).fill('2026-12-05');
  await dialog.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Active' }).click();
  await dialog.getByLabel('Location').fill('Hall 7, Bristol');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(toast(page)).toContainText('Event created');
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
  await theirs.close();
  await page.goto('/admin/events');
  await expect(cardOf(page, 'Open Day')).toContainText('1 lead');
});

test('a new organiser looks around with sample data, and removes it', { tag: '@thorough' }, async ({
  signedInAdmin: page,
}) => {
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'Look around with sample data' }).click();
  const fair = cardOf(page, 'Harbour Winter Fair');
  await expect(fair.getByText('sample', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the sample data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
});
