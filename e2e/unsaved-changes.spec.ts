import { addPrize } from './harness/draws.ts';
import { openFromCard } from './harness/event-dialogs.ts';
import { expect, phone, test, toast } from './harness/test.ts';

test('a dialog with changed fields asks before it closes, and Back closes it first', async ({
  signedInAdmin: page,
}) => {
  await page.goto('/admin/leads');
  const create = page.getByRole('button', { name: 'Create Event', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Create Event' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  const name = dialog.getByLabel('Event Name');
  const entry = () => page.evaluate(() => history.state?.dialog);

  const desktop = { width: 1280, height: 800 };
  for (const size of process.env.THOROUGH ? [desktop, phone.viewport] : [desktop]) {
    await page.getByRole('link', { name: 'Events' }).click();
    await page.setViewportSize(size);
    // Nothing has been typed, so nothing is asked.
    await create.click();
    await expect(name).toBeFocused();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/admin/events');
    await create.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await create.click();
    await name.fill('Harbour Winter Fair');
    const own = await entry();
    await page.mouse.click(5, 5);
    await expect(question).toBeVisible();
    await keep.click();
    await expect(name).toHaveValue('Harbour Winter Fair');
    await page.keyboard.press('Escape');
    await keep.click();
    await expect.poll(entry).toBe(own);
    await page.goBack();
    await expect(question).toBeVisible();
    // Back takes the question away, and then asks again.
    await page.goBack();
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue('Harbour Winter Fair');
    await expect.poll(entry).toBe(own);
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
    await create.click();
    await expect(name).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    await expect.poll(entry).toBe(undefined);
    await page.goBack();
    await expect(page).toHaveURL('/admin/leads');
    await page.setViewportSize(desktop);
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('Back closes the navigation, and Escape the dialog but not the toast', {
    tag: '@thorough',
  }, async ({ signedInAdmin: page, api }) => {
    const event = await api.createEvent();
    await addPrize(api, event);
    await page.goto('/admin/events');
    const navigation = page.getByRole('dialog', { name: 'Navigation' });
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    await toggle.click();
    await expect(navigation).toBeVisible();
    await page.goBack();
    await expect(navigation).toHaveCount(0);
    await expect(page).toHaveURL('/admin/events');

    await toggle.click();
    await navigation.getByRole('link', { name: 'Leads' }).click();
    await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible();
    await expect(navigation).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/admin/events');
    await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();

    const dialog = await openFromCard(page, event, 'Prizes', 'Manage Prizes');
    await dialog.getByRole('button', { name: 'Delete City bicycle' }).click();
    await expect(toast(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(toast(page)).toBeVisible();
  });
});
