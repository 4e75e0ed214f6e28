import type { AdminEvent } from '@drawbridge/contract/events';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import type { Page } from '@playwright/test';
import { type Api, unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { openFromCard } from './harness/event-dialogs.ts';
import { holdSlowFiles } from './harness/slow-files.ts';
import { expect, phone, test, toast } from './harness/test.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><circle cx="20" cy="20" r="18"/></svg>';
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const logoFile = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };

function addSponsor(api: Api, event: AdminEvent, name: string, position = 0): Promise<Sponsor> {
  return api.call('POST', '/api/sponsors', { eventId: event.id, name, logo, position });
}

function listSponsors(api: Api, event: AdminEvent): Promise<Sponsor[]> {
  return api.call('GET', `/api/sponsors?eventId=${event.id}`);
}

const openSponsors = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'Sponsors', 'Manage Sponsors');

test('an administrator adds a sponsor with a name and one with a logo alone', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  await expect(dialog.getByText(event.name)).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Current Sponsors (0)' })).toBeVisible();
  await expectNoAxeViolations(page);

  const name = dialog.getByLabel('Sponsor Name (Optional)');
  const add = dialog.getByRole('button', { name: 'Add Sponsor' });
  await name.fill('Northwind');
  await add.click();
  await expect(toast(page)).toContainText('No logo selected');
  await expect(toast(page)).toContainText('Please upload a sponsor logo');
  await expect(dialog.getByLabel('Sponsor Logo')).toBeFocused();
  await expect(name).toHaveValue('Northwind');

  await dialog.getByLabel('Sponsor Logo').setInputFiles(logoFile);
  await expect(dialog.getByRole('img', { name: 'Chosen logo' })).toBeVisible();
  await add.click();
  await expect(toast(page)).toContainText('Sponsor added');
  await expect(dialog.getByRole('heading', { name: 'Current Sponsors (1)' })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Northwind' })).toBeVisible();
  await expect(name).toHaveValue('');
  await expect(dialog.getByRole('img', { name: 'Chosen logo' })).toBeHidden();

  await dialog.getByLabel('Sponsor Logo').setInputFiles(logoFile);
  await add.click();
  await expect(dialog.getByRole('heading', { name: 'Current Sponsors (2)' })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Unnamed sponsor' })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(
    (await listSponsors(api, event)).map((sponsor) => [sponsor.name, sponsor.position]),
  ).toEqual([
    ['Northwind', 0],
    [null, 1],
  ]);
});

test('of two logos the last one counts, also when the first takes longer to read', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const readSlowFiles = await holdSlowFiles(page);
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  const input = dialog.getByLabel('Sponsor Logo');
  const add = dialog.getByRole('button', { name: 'Add Sponsor' });
  await input.setInputFiles({
    ...logoFile,
    name: 'slow.svg',
    buffer: Buffer.from(svg.replace('18', '9')),
  });
  await expect(dialog.getByText('Reading the image…')).toBeVisible();
  await add.click({ force: true });
  await expect(add).toBeDisabled();
  await input.setInputFiles(logoFile);
  await expect(dialog.getByAltText('Chosen logo')).toHaveAttribute('src', logo);
  await readSlowFiles();
  await add.click();
  await expect(toast(page)).toContainText('Sponsor added');
  expect(await listSponsors(api, event)).toMatchObject([{ logo }]);
});

test('a sponsor is edited, and cannot be saved without a logo', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addSponsor(api, event, 'Northwind');
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  const edit = dialog.getByRole('button', { name: 'Edit Northwind' });
  const name = dialog.getByLabel('Sponsor Name (Optional)');
  const update = dialog.getByRole('button', { name: 'Update Sponsor' });

  await edit.click();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Northwind');
  await dialog.getByRole('button', { name: 'Remove logo' }).click();
  await expect(update).toBeDisabled();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Add Sponsor' })).toBeVisible();
  await expect(name).toHaveValue('');

  await edit.click();
  await name.fill('Northwind Coffee');
  await update.click();
  await expect(toast(page)).toContainText('Sponsor updated');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Northwind Coffee' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add Sponsor' })).toBeVisible();
  expect(await listSponsors(api, event)).toMatchObject([{ name: 'Northwind Coffee', logo }]);
});

