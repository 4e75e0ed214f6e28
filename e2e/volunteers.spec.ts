import { unique } from './harness/api.ts';
import { cardOfVolunteer } from './harness/assignments.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, phone, test, toast } from './harness/test.ts';

test('an administrator adds a volunteer and assigns two events at once', async ({
  signedInAdmin: page,
  api,
}) => {
  const fair = await api.createEvent();
  const market = await api.createEvent({ name: unique('Autumn Makers Market') });
  const fullName = unique('Amara Okafor');
  const username = unique('amara').replace(' ', '-');

  await page.goto('/admin/volunteers');
  await expect(page.getByText('Manage volunteers and their event assignments')).toBeVisible();
  await page.getByRole('button', { name: 'Add Volunteer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Volunteer' });
  await dialog.getByLabel('Full Name').fill(fullName);
  await dialog.getByLabel('Username/Email').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill('collects-leads');
  await expect(dialog.getByText('0 event(s) selected')).toBeVisible();
  await expect(dialog.getByText(fair.location).first()).toBeVisible();
  await dialog.getByRole('checkbox', { name: fair.name }).check();
  await dialog.getByRole('checkbox', { name: market.name }).check();
  await expect(dialog.getByText('2 event(s) selected')).toBeVisible();
  await expectNoAxeViolations(page);
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
  await api.call('POST', '/api/auth/login', { username, password: 'collects-leads' });
});

test('a card counts the leads that the volunteer collected at each event', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const { user, ...account } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  const volunteer = await api.logIn(account);
  await volunteer.addLead(event.id, { phone: '07700 900121' });
  await volunteer.addLead(event.id, { phone: '07700 900122' });

  await page.goto('/admin/volunteers');
  const card = cardOfVolunteer(page, user);
  await expect(card.getByText('assigned to 1 event', { exact: true })).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: event.name })).toContainText('2 leads');
});

test('wrong input is explained field by field and focuses the first', async ({
  signedInAdmin: page,
}) => {
  await page.goto('/admin/volunteers');
  await page.getByRole('button', { name: 'Add Volunteer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Volunteer' });
  await dialog.getByLabel('Username/Email').fill('am');
  await dialog.getByLabel('Password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Create Volunteer' }).click();

  await expect(dialog.getByLabel('Full Name')).toBeFocused();
  await expect(dialog.getByText('Full name is required')).toBeVisible();
  await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a taken username is refused and the dialog keeps what was typed', async ({
  signedInAdmin: page,
  api,
}) => {
  const { username } = await api.createVolunteer();
  await page.goto('/admin/volunteers');
  await page.getByRole('button', { name: 'Add Volunteer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Volunteer' });
  await dialog.getByLabel('Full Name').fill('Somebody Else');
  await dialog.getByLabel('Username/Email').fill(username.toUpperCase());
  await dialog.getByLabel('Password', { exact: true }).fill('collects-leads');
  await dialog.getByRole('button', { name: 'Create Volunteer' }).click();

  await expect(toast(page)).toContainText('Creation failed');
  await expect(toast(page)).toContainText('Username is already taken');
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Somebody Else');

  // Dismissing the toast does not count as a press outside the dialog.
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('an assignment that is refused after the account was made is reported', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const fullName = unique('Jonas Lindqvist');
  await page.goto('/admin/volunteers');
  await page.getByRole('button', { name: 'Add Volunteer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Volunteer' });
  await dialog.getByRole('checkbox', { name: event.name }).check();
  await api.call('DELETE', `/api/events/${event.id}`);
  await dialog.getByLabel('Full Name').fill(fullName);
  await dialog.getByLabel('Username/Email').fill(unique('jonas').replace(' ', '-'));
  await dialog.getByLabel('Password', { exact: true }).fill('collects-leads');
  await dialog.getByRole('button', { name: 'Create Volunteer' }).click();

  await expect(toast(page)).toContainText('Volunteer created but not assigned');
  await expect(toast(page)).toContainText(
    '1 of 1 assignment failed: Event not found. Please use the Assignments button to assign them.',
  );
  await expect(page.getByRole('region', { name: fullName })).toContainText(
    'No event assignments yet',
  );
});

