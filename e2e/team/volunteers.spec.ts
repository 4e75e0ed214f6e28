import type { SessionUser } from '@drawbridge/contract/login/auth';
import type { Assignment } from '@drawbridge/contract/team/volunteers';
import type { Page } from '@playwright/test';
import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { readQr } from '../harness/read-qr.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';

const cardOfVolunteer = (page: Page, { name }: SessionUser) =>
  page.getByRole('region', { name: name ?? '' });

test('an administrator begins without volunteers, adds one and assigns two events at once', async ({
  adminPage: page,
  api,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Add Volunteer' });

  await test.step('a skeleton shows while the list loads, and a failure can be tried again', async () => {
    const heldRoute = await holdRoute(page, '/api/users/volunteers', {
      refusal: 'Too many requests.',
      times: 1,
    });
    await page.goto('/admin/volunteers');
    await expect(page.getByText('Manage volunteers and their event assignments')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading volunteers' })).toBeVisible();
    heldRoute.release();
    await expect(page.getByRole('heading', { name: 'Could not load volunteers' })).toBeVisible();
    await expect(page.getByText('Too many requests.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No volunteers yet' })).toBeVisible();
  });

  await test.step('wrong input is explained field by field and focuses the first', async () => {
    await page.getByRole('button', { name: 'Add Your First Volunteer' }).click();
    await expect(
      page.getByText('No events available. Create events first to assign volunteers.'),
    ).toBeVisible();
    await dialog.getByLabel('Username/Email').fill('am');
    await dialog.getByLabel('Password', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Create Volunteer' }).click();
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    await expect(dialog.getByText('Full name is required')).toBeVisible();
    await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible();
    await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  });

  const fair = await api.createEvent();
  const market = await api.createEvent({ name: unique('Autumn Makers Market') });
  const fullName = unique('Amara Okafor');
  const username = unique('amara').replace(' ', '-');
  await page.reload();
  await page.getByRole('button', { name: 'Add Volunteer', exact: true }).click();
  await dialog.getByLabel('Full Name').fill(fullName);
  await dialog.getByLabel('Username/Email').fill('admin');
  await dialog.getByLabel('Password', { exact: true }).fill('collects-leads');
  await dialog.getByRole('button', { name: 'Create Volunteer' }).click();
  await expect(toast(page)).toContainText('Creation failed');
  await expect(toast(page)).toContainText('Username is already taken');
  await dialog.getByLabel('Username/Email').fill(username);
  await expect(dialog.getByText('0 event(s) selected')).toBeVisible();
  await expect(dialog.getByText(fair.location).first()).toBeVisible();
  await dialog.getByRole('checkbox', { name: fair.name }).check();
  await dialog.getByRole('checkbox', { name: market.name }).check();
  await expect(dialog.getByText('2 event(s) selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Volunteer' }).click();

  await expect(toast(page)).toContainText('Volunteer created');
  await expect(toast(page)).toContainText('New volunteer has been added successfully');
  await expect(dialog).toBeHidden();
  const card = page.getByRole('region', { name: fullName });
  await expect(card.getByText(username)).toBeVisible();
  await expect(card.getByText('assigned to 2 events')).toBeVisible();
  await expect(card.getByText('0 leads', { exact: true }).first()).toBeVisible();
  await expect(card.getByText('Lead Collections by Event')).toBeVisible();
  await expect(card.getByText(market.name)).toBeVisible();
  await expectNoAxeViolations(page);
  await api.call('POST', '/api/auth/login', { username, password: 'collects-leads' });
});

test('an administrator edits a volunteer, assigns them to events and revokes it, and deletes them after a confirmation', async ({
  adminPage: page,
  api,
}) => {
  const assignedVolunteer = await api.createVolunteer();
  const volunteer = await api.createVolunteer();
  const { user: gone } = await api.createVolunteer();
  const newName = unique('Priya Renamed');
  const [event, market] = [await api.createEvent(), await api.createEvent()];
  await api.assign(volunteer.user.id, event.id);
  const collecting = await api.logIn(volunteer);
  for (const phoneNumber of ['07700 900121', '07700 900122']) {
    await collecting.addLead(event.id, { phone: phoneNumber });
  }
  await page.goto('/admin/volunteers');
  const card = cardOfVolunteer(page, volunteer.user);
  await expect(card.getByText('assigned to 1 event', { exact: true })).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: event.name })).toContainText('2 leads');
  await card.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Volunteer' });
  const password = dialog.getByLabel('New Password (optional)');
  const update = dialog.getByRole('button', { name: 'Update Volunteer' });
  await expect(dialog.getByLabel('Full Name')).toHaveValue(volunteer.user.name ?? '');
  await expect(dialog.getByLabel('Username/Email')).toHaveValue(volunteer.username);
  await expect(password).toHaveValue('');
  await dialog.getByLabel('Username/Email').fill(assignedVolunteer.username);
  await update.click();
  await expect(toast(page)).toContainText('Update failed');
  await expect(toast(page)).toContainText('Username is already taken');
  await expect(dialog).toBeVisible();

  await dialog.getByLabel('Username/Email').fill(volunteer.username);
  await dialog.getByLabel('Full Name').fill(newName);
  await update.click();
  await expect(toast(page)).toContainText('Volunteer updated');
  await expect(toast(page)).toContainText('Volunteer information has been updated successfully');
  const renamed = page.getByRole('region', { name: newName });
  await expect(renamed).toBeVisible();
  await api.logIn(volunteer);

  await renamed.getByRole('button', { name: 'Edit' }).click();
  await password.fill('brand-new-password');
  await update.click();
  await expect(dialog).toBeHidden();
  await api.logIn({ ...volunteer, password: 'brand-new-password' });

  await test.step('assigned and revoked; changes by others are reported', async () => {
    const open = renamed.getByRole('button', { name: 'Assignments' });
    await open.click();
    const assignments = page.getByRole('dialog', { name: 'Manage Event Assignments' });
    const assign = assignments.getByRole('button', { name: 'Assign', exact: true });
    const row = assignments.getByRole('listitem').filter({ hasText: market.name });
    const choose = async () => {
      await assignments.getByRole('combobox').click();
      await page.getByRole('option', { name: `${market.name} - ${market.location}` }).click();
    };
    await expect(assign).toBeDisabled();
    await choose();
    await assign.click();
    await expect(toast(page)).toContainText('Assignment created');
    await expect(toast(page)).toContainText('Volunteer has been assigned to the event');
    await expect(
      assignments.getByText('This volunteer is assigned to all available events'),
    ).toBeVisible();
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page)).toContainText('Assignment removed');
    await expect(row).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Assignment restored');
    await expect(row).toBeVisible();
    const list = await api.call<Assignment[]>('GET', '/api/volunteer-assignments');
    const again = list.filter(({ eventId }) => eventId === market.id);
    expect(again).toMatchObject([{ accessRevoked: false }]);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page)).toContainText('Volunteer has been unassigned from the event');
    await expect(row).toBeHidden();

    await choose();
    await api.assign(volunteer.user.id, market.id);
    await assign.click();
    await expect(toast(page)).toContainText('Assignment failed');
    await expect(toast(page)).toContainText('Volunteer is already assigned to this event');
    await expect(row).toBeVisible();
    await api.call('DELETE', `/api/events/${market.id}`);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page)).toContainText('Revoke failed');
    await expect(toast(page)).toContainText('Assignment not found');
    await assignments.getByRole('button', { name: 'Close' }).click();
    await expect(open).toBeFocused();
  });

  await test.step('a volunteer is deleted only after a confirmation, and one who is gone already is cleared away', async () => {
    await renamed.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Volunteer' });
    await expect(question).toContainText(
      'Are you sure you want to delete this volunteer? This will remove all their assignments and cannot be undone.',
    );
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(renamed).toBeVisible();

    await renamed.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Volunteer deleted');
    await expect(toast(page)).toContainText('Volunteer has been removed successfully');
    await expect(renamed).toBeHidden();
    await expect(page.locator(':focus')).toBeInViewport();

    await cardOfVolunteer(page, gone).getByRole('button', { name: 'Delete' }).click();
    await api.call('DELETE', `/api/users/${gone.id}`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Deletion failed');
    await expect(toast(page)).toContainText('Volunteer not found');
    await expect(cardOfVolunteer(page, gone)).toBeHidden();
  });
});

