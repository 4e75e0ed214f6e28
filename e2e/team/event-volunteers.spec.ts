import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Locator, Page } from '@playwright/test';
import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { openFromCard } from '../harness/event-dialogs.ts';
import { expect, test, toast } from '../harness/test.ts';

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

test('new and existing accounts are assigned to an event and taken off again, and what is wrong or refused is explained', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openVolunteers(page, event);
  const create = dialog.getByRole('button', { name: 'Create Volunteer Account' });
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(dialog.getByText(event.name)).toBeVisible();
  await expect(dialog.getByText('No volunteers assigned')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Assign Existing' }).click();
  await expect(dialog).toContainText(
    'No volunteers yet. Use the "Create New" tab to create an account.',
  );

  const assignedVolunteer = await api.createVolunteer();
  await test.step('wrong or refused', async () => {
    await fillAccount(dialog, { name: 'A', username: 'am' });
    await expect(password).toHaveAttribute('placeholder', 'Min. 6 characters');
    await password.fill('short');
    await create.click();
    await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible();
    await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible();
    await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    await expectNoAxeViolations(page);

    await fillAccount(dialog, { name: 'Somebody Else', username: assignedVolunteer.username });
    await create.click();
    await expect(toast(page)).toContainText('Creation failed');
    await expect(toast(page)).toContainText('Username is already taken');
    await dialog.getByRole('tab', { name: 'Assigned (0)' }).click();
    await dialog.getByRole('tab', { name: 'Create New' }).click();
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Somebody Else');
    await expect(dialog.getByLabel('Username / Email')).toHaveValue(assignedVolunteer.username);
  });

  await test.step('created and assigned', async () => {
    const account = newAccount();
    await fillAccount(dialog, account);
    await create.click();
    await expect(toast(page)).toContainText('Volunteer created and assigned');
    const assigned = dialog.getByRole('tab', { name: 'Assigned (1)' });
    await expect(assigned).toHaveAttribute('aria-selected', 'true');
    // The toast leaves the tabs free on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    const [tabs, told] = [await assigned.boundingBox(), await toast(page).boundingBox()];
    expect(told?.y).toBeGreaterThan((tabs?.y ?? 844) + (tabs?.height ?? 0));
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(dialog.getByRole('listitem')).toContainText(account.name);
    await expect(dialog.getByRole('listitem')).toContainText(account.username);
    await dialog.getByRole('tab', { name: 'Create New' }).click();
    await expect(dialog.getByLabel('Full Name')).toHaveValue('');
    await api.logIn({ username: account.username, password: 'collects-leads' });
  });

  await test.step('created but not assigned', async () => {
    const account = newAccount();
    await fillAccount(dialog, account);
    // The server itself would refuse only a deleted event, and then the page closes the dialog.
    const busy = 'Too many requests. Please wait a moment and try again.';
    await page.route('/api/volunteer-assignments', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, body: busy })
        : route.fallback(),
    );
    await create.click();
    await expect(toast(page)).toContainText('Volunteer created but not assigned');
    await expect(toast(page)).toContainText(
      'Account created successfully, but assignment failed: Too many requests. Please wait a moment and try again. Please use the "Assign Existing" tab to manually assign this volunteer.',
    );
    const existing = dialog.getByRole('tab', { name: 'Assign Existing' });
    await expect(existing).toHaveAttribute('aria-selected', 'true');
    await page.unroute('/api/volunteer-assignments');
    await expect(dialog.getByRole('combobox', { name: 'Volunteer' })).toHaveText(account.username);
    await dialog.getByRole('button', { name: 'Assign to Event' }).click();
    await expect(toast(page)).toContainText('Volunteer assigned');
    await expect(dialog.getByRole('tab', { name: 'Assigned (2)' })).toBeVisible();
  });

  await test.step('somebody with an account is assigned, and taken off', async () => {
    await dialog.getByRole('tab', { name: 'Assign Existing' }).click();
    const assign = dialog.getByRole('button', { name: 'Assign to Event' });
    const volunteer = dialog.getByRole('combobox', { name: 'Volunteer' });
    await assign.click();
    await expect(dialog.getByText('Volunteer is required')).toBeVisible();
    await expect(volunteer).toBeFocused();
    await volunteer.click();
    await expect(page.getByRole('option', { name: /\(Already assigned\)$/ })).toHaveCount(2);
    await expect(page.getByRole('option', { name: /assigned\)$/ }).first()).toBeDisabled();
    await page.getByRole('option', { name: assignedVolunteer.username, exact: true }).click();
    await assign.click();
    await expect(toast(page)).toContainText('Volunteer assigned');
    await expect(volunteer).toHaveText('Select a volunteer');
    await dialog.getByRole('tab', { name: 'Assigned (3)' }).click();
    const row = dialog.getByRole('listitem').filter({ hasText: assignedVolunteer.username });
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page)).toContainText('Access revoked');
    await expect(row).toBeHidden();
    await expect(dialog.getByRole('tab', { name: 'Assigned (2)' })).toBeVisible();
  });
});
