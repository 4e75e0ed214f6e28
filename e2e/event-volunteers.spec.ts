import type { AdminEvent } from '@drawbridge/contract/events';
import type { Locator, Page } from '@playwright/test';
import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { openFromCard } from './harness/event-dialogs.ts';
import { expect, phone, test, toast } from './harness/test.ts';

const openVolunteers = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'Volunteers', 'Manage Volunteers');

async function fillAccount(dialog: Locator, account: { name: string; username: string }) {
  await dialog.getByRole('tab', { name: 'Create New' }).click();
  await dialog.getByLabel('Full Name').fill(account.name);
  await dialog.getByLabel('Username / Email').fill(account.username);
  await dialog.getByLabel('Password', { exact: true }).fill('collects-leads');
}

const newAccount = () => ({
  name: unique('Amara Okafor'),
  username: unique('amara').replace(' ', '-'),
});

test('a new account is assigned at once and shown among the assigned', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const account = newAccount();
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await expect(dialog.getByText(event.name)).toBeVisible();
  await expect(dialog.getByText('No volunteers assigned')).toBeVisible();
  await expectNoAxeViolations(page);

  await fillAccount(dialog, account);
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('placeholder', 'Min. 6 characters');
  await expect(password).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Create Volunteer Account' }).click();

  await expect(toast(page)).toContainText('Volunteer created and assigned');
  await expect(dialog.getByRole('tab', { name: 'Assigned (1)' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const row = dialog.getByRole('listitem').filter({ hasText: account.name });
  await expect(row).toContainText(account.username);
  await expectNoAxeViolations(page);
  await dialog.getByRole('tab', { name: 'Create New' }).click();
  await expect(dialog.getByLabel('Full Name')).toHaveValue('');
  await api.logIn({ username: account.username, password: 'collects-leads' });
});

test('somebody with an account is assigned and taken off again', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const assigned = await api.createVolunteer();
  await api.assign(assigned.user.id, event.id);
  const free = await api.createVolunteer();
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await dialog.getByRole('tab', { name: 'Assign Existing' }).click();
  const assign = dialog.getByRole('button', { name: 'Assign to Event' });
  await assign.click();
  await expect(dialog.getByText('Volunteer is required')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Volunteer' })).toBeFocused();
  await expectNoAxeViolations(page);

  await dialog.getByRole('combobox', { name: 'Volunteer' }).click();
  await expect(
    page.getByRole('option', { name: `${assigned.username} (Already assigned)` }),
  ).toBeDisabled();
  await page.getByRole('option', { name: free.username, exact: true }).click();
  await assign.click();
  await expect(toast(page)).toContainText('Volunteer assigned');
  await expect(dialog.getByRole('combobox', { name: 'Volunteer' })).toHaveText(
    'Select a volunteer',
  );

  await dialog.getByRole('tab', { name: 'Assigned (2)' }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: free.username });
  await expect(row).toContainText(free.user.name ?? '');
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Access revoked');
  await expect(row).toBeHidden();
  await expect(dialog.getByRole('tab', { name: 'Assigned (1)' })).toBeVisible();
});

test('an account that could not be assigned is waiting in the other tab', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const account = newAccount();
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await fillAccount(dialog, account);
  // The server could only refuse an event that is gone, and then the page lets go of the dialog.
  const busy = 'Too many requests. Please wait a moment and try again.';
  await page.route('/api/volunteer-assignments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, body: busy })
      : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Create Volunteer Account' }).click();
  await expect(toast(page)).toContainText('Volunteer created but not assigned');
  await expect(toast(page)).toContainText(
    'Account created successfully, but assignment failed: Too many requests. Please wait a moment and try again. Please use the "Assign Existing" tab to manually assign this volunteer.',
  );
  await expect(dialog.getByRole('tab', { name: 'Assign Existing' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  await page.unroute('/api/volunteer-assignments');
  await expect(dialog.getByRole('combobox', { name: 'Volunteer' })).toHaveText(account.username);
  await dialog.getByRole('button', { name: 'Assign to Event' }).click();
  await expect(toast(page)).toContainText('Volunteer assigned');
  await expect(dialog.getByRole('tab', { name: 'Assigned (1)' })).toBeVisible();
});

test('wrong and refused accounts are explained, and nothing that was typed is lost', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const taken = await api.createVolunteer();
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await fillAccount(dialog, { name: 'A', username: 'am' });
  await dialog.getByLabel('Password', { exact: true }).fill('short');
  const create = dialog.getByRole('button', { name: 'Create Volunteer Account' });
  await create.click();
  await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(dialog.getByLabel('Full Name')).toBeFocused();
  await expectNoAxeViolations(page);

  await fillAccount(dialog, { name: 'Somebody Else', username: taken.username });
  await create.click();
  await expect(toast(page)).toContainText('Creation failed');
  await expect(toast(page)).toContainText('Username is already taken');
  await dialog.getByRole('tab', { name: 'Assigned (0)' }).click();
  await dialog.getByRole('tab', { name: 'Create New' }).click();
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Somebody Else');
  await expect(dialog.getByLabel('Username / Email')).toHaveValue(taken.username);
});

test('refused changes of assignments say why', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  const [volunteer, gone] = [await api.createVolunteer(), await api.createVolunteer()];
  await api.assign(gone.user.id, event.id);
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await dialog.getByRole('tab', { name: 'Assign Existing' }).click();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: volunteer.username }).click();
  await api.assign(volunteer.user.id, event.id);
  await dialog.getByRole('button', { name: 'Assign to Event' }).click();
  await expect(toast(page)).toContainText('Assignment failed');
  await expect(toast(page)).toContainText('Volunteer is already assigned to this event');

  await dialog.getByRole('tab', { name: 'Assigned (2)' }).click();
  await api.call('DELETE', `/api/users/${gone.user.id}`);
  await dialog.getByRole('button', { name: `Remove ${gone.user.name}` }).click();
  await expect(toast(page)).toContainText('Revoke failed');
  await expect(toast(page)).toContainText('Assignment not found');
  await expect(dialog.getByRole('tab', { name: 'Assigned (1)' })).toBeVisible();
});

