import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead } from '@drawbridge/contract/leads';
import type { Prize } from '@drawbridge/contract/prizes';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize, addVerifiedLead, draw } from './harness/draws.ts';
import { openFromCard } from './harness/event-dialogs.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, phone, test, toast } from './harness/test.ts';

const openPrizes = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'Prizes', 'Manage Prizes');

test('an administrator adds the first prize and another one', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openPrizes(page, event);
  await expect(dialog.getByText(event.name)).toBeVisible();
  await expect(
    dialog.getByText('Each prize can have one winner selected through the raffle system.'),
  ).toBeVisible();
  await expect(dialog.getByText('No prizes configured yet')).toBeVisible();
  await expect(dialog.getByLabel('Prize Name')).toBeHidden();
  await expectNoAxeViolations(page);

  await dialog.getByRole('button', { name: 'Add First Prize' }).click();
  await expect(dialog.getByLabel('Prize Name')).toBeFocused();
  await dialog.getByLabel('Prize Name').fill('Weekend for two');
  await dialog.getByLabel('Value (Optional)').fill('$450');
  await dialog.getByLabel('Description (Optional)').fill('Two nights by the sea.');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Save Prize' }).click();
  await expect(toast(page)).toContainText('Prize created');
  const row = dialog.getByRole('listitem').filter({ hasText: 'Weekend for two' });
  await expect(row).toContainText('$450');
  await expect(row).toContainText('Two nights by the sea.');
  await expect(dialog.getByLabel('Prize Name')).toBeHidden();
  await expect(dialog.getByText('No prizes configured yet')).toBeHidden();

  const another = dialog.getByRole('button', { name: 'Add Another Prize' });
  await expect(another).toBeFocused();
  await another.click();
  await expect(dialog.getByLabel('Prize Name')).toHaveValue('');
  await dialog.getByLabel('Prize Name').fill('Espresso machine');
  await dialog.getByLabel('Prize Name').press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([/Weekend for two/, /Espresso machine/]);
  await expectNoAxeViolations(page);
  expect(await api.call('GET', `/api/prizes?eventId=${event.id}`)).toMatchObject([
    { name: 'Weekend for two', position: 0 },
    { name: 'Espresso machine', position: 1, value: null, description: null },
  ]);
});

test('a cancelled prize is forgotten, and a wrong one is explained', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openPrizes(page, event);
  const first = dialog.getByRole('button', { name: 'Add First Prize' });
  const name = dialog.getByLabel('Prize Name');
  await first.click();
  await dialog.getByLabel('Value (Optional)').fill('$450');
  await dialog.getByRole('button', { name: 'Save Prize' }).click();
  await expect(dialog.getByText('Prize name is required')).toBeVisible();
  await expect(name).toBeFocused();
  await expectNoAxeViolations(page);
  await name.fill('x'.repeat(101));
  await expect(dialog.getByText('Prize name is too long')).toBeVisible();

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toBeHidden();
  await expect(first).toBeFocused();
  await expect(dialog.getByText('No prizes configured yet')).toBeVisible();
  await first.click();
  await expect(name).toHaveValue('');
  await expect(dialog.getByLabel('Value (Optional)')).toHaveValue('');
});

test('a prize that cannot be saved says why and keeps what was typed', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openPrizes(page, event);
  await dialog.getByRole('button', { name: 'Add First Prize' }).click();
  await dialog.getByLabel('Prize Name').fill('Espresso machine');
  // The server could only refuse an event that is gone, and then the page lets go of the dialog.
  await page.route('/api/prizes', (route) =>
    route.fulfill({ status: 429, body: 'Too many requests.' }),
  );
  await page.route(/\/api\/prizes\?/, (route) =>
    route.fulfill({ status: 429, body: 'Too many requests.' }),
  );
  await dialog.getByRole('button', { name: 'Save Prize' }).click();
  await expect(toast(page)).toContainText('Failed to create prize');
  await expect(toast(page)).toContainText('Too many requests.');
  await expect(dialog.getByLabel('Prize Name')).toHaveValue('Espresso machine');
});

