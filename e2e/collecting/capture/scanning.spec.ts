import type { AdminEvent } from '@drawbridge/contract/events/events';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { handoverCodes, handoverText } from '@drawbridge/contract/raffle/handover';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../../scripts/lib/browsers.mjs';
import type { Api } from '../../harness/api.ts';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { addPrize, addVerifiedLead } from '../../harness/draws.ts';
import { FedCamera } from '../../harness/fed-camera.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { expect, phone, signInOn, test } from '../../harness/test.ts';
import { assignedVolunteer, openVolunteerScreen } from '../../harness/volunteer-screen.ts';
import { watchPage } from '../../harness/watch-page.ts';

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan a Badge' });
const openScanner = (page: Page) => page.getByRole('button', { name: 'Scan a badge' }).click();

async function expectForm(page: Page, name: string, phone: string, email: string): Promise<void> {
  await expect(scanner(page)).toBeHidden();
  await expect(page.getByLabel('Full Name *')).toHaveValue(name);
  await expect(page.getByLabel('Phone Number *')).toHaveValue(phone);
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
}

/** A winner of a new prize, with the current content of their phone's code. */
async function drawWinnerOf(api: Api, event: AdminEvent, prizeName: string) {
  const entryCode = newEntryCode();
  const name = `Winner of ${prizeName}`;
  const contact = { name, phone: `07700 900${200 + prizeName.length}` };
  const lead = await api.call<{ id: string }>('POST', '/api/leads/public', {
    eventId: event.id,
    ...contact,
    entryCode,
  });
  await api.call('PATCH', `/api/leads/${lead.id}`, { status: 'verified' });
  const other = await addVerifiedLead(api, event, { ...contact, name: 'Mallory Thief' });
  const prize = await addPrize(api, event, prizeName);
  const { ticket } = await api.call<RaffleResult>('POST', `/api/events/${event.id}/draw-winner`, {
    prizeId: prize.id,
  });
  const entry = (code: string) => readEntryCode(code) as Uint8Array;
  const codes = (code = entryCode) => handoverCodes(event.id, entry(code), Date.now());
  const otherTicket = Buffer.from(ticketOf(event.id, entry(other.entryCode))).toString('hex');
  return {
    digits: () => codes().digits,
    otherDigits: () => codes(other.entryCode).digits,
    text: () => handoverText(event.id, ticket, codes().proof),
    shown: `to ${name} · ${ticketName(ticket)}`,
    enteredAs: `This phone entered as Mallory Thief · ${ticketName(otherTicket)}`,
    name,
  };
}

test('the camera reads badges into the form, and the tickets of winners, whose prizes are handed over @thorough', async ({
  server,
  api,
  sessionOf,
  adminPage: organiser,
}, testInfo) => {
  const { event, volunteer } = await assignedVolunteer(api);
  const bicycle = await drawWinnerOf(api, event, 'City bicycle');
  const mug = await drawWinnerOf(api, event, 'Mug');
  const hamper = await drawWinnerOf(api, event, 'Hamper');
  const camera = new FedCamera(testInfo.outputPath('camera.y4m'));
  const { args, ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, ...camera.args] });
  try {
    const context = await browser.newContext({ ...phone, isMobile: true, baseURL: server.url });
    const page = await context.newPage();
    const complaints = watchPage(page, /409 \(Conflict\)/);
    await signInOn(page, await sessionOf(volunteer));
    await page.goto('/volunteer/leads');

    const widthOf = async (name: string) =>
      (await page.getByRole('button', { name }).boundingBox())?.width ?? 0;
    const wider = async () => (await widthOf('Add Lead')) - (await widthOf('Scan a badge'));
    // The widths are equal but for the border.
    await expect.poll(async () => Math.abs(await wider())).toBeLessThanOrEqual(2);
    camera.show('https://example.com/visitors/12345678');
    await openScanner(page);
    const status = scanner(page).getByRole('status', { name: 'Scanner' });
    await expect(status).toHaveText('This code does not contain a contact');
    await expectNoAxeViolations(page);
    await expectNoSidewaysScrolling(page);
    camera.show('MECARD:N:Silva,Ana;TEL:07700 900456;EMAIL:ana@example.com;;');
    await expectForm(page, 'Ana Silva', '07700 900456', 'ana@example.com');
    await expect(page.getByRole('button', { name: 'Add Lead' })).toBeFocused();

    // Scanning another badge clears the details of the previous one.
    camera.show('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jon Field\r\nEND:VCARD');
    await openScanner(page);
    await expectForm(page, 'Jon Field', '', '');
    await expect(page.getByLabel('Phone Number *')).toBeFocused();

    camera.show('https://example.com/not-a-ticket');
    await page.getByRole('button', { name: 'Hand over a prize' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand Over a Prize' });
    const scanning = dialog.getByRole('status', { name: 'Scanner' });
    const result = dialog.getByRole('status', { name: 'Result' });
    const waiting = dialog.getByRole('region', { name: /Still waiting/ });
    await expect(scanning).toHaveText("This is not a winner's code");
    await expect(waiting.getByRole('listitem')).toHaveCount(3);

    camera.show(bicycle.text());
    await expect(result).toContainText('Hand over: City bicycle');
    await expect(result).toContainText(bicycle.shown);
    await expect(scanning).toHaveText('Hold the QR code in front of the camera');
    await expect(waiting.getByRole('listitem')).toHaveCount(2);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScrolling(page);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(waiting.getByRole('listitem')).toHaveCount(3);

    const digits = dialog.getByLabel('Six digits');
    await digits.fill(mug.digits() === '123456' ? '654321' : '123456');
    await expect(result).toContainText('This code is wrong or has expired.');
    await digits.fill(mug.otherDigits());
    await expect(result).toContainText('to Winner of Mug');
    await expect(result).toContainText(mug.enteredAs);
    await expect(digits).toHaveValue('');

    await waiting.getByRole('button', { name: `Hand over to ${hamper.name}` }).click();
    await page.getByLabel('Note').fill('Showed a passport');
    await page.getByRole('button', { name: 'Hand Over', exact: true }).click();
    await expect(result).toContainText('Hand over: Hamper');
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    camera.close();
  }

  await api.call('PATCH', `/api/events/${event.id}/stage`, { continued: 3 });
  await organiser.goto(`/event/${event.id}/remote`);
  await organiser.getByRole('button', { name: 'Winners' }).click();
  const winners = organiser.getByRole('dialog', { name: 'Winners' });
  await expect(winners).toContainText('3 winners, 2 handed over');
  await expect(winners.getByRole('region', { name: 'City bicycle' })).toContainText('Waiting');
  await winners.getByText('Handed over (2)').click();
  await expect(winners.getByRole('listitem').filter({ hasText: hamper.name })).toContainText(
    'Showed a passport',
  );
  await expectNoAxeViolations(organiser);
  await winners.getByRole('button', { name: `Undo handing over to ${mug.name}` }).click();
  await expect(winners).toContainText('3 winners, 1 handed over');
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
