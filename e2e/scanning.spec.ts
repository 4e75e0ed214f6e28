import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../scripts/lib/chromium.mjs';
import { expectNoAxeViolations } from './harness/axe.ts';
import { FedCamera } from './harness/fed-camera.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';
import { assignedVolunteer, logInAgain, namesAt } from './harness/volunteer-screen.ts';
import { watchPage } from './harness/watch-page.ts';


test('a badge in front of the camera fills the form, a code without a contact does not stop it, offline too', async ({
  server,
  api,
}, testInfo) => {
  const { event, volunteer } = await assignedVolunteer(api);
  const camera = new FedCamera(testInfo.outputPath('camera.y4m'));
  const { args, ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, ...camera.args] });
  try {
    const context = await browser.newContext({ ...phone, baseURL: server.url });
    const page = await context.newPage();
    const complaints = watchPage(page);
    await page.goto('/login');
    await logInAgain(page, volunteer);
    await expect(page).toHaveURL(/\/volunteer\/leads$/);

    camera.show('https://example.com/visitors/12345678');
    await page.getByRole('button', { name: 'Scan a badge' }).click();
    const scanner = page.getByRole('dialog', { name: 'Scan a Badge' });
    const status = scanner.getByRole('status', { name: 'Scanner' });
    await expect(status).toHaveText('This code holds no contact');
    await expectNoAxeViolations(page);
    await expectNoSidewaysScrolling(page);
    camera.show('MECARD:N:Silva,Ana;TEL:07700 900456;EMAIL:ana@example.com;;');
    await expect(scanner).toBeHidden();
    await expect(page.getByLabel('Full Name *')).toHaveValue('Ana Silva');
    await expect(page.getByRole('button', { name: 'Add Lead' })).toBeFocused();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    camera.close();
  }
});
