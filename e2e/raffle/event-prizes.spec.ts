import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addVerifiedLead, draw } from '../harness/draws.ts';
import { openFromCard } from '../harness/event-dialogs.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';

const openPrizes = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'Prizes', 'Manage Prizes');

const rowsOf = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Prizes' }).getByRole('listitem');

const handleOf = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: `Move ${name}` });

test('prizes are added, moved, edited, deleted and brought back, and what is wrong or refused is explained', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openPrizes(page, event);
  const first = dialog.getByRole('button', { name: 'Add First Prize' });
  const name = dialog.getByLabel('Prize Name');
  const value = dialog.getByLabel('Value (Optional)');
  const save = dialog.getByRole('button', { name: 'Save Prize' });
  const shown = rowsOf(dialog).locator('p:first-child');
  await expect(dialog.getByText(event.name)).toBeVisible();
  await expect(
    dialog.getByText('Each prize can have one winner selected through the raffle system.'),
  ).toBeVisible();
  await expect(dialog.getByText('No prizes configured yet')).toBeVisible();
  await expect(name).toBeHidden();

  await test.step('wrong and cancelled', async () => {
    await first.click();
    await expect(name).toBeFocused();
    await value.fill('$450');
    await save.click();
    await expect(dialog.getByText('Prize name is required')).toBeVisible();
    await expect(name).toBeFocused();
    await expectNoAxeViolations(page);
    await name.fill('x'.repeat(101));
    await expect(dialog.getByText('Prize name is too long')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(name).toBeHidden();
    await expect(first).toBeFocused();
  });

  await test.step('refused, and added', async () => {
    await first.click();
    await expect(value).toHaveValue('');
    await name.fill('Weekend for two');
    await value.fill('$450');
    await dialog.getByLabel('Description (Optional)').fill('Two nights by the sea.');
    // The server itself would refuse only a deleted event, and then the page closes the dialog.
    await page.route(/\/api\/prizes/, (route) =>
      route.fulfill({ status: 429, body: 'Too many requests.' }),
    );
    await save.click();
    await expect(toast(page)).toContainText('Failed to create prize');
    await expect(toast(page)).toContainText('Too many requests.');
    await expect(name).toHaveValue('Weekend for two');
    await page.unroute(/\/api\/prizes/);
    await save.click();
    await expect(toast(page)).toContainText('Prize created');
    await expect(rowsOf(dialog)).toContainText('Weekend for two');
    await expect(rowsOf(dialog)).toContainText('$450');
    await expect(rowsOf(dialog)).toContainText('Two nights by the sea.');
    const another = dialog.getByRole('button', { name: 'Add Another Prize' });
    await expect(another).toBeFocused();
    for (const next of ['Tote bag', 'Espresso machine', 'Mug']) {
      await another.click();
      await name.fill(next);
      await name.press('Enter');
      await expect(shown.last()).toHaveText(next);
    }
  });

  await test.step('moved by key and by mouse, around one that is drawn', async () => {
    const [weekend] = await listPrizes(api, event);
    await addVerifiedLead(api, event);
    await draw(api, event, { prizeId: weekend?.id });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await openPrizes(page, event);
    await expect(dialog.getByRole('img', { name: 'Drawn' })).toBeVisible();
    await expect(handleOf(dialog, 'Weekend for two')).toHaveCount(0);
    const [espresso, mug] = [handleOf(dialog, 'Espresso machine'), handleOf(dialog, 'Mug')];
    await espresso.press('ArrowUp');
    await expect(shown.nth(1)).toHaveText('Espresso machine');
    await expect(espresso).toBeFocused();
    const [from, to] = [await mug.boundingBox(), await espresso.boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 10, { steps: 4 });
    await page.mouse.up();
    const order = ['Weekend for two', 'Mug', 'Espresso machine', 'Tote bag'];
    await expect(shown).toHaveText(order);
    await expect
      .poll(async () => (await listPrizes(api, event)).map((prize) => prize.name))
      .toEqual(order);
  });

  await test.step('edited, deleted and brought back', async () => {
    await dialog.getByRole('button', { name: 'Edit Mug' }).click();
    await expect(name).toHaveValue('Mug');
    await value.fill('$12');
    await save.click();
    await expect(toast(page)).toContainText('Prize updated');
    await expect(rowsOf(dialog).nth(1)).toContainText('$12');
    const remove = dialog.getByRole('button', { name: 'Delete Mug' });
    const heldRoute = await holdRoute(page, '/api/prizes/*', { times: 1 });
    await remove.click();
    // The button cannot be pressed again while it works, but it keeps the focus.
    await expect(remove).toBeDisabled();
    await expect(remove).toBeFocused();
    heldRoute.release();
    await expect(toast(page)).toContainText('Prize deleted');
    await expect(shown).toHaveCount(3);
    // The keys move the focus out of the dialog, into the toast.
    for (const key of ['F8', 'Tab', 'Tab']) await page.keyboard.press(key);
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Prize restored');
    await expect(shown).toHaveCount(4);
    await dialog.getByRole('button', { name: 'Delete Weekend for two' }).click();
    await expect(toast(page)).toContainText('Failed to delete prize');
    await expect(toast(page)).toContainText('This prize has been drawn and cannot be deleted');
    await expect(shown).toHaveCount(4);
  });
});

function listPrizes(api: Api, event: AdminEvent): Promise<Prize[]> {
  return api.call('GET', `/api/prizes?eventId=${event.id}`);
}
