import { expect, test } from '../harness/test.ts';

test('a dialog with changed fields asks before it closes, and Back closes it first @thorough', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/leads');
  const create = page.getByRole('button', { name: 'Create Event', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Create Event' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  const name = dialog.getByLabel('Event Name');
  const entry = () => page.evaluate(() => history.state?.dialog);

  await page.getByRole('link', { name: 'Events' }).click();
  // An untouched form closes without a question.
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
  // Back closes the question, and then asks again.
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
});