test('a volunteer logs in with a scanned code, once and after a tap, also from a printed sheet @thorough', async ({
  adminPage: page,
  api,
  browser,
}) => {
  const today = new Date().toLocaleDateString('sv');
  const event = await api.createEvent({ date: today });
  const { user, username } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  await api.assign(user.id, (await api.createEvent()).id);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/admin/volunteers');
  const name = user.name ?? username;
  // The card is low, although its long name leaves no room for the buttons beside it.
  expect((await cardOfVolunteer(page, user).boundingBox())?.height).toBeLessThanOrEqual(148);
  await cardOfVolunteer(page, user).getByRole('button', { name: 'Log in on a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in on a phone' });
  await expect(dialog).toContainText(/It works once, until \d+:\d\d [AP]M\./);
  const read = () => readQr(page, 'canvas').catch(() => undefined);
  await expect.poll(async () => (await read())?.text).toContain('/login#');
  const link = (await read())?.text ?? '';

  const other = await browser.newContext({
    baseURL: api.url,
    viewport: { width: 360, height: 640 },
  });
  const scanner = await other.newPage();
  await scanner.goto(link);
  const enter = scanner.getByRole('button', { name: `Log in as ${name}` });
  await expect(enter).toBeVisible();
  await expect(scanner).toHaveURL('/login');
  await enter.click();
  await expect(scanner).toHaveURL('/volunteer/leads');
  await expect(scanner.getByRole('article', { name: event.name })).toBeVisible();
  const greeting = (await toast(scanner).boundingBox()) ?? { y: 0, height: 0 };
  const picker = scanner.getByRole('combobox', { name: 'Select Event' });
  expect((await picker.boundingBox())?.y).toBeGreaterThanOrEqual(greeting.y + greeting.height);
  await expect(dialog.getByRole('status')).toContainText(`Used: ${name} logged in at`);
  await expect(dialog.locator('canvas')).toHaveCount(0);
  // A second phone is too late.
  const late = await (await browser.newContext({ baseURL: api.url })).newPage();
  await late.goto(link);
  await late.getByRole('button', { name: `Log in as ${name}` }).click();
  await expect(toast(late)).toContainText('This code has expired or was used before.');
  await expect(late.getByLabel('Username')).toBeVisible();
  await late.context().close();
  await other.close();

  await test.step('a sheet for everybody', async () => {
    await page.goto('/admin/events');
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    const card = page.getByRole('article', { name: event.name, exact: true });
    await card.getByRole('button', { name: 'Volunteers', exact: true }).click();
    const sheet = page.locator('.login-sheet');
    await page.getByRole('button', { name: 'Print login sheet' }).click();
    await expect(page.locator('body[data-printed]')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(sheet).toContainText('Each works once, until');
    await expect(sheet.getByRole('listitem', { includeHidden: true })).toHaveText([
      name + username,
    ]);
    const size = await sheet.locator('svg').first().boundingBox();
    expect(size?.width).toBeGreaterThan(150);
  });
});
