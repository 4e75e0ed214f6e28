import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Sponsor } from '@drawbridge/contract/events/sponsors';
import type { Page } from '@playwright/test';
import type { Api } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { openFromCard } from '../harness/event-dialogs.ts';
import { holdSlowFiles } from '../harness/slow-files.ts';
import { expect, test, toast } from '../harness/test.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><circle cx="20" cy="20" r="18"/></svg>';
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const logoFile = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };

function listSponsors(api: Api, event: AdminEvent): Promise<Sponsor[]> {
  return api.call('GET', `/api/sponsors?eventId=${event.id}`);
}

const openSponsors = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'Sponsors', 'Manage Sponsors');

test('sponsors are added, edited, removed and brought back, and refused changes lose nothing typed', async ({
  adminPage: page,
  api,
}) => {
  const [event, gone] = [await api.createEvent(), await api.createEvent()];
  const readSlowFiles = await holdSlowFiles(page);
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  const name = dialog.getByLabel('Sponsor Name (Optional)');
  const input = dialog.getByLabel('Sponsor Logo');
  const add = dialog.getByRole('button', { name: 'Add Sponsor' });
  const update = dialog.getByRole('button', { name: 'Update Sponsor' });
  const edit = dialog.getByRole('button', { name: 'Edit Northwind' });
  const chosen = dialog.getByRole('img', { name: 'Chosen logo' });
  const current = (count: number) =>
    dialog.getByRole('heading', { name: `Current Sponsors (${count})` });
  await expect(dialog.getByText(event.name)).toBeVisible();
  await expect(current(0)).toBeVisible();

  await test.step('no logo, or a file that the page or the server refuses', async () => {
    await name.fill('Northwind');
    await add.click();
    await expect(toast(page)).toContainText('No logo selected');
    await expect(toast(page)).toContainText('Please upload a sponsor logo');
    await expect(input).toBeFocused();
    const sentence = 'The logo must be a PNG, JPEG, WebP, GIF, AVIF or SVG image';
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Call Priya') };
    await input.setInputFiles(file);
    await expect(dialog.getByRole('alert')).toHaveText(sentence);
    // The file claims to be an image, and only the server checks the content of an SVG.
    await input.setInputFiles({ ...file, name: 'notes.svg', mimeType: 'image/svg+xml' });
    await add.click();
    await expect(toast(page)).toContainText('Failed to add sponsor');
    await expect(toast(page)).toContainText(sentence);
    await expect(name).toHaveValue('Northwind');
  });

  await test.step('the last of two logos counts, also when the first takes longer to read', async () => {
    const slow = Buffer.from(svg.replace('18', '9'));
    await input.setInputFiles({ ...logoFile, name: 'slow.svg', buffer: slow });
    await expect(dialog.getByText('Reading the image…')).toBeVisible();
    await add.click({ force: true });
    await expect(add).toBeDisabled();
    await input.setInputFiles(logoFile);
    await expect(chosen).toHaveAttribute('src', logo);
    await readSlowFiles();
    await add.click();
    await expect(toast(page)).toContainText('Sponsor added');
    await expect(current(1)).toBeVisible();
    await expect(name).toHaveValue('');
    await expect(chosen).toBeHidden();
    await input.setInputFiles(logoFile);
    await add.click();
    await expect(current(2)).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Unnamed sponsor' })).toBeVisible();
    expect(await listSponsors(api, event)).toMatchObject([
      { name: 'Northwind', position: 0, logo },
      { name: null, position: 1, logo },
    ]);
    await expectNoAxeViolations(page);
  });

  await test.step('edited, but not without a logo', async () => {
    await edit.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Northwind');
    await dialog.getByRole('button', { name: 'Remove logo' }).click();
    await expect(update).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(edit).toBeFocused();
    await edit.click();
    await name.fill('Northwind Coffee');
    await update.click();
    await expect(toast(page)).toContainText('Sponsor updated');
    await expect(dialog.getByRole('listitem').first()).toContainText('Northwind Coffee');
    await expect(add).toBeVisible();
  });

  await test.step('removed while it is being edited, and by somebody else', async () => {
    await edit.click();
    await dialog.getByRole('button', { name: 'Delete Northwind Coffee' }).click();
    await expect(toast(page)).toContainText('Sponsor removed');
    await expect(current(1)).toBeVisible();
    await expect(name).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Sponsor restored');
    await edit.click();
    await name.fill('Northwind Tea');
    const [northwind] = (await listSponsors(api, event)).filter((sponsor) => sponsor.name);
    await api.call('DELETE', `/api/sponsors/${northwind?.id}`);
    await update.click();
    await expect(toast(page)).toContainText('Failed to update sponsor');
    await expect(toast(page)).toContainText('Sponsor not found');
    // The input can be added as a new sponsor.
    await expect(current(1)).toBeVisible();
    await expect(name).toHaveValue('Northwind Tea');
    await add.click();
    await expect(current(2)).toBeVisible();
  });

  await test.step('sponsors that cannot be loaded', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await api.call('DELETE', `/api/events/${gone.id}`);
    await openSponsors(page, gone);
    await expect(dialog.getByRole('heading', { name: 'Failed to fetch sponsors' })).toBeVisible();
    await expect(dialog.getByText('Event not found')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