test('a sponsor is removed, also while it is being edited', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addSponsor(api, event, 'Northwind');
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  await dialog.getByRole('button', { name: 'Edit Northwind' }).click();
  await dialog.getByRole('button', { name: 'Delete Northwind' }).click();
  await expect(toast(page)).toContainText('Sponsor removed');
  await expect(dialog.getByRole('heading', { name: 'Current Sponsors (0)' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add Sponsor' })).toBeVisible();
  await expect(dialog.getByLabel('Sponsor Name (Optional)')).toHaveValue('');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Sponsor restored');
  await expect(dialog.getByRole('button', { name: 'Edit Northwind' })).toBeVisible();
});

test('refused changes of sponsors say why and lose nothing that was typed', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const northwind = await addSponsor(api, event, 'Northwind');
  const acme = await addSponsor(api, event, 'Acme', 1);
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  const name = dialog.getByLabel('Sponsor Name (Optional)');

  await dialog.getByRole('button', { name: 'Edit Northwind' }).click();
  await name.fill('Northwind Coffee');
  await api.call('DELETE', `/api/sponsors/${northwind.id}`);
  await dialog.getByRole('button', { name: 'Update Sponsor' }).click();
  await expect(toast(page)).toContainText('Failed to update sponsor');
  await expect(toast(page)).toContainText('Sponsor not found');
  // Somebody else has deleted it: the input can be added as a new sponsor.
  await expect(dialog.getByRole('heading', { name: 'Current Sponsors (1)' })).toBeVisible();
  await expect(name).toHaveValue('Northwind Coffee');
  await dialog.getByRole('button', { name: 'Add Sponsor' }).click();
  await expect(toast(page)).toContainText('Sponsor added');
  await expect(name).toHaveValue('');

  await api.call('DELETE', `/api/sponsors/${acme.id}`);
  await dialog.getByRole('button', { name: 'Delete Acme' }).click();
  await expect(toast(page)).toContainText('Failed to remove sponsor');
  await expect(toast(page)).toContainText('Sponsor not found');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Acme' })).toBeHidden();

  await api.call('DELETE', `/api/events/${event.id}`);
  await name.fill('Too late');
  await dialog.getByLabel('Sponsor Logo').setInputFiles(logoFile);
  await dialog.getByRole('button', { name: 'Add Sponsor' }).click();
  await expect(toast(page)).toContainText('Failed to add sponsor');
  await expect(toast(page)).toContainText('Event not found');
  await expect(name).toHaveValue('Too late');
});

test('a file that is not an image is refused, by the page or by the server', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const dialog = await openSponsors(page, event);
  const sentence = 'The logo must be a PNG, JPEG, WebP, GIF, AVIF or SVG image';
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Call Priya') };

  await dialog.getByLabel('Sponsor Logo').setInputFiles(file);
  await expect(dialog.getByRole('alert')).toHaveText(sentence);
  await expectNoAxeViolations(page);

  // It says it is an image, and only the server looks at what an SVG is made of.
  await dialog
    .getByLabel('Sponsor Logo')
    .setInputFiles({ ...file, name: 'notes.svg', mimeType: 'image/svg+xml' });
  await dialog.getByRole('button', { name: 'Add Sponsor' }).click();
  await expect(toast(page)).toContainText('Failed to add sponsor');
  await expect(toast(page)).toContainText(sentence);
});

test('sponsors that cannot be loaded are reported, and can be loaded again', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await expect(page.getByRole('article', { name: event.name })).toBeVisible();
  await api.call('DELETE', `/api/events/${event.id}`);
  const dialog = await openSponsors(page, event);
  await expect(dialog.getByRole('heading', { name: 'Failed to fetch sponsors' })).toBeVisible();
  await expect(dialog.getByText('Event not found')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.route(/\/api\/sponsors\?/, (route) => route.fulfill({ json: [] }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('heading', { name: 'Current Sponsors (0)' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('sponsors with long names fit, and their buttons are big enough for fingers', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent({ name: unique('Fair'.repeat(40)) });
    const name = 'Hohenberg-Castellanos-Verwaltungsgesellschaft '.repeat(2).trim();
    await addSponsor(api, event, name);
    await page.goto('/admin/events');
    const dialog = await openSponsors(page, event);
    await dialog.getByRole('button', { name: `Edit ${name}` }).tap();
    await expectNoAxeViolations(page);
    for (const button of await dialog.locator('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  });
});
