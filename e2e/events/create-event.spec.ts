import type { Locator, Page } from '@playwright/test';
import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize } from '../harness/draws.ts';
import {
  cardOf,
  countryIn,
  fillBasics,
  findEvent,
  openCreateDialog,
  openMoreOptions,
} from '../harness/event-dialogs.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';

test('an administrator corrects a new event, creates it once, gets its page ready and finds it as a ticket', async ({
  adminPage: page,
  api,
}) => {
  const name = unique('Founders Breakfast');
  await page.goto('/admin/events');
  await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();
  await expect(page.getByText('Manage your event campaigns and track performance')).toBeVisible();

  const dialog = await openCreateDialog(page);
  for (const section of ['Basic Information', 'Sponsors (Optional)', 'Financial Metrics']) {
    await expect(dialog.getByRole('heading', { name: section })).toBeVisible();
  }
  await expect(dialog.getByLabel('Status')).toHaveText('Upcoming');
  await expect(
    dialog.getByText(/^Full name and email · United Kingdom · US Dollar · /),
  ).toBeVisible();
  await correctMistakes(page, dialog);
  await fillBasics(dialog, name, '2026-12-05');
  // The typed sponsor counts even if the button beside it is not pressed.
  await dialog.getByLabel('Sponsor Name').fill('Acme');
  await dialog.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Active' }).click();
  const amount = dialog.getByLabel('Total Amount Collected ($)');
  await amount.fill('18420.49');
  await dialog.getByLabel('ROA (%)').fill('12.5');
  await openMoreOptions(dialog);
  // The currency follows the country, until somebody chooses one.
  await countryIn(dialog).click();
  await page.getByRole('option', { name: 'Norway' }).click();
  await expect(dialog.getByRole('button', { name: /^Currency/ })).toHaveText('Norwegian Krone');
  await expect(dialog.getByLabel('Total Amount Collected (NOK)')).toHaveValue('18420.49');
  await dialog.getByRole('button', { name: /^Currency/ }).click();
  await page.getByRole('option', { name: 'US Dollar', exact: true }).click();
  await countryIn(dialog).click();
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  await expect(dialog.getByRole('button', { name: /^Currency/ })).toHaveText('US Dollar');
  await beRefused(page, dialog, name);
  await dialog.getByRole('button', { name: 'Create Event' }).click();

  await expect(toast(page)).toHaveText('Event created1 sponsor added');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Sponsors 1' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/admin/events');
  const card = cardOf(page, name);
  await expect(card.getByText('active', { exact: true })).toBeVisible();
  await expect(card.getByRole('heading', { name })).toBeVisible();
  await expect(card.getByText('Dec 5, 2026', { exact: true })).toBeVisible();
  await expect(card.getByText('The Exchange')).toBeVisible();
  await expect(card).toContainText('ROA 12.5%');
  await expect(card).toContainText('Collected $18,420');

  // The checklist of the new event, which disappears when it is done or hidden.
  await card.getByRole('link', { name }).click();
  const checklist = page.getByRole('region', { name: 'Getting ready' });
  await expect(checklist.getByRole('listitem')).toHaveText([
    'Add prizesAdd',
    'Assign volunteers',
    'Ask questions (optional)',
    "Say how you use people's details",
    'Set the time of the draw',
    'Choose how winners are shown',
    'Let phones open the address',
    'Print the QR code',
    'Try an entry',
    'Try the wall (optional)',
  ]);
  const event = await findEvent(api, name);
  await checklist.getByRole('link', { name: "Say how you use people's details" }).click();
  await writeTexts(page);
  const { organiser, privacyText, privacyUrl, consentNote, marketingText } = await findEvent(
    api,
    name,
  );
  expect([organiser, privacyText, privacyUrl, consentNote, marketingText]).toEqual(
    trust.map(([, text]) => text),
  );
  await page.goto(`/admin/events/${event.id}`);
  await checklist.getByRole('link', { name: 'Set the time of the draw' }).click();
  const settings = page.getByRole('region', { name: 'Draw' });
  await expect(settings.getByLabel('Time of the Draw')).toBeFocused();
  await settings.getByLabel('Time of the Draw').fill('2026-12-05T17:30');
  await settings.getByRole('button', { name: 'Save Draw' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Dec 5, 2026 · The Exchange · draw at 5:30 PM')).toBeVisible();
  await addPrize(api, event);
  await api.addLead(event.id);
  const { user } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  const questions = [{ id: crypto.randomUUID(), kind: 'text', label: 'Company' }];
  await api.call('PUT', `/api/events/${event.id}/questions`, { version: 1, questions });
  await page.reload();
  await expect(checklist.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(6);
  await checklist.getByRole('button', { name: 'Choose how winners are shown' }).click();
  await page.getByRole('menuitem', { name: 'First name, initial and masked email' }).click();
  await expect(toast(page)).toContainText('Event updated');
  expect(await findEvent(api, name)).toMatchObject({ winnerDisplay: 'short' });
  await checklist.getByRole('button', { name: 'Print the QR code' }).click();
  const code = page.getByRole('dialog', { name: 'Event QR Code' });
  await code.getByRole('button', { name: 'Download', exact: true }).click();
  await code.getByRole('button', { name: 'Close' }).click();
  // Only this computer can open the server of the test.
  await expect(checklist.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(8);
  await checklist.getByRole('button', { name: 'Hide checklist' }).click();
  await expect(checklist).toHaveCount(0);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(checklist).toBeVisible();
  await checklist.getByRole('button', { name: 'Hide checklist' }).click();
  await expect(checklist).toHaveCount(0);
  await page.getByRole('link', { name: 'Events' }).first().click();
  await expect(card.getByRole('listitem')).toHaveText(['1 lead', '1 volunteer', '1 prize']);
  await expect(card.getByRole('button')).toHaveText([
    'QR Code',
    'Raffle',
    'Sponsors',
    'Prizes',
    'Volunteers',
    'Leads',
    'Edit',
    'Delete',
    '',
  ]);
});

const trust = [
  ['Organiser', 'Harbour Traders'],
  ['Privacy Text', 'We keep your number until the draw.'],
  ['Privacy Link', 'https://example.com/privacy'],
  ['Consent Sentence', 'We call you if you win.'],
  ['Marketing Box', 'Tell me about future events.'],
] as const;

/** The texts of the form are written beside it, and a wrong one is explained. */
async function writeTexts(page: Page): Promise<void> {
  const preview = page.getByText(/^Visitors read:/);
  const form = page.getByRole('form', { name: 'The form for visitors' });
  await expect(preview).toContainText('agree to be contacted about this event and future');
  await page.getByLabel('Privacy Link').fill('example.com');
  await page.getByRole('button', { name: 'Save Texts and consent' }).click();
  await expect(
    page.getByText('Privacy link must be an address that starts with https:// or http://'),
  ).toBeVisible();
  for (const [label, text] of trust) await page.getByLabel(label).fill(text);
  await expect(preview).toHaveText('Visitors read: “We call you if you win.”');
  await expect(page.getByText('They may tick: “Tell me about future events.”')).toBeVisible();
  await expect(form).toContainText('We call you if you win.');
  await expect(form.getByLabel('Tell me about future events.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Save Texts and consent' }).click();
  await expect(toast(page)).toContainText('Event updated');
}

/** Wrong input is explained field by field, and the first wrong field gets the focus. */
async function correctMistakes(page: Page, dialog: Locator): Promise<void> {
  const amount = dialog.getByLabel('Total Amount Collected ($)');
  const create = dialog.getByRole('button', { name: 'Create Event' });
  await amount.fill('-1');
  await dialog.getByLabel('ROA (%)').fill('123456789');
  await create.click();
  await expect(dialog.getByLabel('Event Name')).toBeFocused();
  for (const message of [
    'Event name is required',
    'Date is required',
    'Location is required',
    'Total amount collected cannot be negative',
    'ROA must be a number with at most 8 digits before and 2 after the point',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expectNoAxeViolations(page);
  // A number field reports input it cannot parse as empty, which must not count as 0.
  await amount.fill('');
  await amount.pressSequentially('1e');
  await create.click();
  await expect(dialog.getByText('Total amount collected must be a number with')).toBeVisible();
}

/** A refused form keeps the input and is not sent twice. */
async function beRefused(page: Page, dialog: Locator, name: string): Promise<void> {
  const refusal = 'Too many requests. Please wait a moment.';
  const heldRoute = await holdRoute(page, '/api/events', { method: 'POST', refusal });
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await dialog.getByLabel('Event Name').press('Enter');
  heldRoute.release();
  await expect(toast(page)).toContainText('Failed to create event');
  await expect(toast(page)).toContainText(refusal);
  expect(heldRoute.calls).toBe(1);
  await expect(dialog.getByLabel('Event Name')).toHaveValue(name);
  await page.unroute('/api/events');
}

test('queued sponsors need a name and are numbered, the last is not lost, and a refused one does not prevent the event', {
  tag: '@thorough',
}, async ({ adminPage: page, api }) => {
  const fair = unique('Unlucky Fair');
  await page.goto('/admin/events');
  const dialog = await openCreateDialog(page);
  const sponsorName = dialog.getByLabel('Sponsor Name');
  const add = dialog.getByRole('button', { name: 'Add Sponsor' });
  const queue = dialog.getByRole('list', { name: 'Queued sponsors' }).getByRole('listitem');
  await fillBasics(dialog, fair);
  await sponsorName.fill('   ');
  await add.click();
  await expect(toast(page)).toContainText('Sponsor name required');
  await expect(toast(page)).toContainText('Please enter a sponsor name');
  await expect(sponsorName).toBeFocused();
  await sponsorName.fill('Refused');
  // Browsers show this file, but the server refuses SVG that declares entities.
  await dialog.getByLabel('Sponsor Logo').setInputFiles({
    name: 'refused.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<!DOCTYPE svg [<!ENTITY ink "red">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="&ink;"/></svg>',
    ),
  });
  await expect(dialog.getByAltText('Chosen logo')).toBeVisible();
  await add.click();
  for (const name of ['Northwind', 'Old Tram']) {
    await sponsorName.fill(name);
    await add.click();
  }
  await dialog.getByRole('button', { name: 'Remove Northwind' }).click();
  await expect(queue).toHaveText(['1Refused', '2Old Tram']);
  await sponsorName.fill('Acme');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(toast(page)).toContainText('Event created with errors');
  await expect(toast(page)).toContainText(
    'Event created but 1 of 3 sponsor(s) failed to create. Please use the Sponsors button to add them manually.',
  );
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Sponsors 2' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Sponsors' }).click();
  await expect(page.getByRole('heading', { name: 'Current Sponsors (2)' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Sponsor' }).click();
  await expect(page.getByRole('form', { name: 'Add Sponsor' })).toBeVisible();
  const { id } = await findEvent(api, fair);
  // A sponsor without a picture gets its name drawn as one.
  const logo = expect.stringMatching(/^data:image\/png/);
  expect(await api.call('GET', `/api/sponsors?eventId=${id}`)).toMatchObject([
    { name: 'Old Tram', logo },
    { name: 'Acme', logo },
  ]);
});
