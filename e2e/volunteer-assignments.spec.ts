import { cardOfVolunteer, openAssignments } from './harness/assignments.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { expect, test, toast } from './harness/test.ts';

test('an administrator assigns a volunteer to an event and takes it back', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const { user } = await api.createVolunteer();
  await page.goto('/admin/volunteers');
  const card = cardOfVolunteer(page, user);
  await expect(card.getByText('No event assignments yet')).toBeVisible();
  await card.getByRole('button', { name: 'Assignments' }).click();

  const dialog = page.getByRole('dialog', { name: 'Manage Event Assignments' });
  await expect(dialog.getByText('No event assignments yet')).toBeVisible();
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true });
  await expect(assign).toBeDisabled();
  await dialog.getByRole('combobox').click();
  const option = page.getByRole('option', { name: `${event.name} - ${event.location}` });
  await option.click();
  await expectNoAxeViolations(page);
  await assign.click();
  await expect(toast(page)).toContainText('Assignment created');
  await expect(toast(page)).toContainText('Volunteer has been assigned to the event');

  const row = dialog.getByRole('listitem').filter({ hasText: event.name });
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Assignment removed');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Assignment restored');
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Assignment removed');
  await expect(toast(page)).toContainText('Volunteer has been unassigned from the event');
  await expect(row).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(card.getByText('assigned to 0 events')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Assignments' })).toBeFocused();
});

test('refused changes of assignments say why', async ({ signedInAdmin: page, api }) => {
  const [event, other] = [await api.createEvent(), await api.createEvent()];
  const { user } = await api.createVolunteer();
  await api.assign(user.id, other.id);
  const dialog = await openAssignments(page, user);
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: event.name }).click();
  await api.assign(user.id, event.id);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toast(page)).toContainText('Assignment failed');
  await expect(toast(page)).toContainText('Volunteer is already assigned to this event');

  await api.call('DELETE', `/api/events/${other.id}`);
  await dialog.getByRole('button', { name: `Remove ${other.name}` }).click();
  await expect(toast(page)).toContainText('Revoke failed');
  await expect(toast(page)).toContainText('Assignment not found');
});

test('somebody who is assigned everywhere cannot be assigned again', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const { user } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  await page.route('/api/events', (route) => route.fulfill({ json: [event] }));
  await openAssignments(page, user);
  await expect(page.getByText('This volunteer is assigned to all available events')).toBeVisible();
});
