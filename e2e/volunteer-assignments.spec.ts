import { cardOfVolunteer } from './harness/assignments.ts';
import { expect, test, toast } from './harness/test.ts';

test('an administrator assigns a volunteer to events and takes it back, and refusals say why', async ({
  signedInAdmin: page,
  api,
}) => {
  const [event, other] = [await api.createEvent(), await api.createEvent()];
  const { user } = await api.createVolunteer();
  await page.goto('/admin/volunteers');
  const card = cardOfVolunteer(page, user);
  await expect(card.getByText('No event assignments yet')).toBeVisible();
  const open = card.getByRole('button', { name: 'Assignments' });
  await open.click();

  const dialog = page.getByRole('dialog', { name: 'Manage Event Assignments' });
  await expect(dialog.getByText('No event assignments yet')).toBeVisible();
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true });
  const choose = async ({ name, location }: typeof event) => {
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: `${name} - ${location}` }).click();
  };
  await expect(assign).toBeDisabled();
  await choose(event);
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
  await expect(open).toBeFocused();

  await test.step('what somebody else did meanwhile is said', async () => {
    await open.click();
    await choose(event);
    await api.assign(user.id, event.id);
    await assign.click();
    await expect(toast(page)).toContainText('Assignment failed');
    await expect(toast(page)).toContainText('Volunteer is already assigned to this event');
    await expect(row).toBeVisible();

    await choose(other);
    await assign.click();
    const everywhere = 'This volunteer is assigned to all available events';
    await expect(dialog.getByText(everywhere)).toBeVisible();
    await api.call('DELETE', `/api/events/${other.id}`);
    await dialog.getByRole('button', { name: `Remove ${other.name}` }).click();
    await expect(toast(page)).toContainText('Revoke failed');
    await expect(toast(page)).toContainText('Assignment not found');
  });
});