test('without any account the dialog says where to make one', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  // Other tests make accounts meanwhile.
  await page.route('/api/users/volunteers', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await dialog.getByRole('tab', { name: 'Assign Existing' }).click();
  await expect(dialog).toContainText(
    'No volunteers yet. Use the "Create New" tab to make an account.',
  );
  await expectNoAxeViolations(page);
});

test('an account without a name is shown by its username', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  const { user, username } = await api.createVolunteer();
  const assignment = await api.assign(user.id, event.id);
  // The server asks for a name by now; accounts made in other ways may have none.
  await page.route('/api/volunteer-assignments', (route) =>
    route.fulfill({ json: [{ ...assignment, volunteer: { name: null, username } }] }),
  );
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  await expect(dialog.getByRole('listitem')).toContainText(username);
  await expect(dialog.getByRole('button', { name: `Remove ${username}` })).toBeVisible();
});

test('volunteers that cannot be loaded are reported, and can be loaded again', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await page.route('/api/volunteer-assignments', (route) =>
    route.fulfill({ status: 429, body: 'Too many requests.' }),
  );
  const dialog = await openVolunteers(page, event);
  await expect(dialog.getByRole('heading', { name: 'Could not load volunteers' })).toBeVisible();
  await expect(dialog.getByText('Too many requests.')).toBeVisible();
  await page.unroute('/api/volunteer-assignments');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('tab', { name: 'Assigned (0)' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the tabs and long names fit, and buttons are big enough for fingers', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent();
    const { user } = await api.createVolunteer({
      fullName: unique('Maximiliana von Hohenberg-Castellanos de la Vega'),
    });
    await api.assign(user.id, event.id);
    await page.goto('/admin/events');
    const dialog = await openVolunteers(page, event);
    await expect(dialog.getByRole('listitem')).toBeVisible();
    await expectNoAxeViolations(page);
    for (const button of await dialog.locator('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
  });
});
