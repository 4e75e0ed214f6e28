import { readFile } from 'node:fs/promises';
import type { AdminEvent } from '@drawbridge/contract/events';
import type { Page } from '@playwright/test';
import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { showOnly } from './harness/event-dialogs.ts';
import { LOGO } from './harness/logo.ts';
import { readQr } from './harness/read-qr.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, phone, test, toast } from './harness/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const BLACK_ON_WHITE = ['0,0,0,255', '255,255,255,255'];

test("the event's QR code leads to its lead form on this very origin", async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const dialog = await openDialog(page, event, 'QR Code');
  await expect(dialog).toContainText(event.name);
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled();

  const url = `${api.url}/event/${event.id}/submit`;
  expect(await readQr(page, 'canvas')).toEqual({
    text: url,
    width: 320,
    height: 320,
    margin: 2,
    colours: BLACK_ON_WHITE,
  });
  const field = dialog.getByRole('textbox', { name: 'Lead form URL' });
  await expect(field).toHaveValue(url);
  await expect(field).toHaveAttribute('readonly');
  await expect(dialog.getByRole('note')).toContainText('PUBLIC_URL=https://raffle.example.org');
  await expectNoAxeViolations(page);

  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page)).toContainText('Link copied');
  await expect(toast(page)).toContainText('Lead form URL copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Open Form' }).click();
  expect((await opened).url()).toBe(url);
  await expect(dialog).toBeVisible();
});

test('the downloaded code has the name of the event and can be scanned', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent({ name: `Winter Fair ${unique('2026')}` });
  const dialog = await openDialog(page, event, 'QR Code');
  const downloaded = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe(`${event.name.replaceAll(' ', '-')}-qr-code.png`);
  await expect(toast(page)).toContainText('QR Code downloaded');

  const file = await readFile(await download.path());
  const scanned = await readQr(page, { image: `data:image/png;base64,${file.toString('base64')}` });
  expect(scanned.text).toBe(`${api.url}/event/${event.id}/submit`);
  expect(scanned.width).toBe(320);
});