test('a prize is deleted, but not once it has been drawn', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  await addPrize(api, event, 'Espresso machine');
  const gone = await addPrize(api, event, 'Tote bag', { position: 1 });
  const drawn = await addPrize(api, event, 'Weekend for two', { position: 2 });
  const lead = (await api.addLead(event.id)) as AdminLead;
  await api.call('PATCH', `/api/leads/${lead.id}`, { status: 'verified' });
  await api.call('POST', `/api/events/${event.id}/draw-winner`, { prizeId: drawn.id });

  await page.goto('/admin/events');
  const dialog = await openPrizes(page, event);
  const remove = dialog.getByRole('button', { name: 'Delete Espresso machine' });
  const held = await holdRoute(page, '/api/prizes/*');
  await remove.click();
  // At work, it cannot be pressed again, but it keeps the focus.
  await expect(remove).toBeDisabled();
  await expect(remove).toBeFocused();
  held.release();
  await expect(toast(page)).toContainText('Prize deleted');
  await expect(dialog.getByText('Espresso machine')).toBeHidden();

  await dialog.getByRole('button', { name: 'Delete Weekend for two' }).click();
  await expect(toast(page)).toContainText('Failed to delete prize');
  await expect(toast(page)).toContainText('This prize has been drawn and cannot be deleted');
  await expect(dialog.getByText('Weekend for two')).toBeVisible();

  await api.call('DELETE', `/api/prizes/${gone.id}`);
  await dialog.getByRole('button', { name: 'Delete Tote bag' }).click();
  await expect(toast(page)).toContainText('Failed to delete prize');
  await expect(toast(page)).toContainText('Prize not found');
  await expect(dialog.getByText('Tote bag')).toBeHidden();
});

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${size}`, () => {
    test.use(options);

    test('prizes are edited, moved and brought back, except those that are drawn', async ({
      signedInAdmin: page,
      api,
    }) => {
      const event = await api.createEvent();
      const names = ['Tote bag', 'Weekend for two', 'Espresso machine', 'Mug'];
      const prizes = [];
      for (const [position, name] of names.entries()) {
        prizes.push(await addPrize(api, event, name, { position }));
      }
      await addVerifiedLead(api, event);
      await draw(api, event, { prizeId: prizes[1]?.id });
      await page.goto('/admin/events');
      const dialog = await openPrizes(page, event);
      const rows = dialog.getByRole('list', { name: 'Prizes' }).getByRole('listitem');
      const shown = () => rows.locator('p:first-child');
      const move = (name: string) => dialog.getByRole('button', { name: `Move ${name}` });
      await expect(dialog.getByRole('img', { name: 'Drawn' })).toBeVisible();
      await expect(move('Weekend for two')).toHaveCount(0);

      // Around the drawn prize, which keeps its place.
      await move('Espresso machine').press('ArrowUp');
      await expect(shown()).toHaveText(['Espresso machine', 'Weekend for two', 'Tote bag', 'Mug']);
      await expect(move('Espresso machine')).toBeFocused();
      const handle = await move('Mug').boundingBox();
      const target = await move('Espresso machine').boundingBox();
      await page.mouse.move((handle?.x ?? 0) + 10, (handle?.y ?? 0) + 10);
      await page.mouse.down();
      await page.mouse.move((target?.x ?? 0) + 10, (target?.y ?? 0) + 10, { steps: 4 });
      await page.mouse.up();
      const order = ['Mug', 'Weekend for two', 'Espresso machine', 'Tote bag'];
      await expect(shown()).toHaveText(order);
      await expect
        .poll(async () => {
          const stored = await api.call<Prize[]>('GET', `/api/prizes?eventId=${event.id}`);
          return stored.map(({ name }) => name);
        })
        .toEqual(order);

      await dialog.getByRole('button', { name: 'Edit Mug' }).click();
      await expect(dialog.getByLabel('Prize Name')).toHaveValue('Mug');
      await dialog.getByLabel('Value (Optional)').fill('$12');
      await dialog.getByRole('button', { name: 'Save Prize' }).click();
      await expect(toast(page)).toContainText('Prize updated');
      await expect(rows.first()).toContainText('$12');

      await dialog.getByRole('button', { name: 'Delete Mug' }).click();
      await expect(toast(page)).toContainText('Prize deleted');
      await expect(shown()).toHaveText(order.slice(1));
      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toast(page)).toContainText('Prize restored');
      await expect(shown()).toHaveText(order);
      await expectNoAxeViolations(page);
    });
  });
}

test('prizes that cannot be loaded are reported', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await expect(page.getByRole('article', { name: event.name })).toBeVisible();
  await api.call('DELETE', `/api/events/${event.id}`);
  const dialog = await openPrizes(page, event);
  await expect(dialog.getByRole('heading', { name: 'Could not load prizes' })).toBeVisible();
  await expect(dialog.getByText('Event not found')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add First Prize' })).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('prizes with long texts fit, and their buttons are big enough for fingers', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent();
    await addPrize(api, event, 'W'.repeat(100), {
      value: '$'.repeat(100),
      description: 'Two nights by the sea. '.repeat(20),
    });
    await page.goto('/admin/events');
    const dialog = await openPrizes(page, event);
    await dialog.getByRole('button', { name: 'Add Another Prize' }).tap();
    await expectNoAxeViolations(page);
    for (const button of await dialog.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog.getByRole('button', { name: 'Add Another Prize' })).toBeVisible();
  });
});
