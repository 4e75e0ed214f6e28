import { readFile } from 'node:fs/promises';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Locator, Page } from '@playwright/test';
import { type Api, unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize } from '../harness/draws.ts';
import { cardOf, openFromCard } from '../harness/event-dialogs.ts';
import { LOGO, PICTURE } from '../harness/logo.ts';
import { readQr } from '../harness/read-qr.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const BLACK_ON_WHITE = ['0,0,0,255', '255,255,255,255'];

const openCode = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'QR Code', 'Event QR Code');
const openRaffle = (page: Page, event: AdminEvent) =>
  openFromCard(page, event, 'Raffle', 'Public Raffle Page');

test("the event's QR code leads to its lead form on this very origin, is downloaded and printed as a poster", async ({
  adminPage: page,
  api,
}) => {
  const event = await arrangePoster(page, api);
  const url = `${api.url}/event/${event.id}/submit`;
  await expect(cardOf(page, event.name)).toBeVisible();
  // The library that draws the code; the dialog itself may be loaded.
  const heldRoute = await holdRoute(page, '**/assets/browser-*.js');
  const dialog = await openCode(page, event);
  const download = dialog.getByRole('button', { name: 'Download', exact: true });

  await test.step('still being generated', async () => {
    await expect(download).toBeDisabled();
    await download.focus();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Download failed');
    await expect(toast(page)).toContainText('QR code is still generating. Please wait.');
    heldRoute.release();
    await expect(download).toBeEnabled();
  });

  await test.step('the code and its link', async () => {
    await expect(dialog).toContainText(event.name);
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
    // Nothing is below the fold of a small laptop.
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const part of [dialog.locator('canvas'), field, download]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await expect(dialog.getByRole('note')).toContainText('PUBLIC_URL=https://raffle.example.org');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Link copied');
    await expect(toast(page)).toContainText('Lead form URL copied to clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await expectToOpen(page, dialog.getByRole('link', { name: 'Open Form' }), url);
    const tablet = dialog.getByRole('link', { name: 'Open on a shared tablet' });
    await expect(tablet).toHaveAttribute('href', /\?kiosk$/);
    await expect(dialog).toBeVisible();
  });

  await test.step('downloaded', async () => {
    const { name, bytes } = await saveFile(page, () => download.click());
    expect(name).toBe(`${event.name.replaceAll(' ', '-')}-qr-code.png`);
    await expect(toast(page)).toContainText('QR Code downloaded');
    const image = `data:image/png;base64,${bytes.toString('base64')}`;
    expect(await readQr(page, { image })).toMatchObject({ text: url, width: 320 });
  });

  await test.step('printed as a poster', () => expectToPrintPoster(page, dialog, event));

  await test.step('in another language, which its code chooses', async () => {
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await dialog.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await expect(async () =>
      expect((await readQr(page, 'canvas')).text).toBe(`${url}?lang=de`),
    ).toPass();
    await expect(dialog.getByRole('textbox', { name: 'Lead form URL' })).toHaveValue(
      `${url}?lang=de`,
    );
    await printAnyway(page, dialog);
    const poster = page.locator('.printed [lang="de"]');
    await expect(poster).toContainText('Scannen und mitmachen');
    await expect(poster.locator('h1')).toHaveText('Wintermarkt');
  });
});

test('without a code the links still work', { tag: '@thorough' }, async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto('/admin/events');
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await test.step('a raffle code that cannot be generated is only logged', async () => {
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('The QR code could not be generated'),
    );
    const dialog = await openRaffle(page, event);
    await logged;
    await expect(dialog.getByRole('link', { name: 'Open Raffle Page' })).toBeVisible();
    await expect(toast(page)).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('a code that cannot be generated is reported', async () => {
    const dialog = await openCode(page, event);
    await expect(toast(page)).toContainText('QR Code generation failed');
    await expect(toast(page)).toContainText('Unable to generate QR code');
    await expect(dialog.getByText('The link still works')).toBeVisible();
    await dialog.getByRole('button', { name: 'Download', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Download failed');
    await expect(toast(page)).toContainText('Unable to download QR code. Please try again.');
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Link copied');
  });
});

test('the raffle dialog shares the public raffle page and says how it works', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  // The test servers can be reached from this machine only.
  const urls = ['http://192.0.2.7:3000'];
  await page.route('/api/address/network', (route) => route.fulfill({ json: { urls } }));
  await page.goto('/admin/events');
  let dialog = await openRaffle(page, event);
  await expect(dialog.getByRole('heading', { name: 'Public Raffle Page' })).toBeVisible();
  await expect(
    dialog.getByRole('note').getByRole('link', { name: 'http://192.0.2.7:3000' }),
  ).toHaveAttribute('href', 'http://192.0.2.7:3000/admin/events');
  const ready = page.getByRole('region', { name: 'Ready to draw?' });
  await expect(ready).toContainText('There are no leads yet.');
  await api.addLead(event.id);
  await page.keyboard.press('Escape');
  dialog = await openRaffle(page, event);
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

  const field = dialog.getByRole('textbox', { name: 'Raffle URL' });
  await expect(field).toHaveValue(url);
  await expect(field).toHaveAttribute('readonly');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page)).toContainText('Link copied');
  await expect(toast(page)).toContainText('Raffle URL copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const open = dialog.getByRole('link', { name: 'Open Raffle Page' });
  await expect(open).toHaveAttribute('href', url);
  await expect(open).toHaveAttribute('target', '_blank');
  const stage = dialog.getByRole('link', { name: 'Open the wall on this screen' });
  await expect(stage).toHaveAttribute('href', `/event/${event.id}/stage`);
});

async function expectToOpen(page: Page, link: Locator, url: string): Promise<void> {
  const opened = page.waitForEvent('popup');
  await link.click();
  const popup = await opened;
  expect(popup.url()).toBe(url);
  await popup.close();
}

async function saveFile(page: Page, press: () => Promise<void>) {
  const saved = page.waitForEvent('download');
  await press();
  const download = await saved;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The events screen with an event that has a sponsor; printing only leaves a mark on the page. */
async function arrangePoster(page: Page, api: Api): Promise<AdminEvent> {
  const event = await api.createEvent({ name: `Winter Fair ${unique('2026')}` });
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Acme', logo: LOGO });
  for (const [position, name] of ['City bicycle', 'Book token', 'Umbrella', 'Scarf'].entries()) {
    await addPrize(api, event, name, { position, picture: position === 0 ? PICTURE : null });
  }
  await api.call('PUT', `/api/events/${event.id}/translations`, {
    version: event.questionsVersion,
    event: { de: { name: 'Wintermarkt' } },
  });
  await page.addInitScript(() => {
    // The poster is on the page only until the print dialog has closed.
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.goto('/admin/events');
  return event;
}

async function expectToPrintPoster(page: Page, dialog: Locator, event: AdminEvent): Promise<void> {
  const poster = page.locator('.printed');
  await printAnyway(page, dialog);
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.evaluate(() => document.body.removeAttribute('data-printed'));
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // The end of printing removes the poster.
  await expect(poster).toHaveCount(0);
  await printAnyway(page, dialog);
  await expect(page.locator('body[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(poster.getByText(event.name)).toBeVisible();
  await expect(poster).toContainText('Saturday, December 5, 2026');
  await expect(poster).toContainText(`/e/${event.shortCode}`);
  await expect(poster.locator('.poster-prizes li')).toHaveText([
    'City bicycle',
    'Book token',
    'Umbrella',
    'and 1 more',
  ]);
  await expect(poster.locator('img')).toHaveCount(3);
  await expect(dialog).toBeHidden();
}

/** The address of the test is open to this computer alone, so printing asks first. */
async function printAnyway(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Print poster' }).click();
  await page.getByRole('button', { name: 'Print anyway' }).click();
}
