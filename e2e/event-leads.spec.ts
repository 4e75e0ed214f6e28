import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead } from '@drawbridge/contract/leads';
import type { Locator, Page } from '@playwright/test';
import type { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { openFromCard } from './harness/event-dialogs.ts';
import { expect, test, toast } from './harness/test.ts';

function addLead(api: Api, event: AdminEvent, given: { name: string; email?: string }) {
  const phone = `07700 ${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;
  return api.addLead(event.id, { phone, ...given }) as Promise<AdminLead>;
}

const change = (api: Api, { id }: AdminLead, status: AdminLead['status']) =>
  api.call('PATCH', `/api/leads/${id}`, { status });

const openLeads = (page: Page, event: AdminEvent) => openFromCard(page, event, 'Leads', event.name);

function row(dialog: Locator, name: string) {
  return dialog.getByRole('listitem').filter({ hasText: name });
}

function figures(dialog: Locator) {
  return dialog.locator('dl');
}

test('leads are listed, and taken from pending to promoted step by step', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const verified = await addLead(api, event, { name: 'Wei Zhang' });
  await change(api, verified, 'verified');
  await api.call('POST', '/api/leads/public', {
    eventId: event.id,
    name: 'Amara Okafor',
    phone: '07700 900121',
    email: 'amara@example.com',
  });
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(dialog.getByText('2 leads collected')).toBeVisible();
  await expect(figures(dialog)).toHaveText('Total2Verified1Promoted0Pending1');

  const amara = row(dialog, 'Amara Okafor');
  await expect(amara).toContainText('pending');
  await expect(amara).toContainText('QR Code');
  await expect(amara).toContainText('amara@example.com');
  await expect(amara).toContainText('07700900121');
  await expect(amara).toContainText('not a valid number');
  await expect(amara).toContainText(/Submitted \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/);
  await expect(amara.getByRole('checkbox')).toBeVisible();
  const wei = row(dialog, 'Wei Zhang');
  await expect(wei).toContainText('Volunteer');
  await expect(wei.getByRole('checkbox')).toBeHidden();
  await expect(wei.getByRole('button', { name: 'Promote' })).toBeVisible();
  await expectNoAxeViolations(page);

  await amara.getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page)).toContainText('Status updated');
  await expect(figures(dialog)).toHaveText('Total2Verified2Promoted0Pending0');
  await expect(amara.getByRole('checkbox')).toBeHidden();
  await wei.getByRole('button', { name: 'Promote' }).click();
  await expect(wei).toContainText('promoted');
  await expect(wei.getByRole('button', { name: /Verify|Promote/ })).toBeHidden();
  await expect(figures(dialog)).toHaveText('Total2Verified1Promoted1Pending0');
});

test('pending leads are selected one by one or all together, and what cannot be verified is reported', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const names = ['Amara Okafor', 'Jonas Lindqvist', 'Wei Zhang', 'Kofi Mensah'];
  const [amara, jonas] = await Promise.all(names.map((name) => addLead(api, event, { name })));
  if (!amara || !jonas) throw new Error('There are no leads');
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(row(dialog, 'Amara Okafor')).toBeVisible();

  await test.step('a change that others made meanwhile', async () => {
    await change(api, amara, 'verified');
    await change(api, amara, 'promoted');
    await row(dialog, 'Amara Okafor').getByRole('button', { name: 'Verify' }).click();
    await expect(toast(page)).toContainText('Update failed');
    await expect(toast(page)).toContainText('Only pending leads can be verified');
    await expect(row(dialog, 'Amara Okafor')).toContainText('promoted');
  });

  await test.step('the selection', async () => {
    const all = dialog.getByRole('checkbox', { name: 'Select all pending (3)' });
    await row(dialog, 'Wei Zhang').getByRole('checkbox').check();
    await expect(dialog.getByRole('button', { name: 'Verify 1 selected' })).toBeVisible();
    await expect(all).toBeChecked({ indeterminate: true });
    await all.click();
    await expect(dialog.getByRole('button', { name: 'Verify 3 selected' })).toBeVisible();
    await all.click();
    await expect(dialog.getByRole('button', { name: /selected/ })).toBeHidden();
    await all.click();
    await row(dialog, 'Wei Zhang').getByRole('checkbox').uncheck();
  });

  await test.step('a refusal keeps the selection', async () => {
    const verify = dialog.getByRole('button', { name: 'Verify 2 selected' });
    // The server refuses only what this dialog never sends.
    await page.route('/api/leads/bulk-verify', (route) =>
      route.fulfill({ status: 429, body: 'Too many requests.' }),
    );
    await verify.click();
    await expect(toast(page)).toContainText('Bulk verify failed');
    await expect(toast(page)).toContainText('Too many requests.');
    await page.unroute('/api/leads/bulk-verify');
    // Somebody else verifies one of them while the request is on its way.
    await page.route('/api/leads/bulk-verify', async (route) => {
      await change(api, jonas, 'verified');
      await route.continue();
    });
    await verify.click();
    await expect(toast(page)).toContainText('1 lead verified, 1 no longer pending');
    await expect(figures(dialog)).toHaveText('Total4Verified2Promoted1Pending1');
    await expect(dialog.getByRole('button', { name: /selected/ })).toBeHidden();
    const promote = row(dialog, 'Jonas Lindqvist').getByRole('button', { name: 'Promote' });
    await expect(promote).toBeVisible();
  });
});

test('an event without leads, and one that is gone', async ({ signedInAdmin: page, api }) => {
  const [empty, gone] = [await api.createEvent(), await api.createEvent()];
  await page.goto('/admin/events');
  await test.step('without leads', async () => {
    const dialog = await openLeads(page, empty);
    await expect(dialog.getByText('0 leads collected')).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
    await expect(figures(dialog)).toHaveText('Total0Verified0Promoted0Pending0');
    await expect(dialog.getByRole('checkbox')).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('gone', async () => {
    await api.call('DELETE', `/api/events/${gone.id}`);
    const dialog = await openLeads(page, gone);
    await expect(dialog.getByRole('heading', { name: 'Could not load leads' })).toBeVisible();
    await expect(dialog.getByText('Event not found')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
});
