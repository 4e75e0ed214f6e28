import type { AdminEvent } from '@drawbridge/contract/events';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import type { Page } from '@playwright/test';
import { type Api, unique } from './harness/api.ts';
import { cardOf, fillBasics, findEvent, openCreateDialog } from './harness/event-dialogs.ts';
import { LOGO } from './harness/logo.ts';
import { holdSlowFiles } from './harness/slow-files.ts';
import { expect, test, toast } from './harness/test.ts';

test('sponsors are queued with a name, wait for their logos, and are created in their order', {
  tag: '@thorough',
}, async ({ signedInAdmin: page, api }) => {
  const readSlowFiles = await holdSlowFiles(page);
  const name = unique('Sponsored Fair');
  await page.goto('/admin/events');
  const dialog = await openCreateDialog(page);
  const sponsorName = dialog.getByLabel('Sponsor Name');
  const sponsorLogo = dialog.getByLabel('Sponsor Logo');
  const chosen = dialog.getByAltText('Chosen logo');
  const add = dialog.getByRole('button', { name: 'Add Sponsor' });
  const create = dialog.getByRole('button', { name: 'Create Event' });
  const queue = dialog.getByRole('list', { name: 'Queued sponsors' }).getByRole('listitem');

  await test.step('a queued sponsor needs a name', async () => {
    await sponsorName.fill('   ');
    await add.click();
    await expect(toast(page)).toContainText('Sponsor name required');
    await expect(toast(page)).toContainText('Please enter a sponsor name');
    await expect(sponsorName).toBeFocused();
    await expect(sponsorName).toHaveAttribute('aria-invalid', 'true');
    await sponsorName.fill('A'.repeat(101));
    await add.click();
    await expect(dialog.getByText('Sponsor name is too long')).toBeVisible();
    await expect(queue).toHaveCount(0);

    // A logo that waits for its name keeps the event from being created without it.
    await sponsorName.fill('');
    const buffer = await drawPng(page, 2000, 500);
    await sponsorLogo.setInputFiles({ name: 'old-tram.png', mimeType: 'image/png', buffer });
    await expect(chosen).toBeVisible();
    await fillBasics(dialog, name);
    await create.click();
    await expect(toast(page)).toContainText('Sponsor name required');
    await expect(sponsorName).toBeFocused();
    await expect(dialog).toBeVisible();
    await sponsorName.fill('Old Tram');
    await add.click();
    await expect(chosen).toBeHidden();
  });

  await test.step('a sponsor and the event wait for a logo that is still being read', async () => {
    await sponsorName.fill('Northwind');
    await sponsorLogo.setInputFiles({
      name: 'slow.svg',
      mimeType: 'image/svg+xml',
      buffer: bytesOf(LOGO),
    });
    await expect(dialog.getByText('Reading the image…')).toBeVisible();
    await add.click({ force: true });
    await sponsorName.press('Enter');
    await create.click({ force: true });
    await dialog.getByLabel('Location').press('Enter');
    await expect(add).toBeDisabled();
    await expect(create).toBeDisabled();
    await expect(queue).toHaveText(['1Old Tram']);
    await readSlowFiles();
    await expect(chosen).toBeVisible();
    await add.click();
    await expect(queue).toHaveText(['1Old Tram', '2Northwind']);
    await expect(chosen).toBeHidden();
  });

  await test.step('the queue is renumbered when one leaves', async () => {
    for (const sponsor of ['Acme', '  Harbour Coffee Roasters  ']) {
      await sponsorName.fill(sponsor);
      await add.click();
    }
    await expect(queue).toHaveText([
      '1Old Tram',
      '2Northwind',
      '3Acme',
      '4Harbour Coffee Roasters',
    ]);
    await dialog.getByRole('button', { name: 'Remove Acme' }).click();
    await expect(queue).toHaveText(['1Old Tram', '2Northwind', '3Harbour Coffee Roasters']);
  });

  await create.click();
  await expect(toast(page)).toContainText('Event created');
  await expect(toast(page)).toContainText('3 sponsors added');
  const sponsors = await sponsorsOf(api, await findEvent(api, name));
  expect(sponsors).toMatchObject([
    { name: 'Old Tram', position: 1 },
    { name: 'Northwind', position: 2, logo: LOGO },
    { name: 'Harbour Coffee Roasters', position: 3 },
  ]);
  const [uploaded, , drawn] = await Promise.all(
    sponsors.map(({ logo }) => measureImage(page, logo)),
  );
  // One scaled down; the other one is the name itself in two lines, in dark ink.
  expect(uploaded).toMatchObject({ width: 512, height: 128, darkPixels: 512 * 128 });
  expect(drawn).toMatchObject({ height: 164 });
  expect(drawn?.width).toBeGreaterThan(drawn?.height ?? 0);
  expect(drawn?.darkPixels).toBeGreaterThan(1000);
});

test('a sponsor that was not added yet is not lost, and a refused one does not prevent the event', async ({
  signedInAdmin: page,
  api,
}) => {
  await page.goto('/admin/events');
  const dialog = await openCreateDialog(page);
  const hasty = unique('Hasty Fair');
  await fillBasics(dialog, hasty);
  await dialog.getByLabel('Sponsor Name').fill('Acme');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(toast(page)).toContainText('1 sponsor added');
  expect(await sponsorsOf(api, await findEvent(api, hasty))).toMatchObject([{ name: 'Acme' }]);

  const name = unique('Unlucky Fair');
  await openCreateDialog(page);
  await fillBasics(dialog, name);
  await dialog.getByLabel('Sponsor Name').fill('Refused');
  // A browser shows it; the server takes no SVG that declares entities.
  await dialog.getByLabel('Sponsor Logo').setInputFiles({
    name: 'refused.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<!DOCTYPE svg [<!ENTITY ink "red">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="&ink;"/></svg>',
    ),
  });
  await expect(dialog.getByAltText('Chosen logo')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Sponsor' }).click();
  for (const sponsor of ['Acme', 'Old Tram']) {
    await dialog.getByLabel('Sponsor Name').fill(sponsor);
    await dialog.getByRole('button', { name: 'Add Sponsor' }).click();
  }
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(toast(page)).toContainText('Event created with errors');
  await expect(toast(page)).toContainText(
    'Event created but 1 of 3 sponsor(s) failed to create. Please use the Sponsors button to add them manually.',
  );
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, name)).toBeVisible();
  expect(await sponsorsOf(api, await findEvent(api, name))).toMatchObject([
    { name: 'Acme' },
    { name: 'Old Tram' },
  ]);
});

function sponsorsOf(api: Api, event: AdminEvent): Promise<Sponsor[]> {
  return api.call('GET', `/api/sponsors?eventId=${event.id}`);
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

/** A black picture of that size. */
async function drawPng(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      canvas.getContext('2d')?.fillRect(0, 0, width, height);
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return bytesOf(url);
}

function measureImage(page: Page, src: string) {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = document.createElement('canvas');
    const { naturalWidth: width, naturalHeight: height } = image;
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('There is no canvas');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    let darkPixels = 0;
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at] ?? 255) < 128 && (data[at + 3] ?? 0) > 128) darkPixels += 1;
    }
    return { width, height, darkPixels };
  }, src);
}
