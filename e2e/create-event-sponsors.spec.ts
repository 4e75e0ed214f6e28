import type { AdminEvent } from '@drawbridge/contract/events';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import { type Api, unique } from './harness/api.ts';
import { fillBasics, findEvent, openCreateDialog } from './harness/event-dialogs.ts';
import { expect, test, toast } from './harness/test.ts';

test('queued sponsors need a name and are numbered, the last is not lost, and a refused one does not prevent the event', async ({
  signedInAdmin: page,
  api,
}) => {
  await page.goto('/admin/events');
  const dialog = await openCreateDialog(page);
  const hasty = unique('Hasty Fair');
  const sponsorName = dialog.getByLabel('Sponsor Name');
  const add = dialog.getByRole('button', { name: 'Add Sponsor' });
  const queue = dialog.getByRole('list', { name: 'Queued sponsors' }).getByRole('listitem');
  await fillBasics(dialog, hasty);
  await sponsorName.fill('   ');
  await add.click();
  await expect(toast(page)).toContainText('Sponsor name required');
  await expect(toast(page)).toContainText('Please enter a sponsor name');
  await expect(sponsorName).toBeFocused();
  for (const sponsor of ['Northwind', 'Old Tram']) {
    await sponsorName.fill(sponsor);
    await add.click();
  }
  await expect(queue).toHaveText(['1Northwind', '2Old Tram']);
  await dialog.getByRole('button', { name: 'Remove Northwind' }).click();
  await expect(queue).toHaveText(['1Old Tram']);
  await sponsorName.fill('Acme');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(toast(page)).toContainText('2 sponsors added');
  // A sponsor without a picture has its name drawn as one.
  const logo = expect.stringMatching(/^data:image\/png/);
  expect(await sponsorsOf(api, await findEvent(api, hasty))).toMatchObject([
    { name: 'Old Tram', position: 1, logo },
    { name: 'Acme', position: 2, logo },
  ]);

  const name = unique('Unlucky Fair');
  await page.goto('/admin/events');
  await openCreateDialog(page);
  await fillBasics(dialog, name);
  await sponsorName.fill('Refused');
  // A browser shows it; the server takes no SVG that declares entities.
  await dialog.getByLabel('Sponsor Logo').setInputFiles({
    name: 'refused.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<!DOCTYPE svg [<!ENTITY ink "red">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="&ink;"/></svg>',
    ),
  });
  await expect(dialog.getByAltText('Chosen logo')).toBeVisible();
  await add.click();
  for (const sponsor of ['Acme', 'Old Tram']) {
    await sponsorName.fill(sponsor);
    await add.click();
  }
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(toast(page)).toContainText('Event created with errors');
  await expect(toast(page)).toContainText(
    'Event created but 1 of 3 sponsor(s) failed to create. Please use the Sponsors button to add them manually.',
  );
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Sponsors 2' }).click();
  await expect(page.getByRole('button', { name: 'Add Sponsor' })).toBeVisible();
  expect(await sponsorsOf(api, await findEvent(api, name))).toMatchObject([
    { name: 'Acme' },
    { name: 'Old Tram' },
  ]);
});

function sponsorsOf(api: Api, event: AdminEvent): Promise<Sponsor[]> {
  return api.call('GET', `/api/sponsors?eventId=${event.id}`);
}
