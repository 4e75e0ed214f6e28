import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize } from './harness/draws.ts';
import {
  cardOf,
  dateIn,
  fillBasics,
  findEvent,
  openCreateDialog,
  openMoreOptions,
} from './harness/event-dialogs.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, test, toast } from './harness/test.ts';

test('an administrator creates an event, gets its page ready and finds it as a ticket', async ({
  signedInAdmin: page,
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
  await fillBasics(dialog, name, '2026-12-05');
  await dialog.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Active' }).click();
  const amount = dialog.getByLabel('Total Amount Collected ($)');
  await expect(amount).toHaveAttribute('step', '0.01');
  await amount.fill('18420.49');
  const roa = dialog.getByLabel('ROA (%)');
  await expect(roa).toHaveAttribute('step', '0.1');
  await roa.fill('12.5');
  const trust = [
    ['Organiser', 'Harbour Traders'],
    ['Privacy Text', 'We keep your number until the draw.'],
    ['Privacy Link', 'https://example.com/privacy'],
    ['Consent Sentence', 'We call you if you win.'],
    ['Marketing Box', 'Tell me about future events.'],
  ] as const;
  await expect(dialog.getByText('default country · full names')).toBeVisible();
  await openMoreOptions(dialog);
  const preview = dialog.getByText(/^Visitors read:/);
  await expect(preview).toContainText('agree to be contacted about this event and future');
  for (const [label, text] of trust) await dialog.getByLabel(label).fill(text);
  await expect(preview).toHaveText('Visitors read: “We call you if you win.”');
  await expect(dialog.getByText('They may tick: “Tell me about future events.”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Event' }).click();

  await expect(toast(page)).toHaveText('Event created');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/admin/events');
  const card = cardOf(page, name);
  await expect(card.getByText('active', { exact: true })).toBeVisible();
  await expect(card.getByRole('heading', { name })).toBeVisible();
  await expect(card.locator('time')).toHaveAttribute('datetime', '2026-12-05');
  await expect(card.getByText('Dec 5, 2026', { exact: true })).toBeVisible();
  await expect(card.getByText('The Exchange')).toBeVisible();
  await expect(card).toContainText('ROA 12.5%');
  await expect(card).toContainText('Collected $18,420');

  // The checklist of the new event, which disappears when it is done or hidden.
  await card.getByRole('link', { name }).click();
  const checklist = page.getByRole('region', { name: 'Getting ready' });
  await expect(checklist.getByRole('listitem')).toHaveText([
    'Add prizesNext',
    'Assign volunteers',
    'Ask questions (optional)',
    'Print the QR code',
    'Try an entry',
  ]);
  const event = await findEvent(api, name);
  const { organiser, privacyText, privacyUrl, consentNote, marketingText } = event;
  expect([organiser, privacyText, privacyUrl, consentNote, marketingText]).toEqual(
    trust.map(([, text]) => text),
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Event' });
  for (const [label, text] of trust) await expect(editing.getByLabel(label)).toHaveValue(text);
  await openMoreOptions(editing);
  await editing.getByLabel('Time of the Draw').fill('2026-12-05T17:30');
  await editing.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByText('Dec 5, 2026 · The Exchange · draw at 17:30')).toBeVisible();
  await addPrize(api, event);
  await api.addLead(event.id);
  const { user } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  const questions = [{ id: crypto.randomUUID(), kind: 'text', label: 'Company' }];
  await api.call('PUT', `/api/events/${event.id}/questions`, { version: 1, questions });
  await page.reload();
  await expect(checklist.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(4);
  await checklist.getByRole('link', { name: 'Translate the questions (9 languages' }).click();
  await expect(page.getByLabel('Translate into')).toBeVisible();
  await page.goBack();
  await checklist.getByRole('button', { name: 'Print the QR code' }).click();
  const code = page.getByRole('dialog', { name: 'Event QR Code' });
  await code.getByRole('button', { name: 'Download', exact: true }).click();
  await code.getByRole('button', { name: 'Close' }).click();
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

test('wrong input is explained field by field; what is refused keeps the input and is not sent twice', async ({
  signedInAdmin: page,
}) => {
  await page.goto('/admin/events');
  const dialog = await openCreateDialog(page);
  const amount = dialog.getByLabel('Total Amount Collected ($)');
  await amount.fill('-1');
  await dialog.getByLabel('ROA (%)').fill('123456789');
  await openMoreOptions(dialog);
  await dialog.getByLabel('Privacy Link').fill('example.com');
  await openMoreOptions(dialog);
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog.getByLabel('Event Name')).toBeFocused();
  for (const message of [
    'Event name is required',
    'Date is required',
    'Location is required',
    'Total amount collected cannot be negative',
    'ROA must be a number with at most 8 digits before and 2 after the point',
    'Privacy link must be an address that starts with https:// or http://',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expectNoAxeViolations(page);

  await dialog.getByLabel('Event Name').fill('Fair');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dateIn(dialog)).toBeFocused();

  // A number field reports input it cannot parse as empty, which must not count as 0.
  await amount.fill('');
  await amount.pressSequentially('1e');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(
    dialog.getByText(
      'Total amount collected must be a number with at most 8 digits before and 2 after the point',
    ),
  ).toBeVisible();

  await test.step('refused', async () => {
    const held = await holdRoute(page, '/api/events', {
      method: 'POST',
      refusal: 'Too many requests. Please wait a moment.',
    });
    const name = unique('Refused Fair');
    for (const label of ['Total Amount Collected ($)', 'ROA (%)', 'Privacy Link']) {
      await dialog.getByLabel(label).fill('');
    }
    await fillBasics(dialog, name);
    await dialog.getByLabel('Sponsor Name').fill('Acme');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
    await dialog.getByLabel('Event Name').press('Enter');
    held.release();
    await expect(toast(page)).toContainText('Failed to create event');
    await expect(toast(page)).toContainText('Too many requests. Please wait a moment.');
    expect(held.calls).toBe(1);
    await expect(dialog.getByLabel('Event Name')).toHaveValue(name);
    await expect(dialog.getByLabel('Location')).toHaveValue('The Exchange');
    await expect(dialog.getByRole('listitem')).toHaveText(['1Acme']);
  });
});
