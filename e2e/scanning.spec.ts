import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/lib/browsers.mjs';
import { expectNoAxeViolations } from './harness/axe.ts';
import { FedCamera } from './harness/fed-camera.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, signInOn, test } from './harness/test.ts';
import {
  assignedVolunteer,
  namesAt,
  openVolunteerScreen,
  readyOffline,
} from './harness/volunteer-screen.ts';
import { watchPage } from './harness/watch-page.ts';

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan a Badge' });
const openScanner = (page: Page) => page.getByRole('button', { name: 'Scan a badge' }).click();

async function expectForm(page: Page, name: string, phone: string, email: string): Promise<void> {
  await expect(scanner(page)).toBeHidden();
  await expect(page.getByLabel('Full Name *')).toHaveValue(name);
  await expect(page.getByLabel('Phone Number *')).toHaveValue(phone);
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
}

test('the camera reads badges into the form, passes over other codes, and works without a network', async ({
  server,
  api,
  sessionOf,
}, testInfo) => {
  const { event, volunteer } = await assignedVolunteer(api);
  const camera = new FedCamera(testInfo.outputPath('camera.y4m'));
  const { args, ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, ...camera.args] });
  try {
    const context = await browser.newContext({ ...phone, isMobile: true, baseURL: server.url });
    const page = await context.newPage();
    const complaints = watchPage(page, /net::ERR_INTERNET_DISCONNECTED/);
    await signInOn(page, await sessionOf(volunteer));
    await page.goto('/volunteer/leads');

    camera.show('https://example.com/visitors/12345678');
    await openScanner(page);
    const status = scanner(page).getByRole('status', { name: 'Scanner' });
    await expect(status).toHaveText('This code holds no contact');
    await expectNoAxeViolations(page);
    await expectNoSidewaysScrolling(page);
    camera.show('MECARD:N:Silva,Ana;TEL:07700 900456;EMAIL:ana@example.com;;');
    await expectForm(page, 'Ana Silva', '07700 900456', 'ana@example.com');
    await expect(page.getByRole('button', { name: 'Add Lead' })).toBeFocused();

    // Nothing of one person's badge is left when another one is scanned.
    camera.show('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jon Field\r\nEND:VCARD');
    await openScanner(page);
    await expectForm(page, 'Jon Field', '', '');
    await expect(page.getByLabel('Phone Number *')).toBeFocused();

    await readyOffline(page);
    await page.reload();
    const kept: [string, boolean][] = [];
    page.on('response', (response) => {
      const [, file] = /\/volunteer\/assets\/(\w+)/.exec(response.url()) ?? [];
      if (file) kept.push([file, response.fromServiceWorker()]);
    });
    await context.setOffline(true);
    camera.show('MECARD:N:Holm,Mads;TEL:07700 900789;;');
    await openScanner(page);
    await expectForm(page, 'Mads Holm', '07700 900789', '');
    expect(kept).toEqual([
      ['scan', true],
      ['zxing_reader', true],
    ]);
    expect(await namesAt(api, event.id)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    camera.close();
  }
});

test('without a camera the scanner says so', { tag: '@thorough' }, async ({
  page,
  signIn,
  api,
}) => {
  await openVolunteerScreen(page, api, signIn);
  await openScanner(page);
  await expect(scanner(page).getByRole('alert')).toContainText(
    /No camera found|The camera is not allowed/,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Scan a badge' })).toBeFocused();
});
