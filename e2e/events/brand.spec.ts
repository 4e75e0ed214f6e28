import { leadFormPath, rafflePath } from '@drawbridge/contract/core/pages';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { openFromCard } from '../harness/event-dialogs.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, test, toast } from '../harness/test.ts';

/** A photograph like a camera's: large, and hard to compress. */
async function photograph(page: Page) {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1700;
    canvas.height = 300;
    const pen = canvas.getContext('2d');
    for (let at = 0; at < 1000; at++) {
      if (pen) pen.fillStyle = `hsl(${(at * 47) % 360} 60% 50%)`;
      pen?.fillRect((at * 173) % 1700, (at * 331) % 300, 90, 70);
    }
    return canvas.toDataURL('image/png');
  });
  const buffer = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { name: 'photograph.png', mimeType: 'image/png', buffer };
}

test('an event gets a brand and a prize a picture, and visitors see them @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  const file = await photograph(page);
  const isDrawn = (image: ReturnType<Page['locator']>) =>
    expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth));

  await test.step('logo, cover and colour', async () => {
    await page.goto(`/admin/events/${event.id}/settings`);
    const brand = page.getByRole('region', { name: 'Brand' });
    for (const label of ['Logo', 'Cover Picture']) {
      await brand.getByLabel(label).setInputFiles(file);
    }
    await isDrawn(brand.getByRole('img', { name: 'Chosen cover picture' })).toBe(1600);
    await brand.getByLabel('Colour').fill('#0f6b6d');
    await brand.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toHaveText('Event updated');
    await page.goto('/admin/events');
  });

  await test.step('a picture of a prize', async () => {
    const dialog = await openFromCard(page, event, 'Prizes', 'Manage Prizes');
    await dialog.getByRole('button', { name: 'Add First Prize' }).click();
    await dialog.getByLabel('Prize Name').fill('City bicycle');
    await dialog.getByText('Picture, sponsor and a note for the presenter').click();
    await dialog.getByLabel('Picture (Optional)').setInputFiles(file);
    await isDrawn(dialog.getByRole('img', { name: 'Chosen picture' })).toBe(960);
    await dialog.getByRole('button', { name: 'Save Prize' }).click();
    await expect(toast(page)).toHaveText('Prize created');
  });

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(leadFormPath(event.id));
  await isDrawn(page.locator('header > img').first()).toBe(1600);
  await isDrawn(page.getByRole('list', { name: 'Prizes' }).locator('img')).toBe(960);
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toHaveCSS('background-color', 'rgb(15, 107, 109)');
  await expect(page.getByText('Drawbridge', { exact: true })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await page.evaluate(() => document.documentElement.classList.replace('light', 'dark'));
  await expect(submit).toHaveCSS('background-color', 'rgb(49, 128, 129)');
  await expectNoAxeViolations(page);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(rafflePath(event.id));
  await isDrawn(page.getByRole('list').first().locator('img').filter({ visible: true })).toBe(960);
});