test('a public address that the operator has set is in the code and the links', async ({
  signedInAdmin: page,
  api,
}) => {
  // The setting itself is tested with the server; every server here has the same one.
  await page.route('/api/address', (route) =>
    route.fulfill({ json: { publicUrl: 'https://raffle.example.org' } }),
  );
  const event = await api.createEvent();
  for (const [button, path] of [
    ['QR Code', 'submit'],
    ['Raffle', 'raffle'],
  ] as const) {
    const dialog = await openDialog(page, event, button);
    const url = `https://raffle.example.org/event/${event.id}/${path}`;
    await expect(dialog.getByRole('textbox')).toHaveValue(url);
    await expect(async () => {
      expect((await readQr(page, 'canvas')).text).toBe(url);
    }).toPass();
    await expect(dialog.getByRole('note')).toHaveCount(0);
  }
});

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${size}`, () => {
    test.use(options);

    test('the code is saved in other formats and printed as a poster', async ({
      signedInAdmin: page,
      api,
    }) => {
      const event = await api.createEvent({ name: unique('Fair') });
      await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Acme', logo: LOGO });
      const url = `${api.url}/event/${event.id}/submit`;
      await page.addInitScript(() => {
        // The poster is on the page only until the print dialog has closed.
        window.print = () => document.body.setAttribute('data-printed', 'yes');
      });
      const dialog = await openDialog(page, event, 'QR Code');
      await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled();
      const save = async (format: string) => {
        const saved = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Other formats' }).click();
        await page.getByRole('menuitem', { name: format }).click();
        const download = await saved;
        return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
      };
      const large = await save('PNG, 2,000 px');
      expect(large.name).toMatch(/-qr-code-2000px\.png$/);
      const image = `data:image/png;base64,${large.bytes.toString('base64')}`;
      expect(await readQr(page, { image })).toMatchObject({ text: url, width: 2000 });
      const vector = await save('SVG');
      expect(vector.name).toMatch(/-qr-code\.svg$/);
      expect(vector.bytes.toString()).toContain('<svg');

      const poster = page.locator('.poster');
      for (const format of ['A4', 'Letter']) {
        await dialog.getByRole('button', { name: 'Print poster' }).click();
        await expect(page.locator('body[data-printed]')).toBeVisible();
        await page.evaluate(() => document.body.removeAttribute('data-printed'));
        const pdf = await page.pdf({ format, printBackground: true });
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
        // The end of printing takes the poster away.
        await expect(poster).toHaveCount(0);
      }
      await dialog.getByRole('button', { name: 'Print poster' }).click();
      await expect(page.locator('body[data-printed]')).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(poster.getByText(event.name)).toBeVisible();
      await expect(poster).toContainText('Saturday, December 5, 2026');
      await expect(poster).toContainText(`/e/${event.shortCode}`);
      await expect(poster.locator('img')).toHaveCount(2);
      await expect(dialog).toBeHidden();
    });
  });
}

test('a code that is still being generated cannot be downloaded yet', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  const card = page.getByRole('article', { name: event.name });
  await expect(card).toBeVisible();
  // The library that draws the code; the dialog itself may be loaded.
  const held = await holdRoute(page, '**/assets/browser-*.js');
  await card.getByRole('button', { name: 'QR Code' }).click();
  const download = page.getByRole('dialog').getByRole('button', { name: 'Download' });
  await expect(download).toBeDisabled();
  await download.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Download failed');
  await expect(toast(page)).toContainText('QR code is still generating. Please wait.');

  held.release();
  await expect(download).toBeEnabled();
  const downloaded = page.waitForEvent('download');
  await download.click();
  await downloaded;
});

test('a code that cannot be generated is reported, and the link remains', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page
    .getByRole('article', { name: event.name })
    .getByRole('button', { name: 'QR Code' })
    .click();
  await expect(toast(page)).toContainText('QR Code generation failed');
  await expect(toast(page)).toContainText('Unable to generate QR code');
  const dialog = page.getByRole('dialog', { name: 'Event QR Code' });
  await expect(dialog.getByText('The link below still works')).toBeVisible();
  await expectNoAxeViolations(page);

  await dialog.getByRole('button', { name: 'Download' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Download failed');
  await expect(toast(page)).toContainText('Unable to download QR code. Please try again.');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page)).toContainText('Link copied');
});

test('a code that the browser will not turn into a file is reported', async ({
  signedInAdmin: page,
  api,
}) => {
  const dialog = await openDialog(page, await api.createEvent(), 'QR Code');
  const download = dialog.getByRole('button', { name: 'Download' });
  await expect(download).toBeEnabled();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  await download.click();
  await expect(toast(page)).toContainText('Download failed');
  await expect(toast(page)).toContainText('Unable to download QR code. Please try again.');
});

test('the raffle dialog shares the public raffle page and says how it works', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const dialog = await openDialog(page, event, 'Raffle');
  await expect(dialog.getByRole('heading', { name: 'Public Raffle Page' })).toBeVisible();
  const ready = dialog.getByRole('region', { name: 'Ready to draw?' });
  await expect(ready).toContainText('There are no leads yet.');
  await api.addLead(event.id);
  await ready.getByRole('button', { name: 'Check again' }).click();
  await expect(ready).toContainText('1 lead is still pending and not in the draw');
  const url = `${api.url}/event/${event.id}/raffle`;
  await expect(async () => {
    expect(await readQr(page, 'canvas')).toMatchObject({
      text: url,
      width: 320,
      margin: 2,
      colours: BLACK_ON_WHITE,
    });
  }).toPass();
  await expect(dialog.getByRole('heading', { name: 'How it works' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Share the URL or QR code',
    'Attendees enter their details to join',
    'Only verified leads are eligible for prize draws',
  ]);
  await expectNoAxeViolations(page);

  const field = dialog.getByRole('textbox', { name: 'Raffle URL' });
  await expect(field).toHaveValue(url);
  await expect(field).toHaveAttribute('readonly');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page)).toContainText('Link copied');
  await expect(toast(page)).toContainText('Raffle URL copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Open Raffle Page' }).click();
  expect((await opened).url()).toBe(url);
});

test('a raffle code that cannot be generated is only logged', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The QR code could not be generated'),
  );
  await page
    .getByRole('article', { name: event.name })
    .getByRole('button', { name: 'Raffle' })
    .click();
  await logged;
  await expect(page.getByRole('link', { name: 'Open Raffle Page' })).toBeVisible();
  await expect(toast(page)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 } });

  test('both codes fit the screen and can still be scanned', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent();
    for (const [button, path] of [
      ['QR Code', 'submit'],
      ['Raffle', 'raffle'],
    ] as const) {
      const dialog = await openDialog(page, event, button);
      await expect(async () => {
        const { text } = await readQr(page, 'canvas');
        expect(text).toBe(`${api.url}/event/${event.id}/${path}`);
      }).toPass();
      const box = await dialog.locator('canvas').boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(300);
      expect(box?.width).toBe(box?.height);
      const { scrollWidth, clientWidth } = await dialog.evaluate((element) => ({
        scrollWidth: element.scrollWidth,
        clientWidth: element.clientWidth,
      }));
      expect(scrollWidth).toBe(clientWidth);
      for (const control of await dialog.locator('button, a').all()) {
        expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    }
  });
});

async function openDialog(page: Page, event: AdminEvent, button: 'QR Code' | 'Raffle') {
  await showOnly(page, event);
  await page.goto('/admin/events');
  await page
    .getByRole('article', { name: event.name })
    .getByRole('button', { name: button })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}