test('an administrator edits a volunteer, and a blank password keeps the old one', async ({
  signedInAdmin: page,
  api,
}) => {
  const volunteer = await api.createVolunteer();
  const newName = unique('Priya Renamed');
  await page.goto('/admin/volunteers');
  const edit = page
    .getByRole('region', { name: volunteer.user.name ?? '' })
    .getByRole('button', { name: 'Edit' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Volunteer' });
  await expect(dialog.getByLabel('Full Name')).toHaveValue(volunteer.user.name ?? '');
  await expect(dialog.getByLabel('Username/Email')).toHaveValue(volunteer.username);
  await expect(dialog.getByLabel('New Password (optional)')).toHaveValue('');
  await dialog.getByLabel('New Password (optional)').fill('short');
  await dialog.getByRole('button', { name: 'Update Volunteer' }).click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();

  await dialog.getByLabel('New Password (optional)').fill('');
  await dialog.getByLabel('Full Name').fill(newName);
  await dialog.getByRole('button', { name: 'Update Volunteer' }).click();
  await expect(toast(page)).toContainText('Volunteer updated');
  await expect(toast(page)).toContainText('Volunteer information has been updated successfully');
  await expect(page.getByRole('region', { name: newName })).toBeVisible();
  await api.logIn(volunteer);

  await page.getByRole('region', { name: newName }).getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('New Password (optional)').fill('brand-new-password');
  await dialog.getByRole('button', { name: 'Update Volunteer' }).click();
  await expect(dialog).toBeHidden();
  await api.logIn({ ...volunteer, password: 'brand-new-password' });
});

test('an edit that the server refuses stays open with its reason', async ({
  signedInAdmin: page,
  api,
}) => {
  const taken = await api.createVolunteer();
  const volunteer = await api.createVolunteer();
  await page.goto('/admin/volunteers');
  await page
    .getByRole('region', { name: volunteer.user.name ?? '' })
    .getByRole('button', { name: 'Edit' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Volunteer' });
  await dialog.getByLabel('Username/Email').fill(taken.username);
  await dialog.getByRole('button', { name: 'Update Volunteer' }).click();
  await expect(toast(page)).toContainText('Update failed');
  await expect(toast(page)).toContainText('Username is already taken');
  await expect(dialog).toBeVisible();
});

test('a volunteer is deleted only after a confirmation', async ({ signedInAdmin: page, api }) => {
  const { user } = await api.createVolunteer();
  await page.goto('/admin/volunteers');
  const card = cardOfVolunteer(page, user);
  await card.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Volunteer' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this volunteer? This will remove all their assignments and cannot be undone.',
  );
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeVisible();

  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Volunteer deleted');
  await expect(toast(page)).toContainText('Volunteer has been removed successfully');
  await expect(card).toBeHidden();
  await expect(page.locator(':focus')).toBeInViewport();
});

test('deleting somebody who is already gone says so and tidies the list', async ({
  signedInAdmin: page,
  api,
}) => {
  const { user } = await api.createVolunteer();
  await page.goto('/admin/volunteers');
  const card = cardOfVolunteer(page, user);
  await card.getByRole('button', { name: 'Delete' }).click();
  await api.call('DELETE', `/api/users/${user.id}`);
  await page
    .getByRole('alertdialog', { name: 'Delete Volunteer' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(toast(page)).toContainText('Deletion failed');
  await expect(toast(page)).toContainText('Volunteer not found');
  await expect(card).toBeHidden();
});

test('without volunteers and events the screen says how to begin', async ({
  signedInAdmin: page,
}) => {
  // Other tests fill the real lists meanwhile.
  await page.route(/\/api\/(users\/volunteers|events|volunteer-assignments)$/, (route) =>
    route.fulfill({ json: [] }),
  );
  await page.goto('/admin/volunteers');
  await expect(page.getByRole('heading', { name: 'No volunteers yet' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Add Your First Volunteer' }).click();
  await expect(
    page.getByText('No events available. Create events first to assign volunteers.'),
  ).toBeVisible();
});

test('a skeleton shows while the list loads, and a failure can be tried again', async ({
  signedInAdmin: page,
}) => {
  const held = await holdRoute(page, '/api/users/volunteers', {
    refusal: 'Too many requests.',
    times: 1,
  });
  await page.goto('/admin/volunteers');
  await expect(page.getByRole('status', { name: 'Loading volunteers' })).toBeVisible();
  held.release();
  await expect(page.getByRole('heading', { name: 'Could not load volunteers' })).toBeVisible();
  await expect(page.getByText('Too many requests.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Could not load volunteers' })).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the screen and its dialogs fit, and buttons are big enough for fingers', async ({
    signedInAdmin: page,
    api,
  }) => {
    const { user } = await api.createVolunteer({
      fullName: unique('Maximiliana von Hohenberg-Castellanos de la Vega'),
    });
    const event = await api.createEvent();
    await api.assign(user.id, event.id);
    await page.goto('/admin/volunteers');
    const card = cardOfVolunteer(page, user);
    await expect(card).toBeVisible();
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    for (const button of await page.getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }

    await card.getByRole('button', { name: 'Assignments' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Manage Event Assignments' });
    await expect(dialog.getByText(event.name)).toBeVisible();
    expect((await dialog.boundingBox())?.width).toBe(390);
  });
});
