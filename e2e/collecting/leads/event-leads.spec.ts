import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../../harness/api.ts';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { openFromCard } from '../../harness/event-dialogs.ts';
import { expect, test, toast } from '../../harness/test.ts';

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

test('leads of an event are listed, verified one by one or together, and changes by others are reported', async ({
  adminPage: page,
  api,
}) => {
  const [event, gone] = [await api.createEvent(), await api.createEvent()];
  const empty = await api.createEvent();
  const [wei, jonas] = [
    await addLead(api, event, { name: 'Wei Zhang' }),
    await addLead(api, event, { name: 'Jonas Lindqvist' }),
  ];
  for (const name of ['Kofi Mensah', 'Ines Braun', 'Tom Ellis'])
    await addLead(api, event, { name });
  await change(api, wei, 'verified');
  await api.call('POST', '/api/leads/public', {
    eventId: event.id,
    name: 'Amara Okafor',
    phone: '07700 900121',
    email: 'amara@example.com',
  });
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  const amara = row(dialog, 'Amara Okafor');

  await test.step('listed', async () => {
    await expect(dialog.getByText('6 leads collected')).toBeVisible();
    await expect(figures(dialog)).toHaveText('Total6Verified1Promoted0Pending5');
    for (const text of ['pending', 'QR Code', 'amara@example.com', '07700900121']) {
      await expect(amara).toContainText(text);
    }
    await expect(amara).toContainText('not a valid number');
    await expect(amara).toContainText(/Submitted \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/);
    await expect(row(dialog, 'Wei Zhang')).toContainText('Volunteer');
    await expect(row(dialog, 'Wei Zhang').getByRole('checkbox')).toBeHidden();
    await expectNoAxeViolations(page);
  });

  await test.step('from pending to promoted step by step', async () => {
    await amara.getByRole('button', { name: 'Verify' }).click();
    await expect(toast(page)).toContainText('Status updated');
    await expect(figures(dialog)).toHaveText('Total6Verified2Promoted0Pending4');
    await amara.getByRole('button', { name: 'Promote' }).click();
    await expect(amara).toContainText('promoted');
    await expect(amara.getByRole('button', { name: /Verify|Promote/ })).toBeHidden();
    await change(api, wei, 'promoted');
    await row(dialog, 'Wei Zhang').getByRole('button', { name: 'Promote' }).click();
    await expect(toast(page)).toContainText('Update failed');
    await expect(row(dialog, 'Wei Zhang')).toContainText('promoted');
  });

  await test.step('selected and verified together; a refusal keeps the selection', async () => {
    const all = dialog.getByRole('checkbox', { name: 'Select all pending (4)' });
    const verify = dialog.getByRole('button', { name: 'Verify 4 selected' });
    await row(dialog, 'Kofi Mensah').getByRole('checkbox').check();
    await expect(dialog.getByRole('button', { name: 'Verify 1 selected' })).toBeVisible();
    await expect(all).toBeChecked({ indeterminate: true });
    await all.click();
    await expect(verify).toBeVisible();
    await all.click();
    await expect(dialog.getByRole('button', { name: /selected/ })).toBeHidden();
    await all.click();
    // The server refuses only requests that this dialog never sends.
    await page.route(
      '/api/leads/bulk-verify',
      (route) => route.fulfill({ status: 429, body: 'Too many requests.' }),
      { times: 1 },
    );
    await verify.click();
    await expect(toast(page)).toContainText('Bulk verify failed');
    await expect(toast(page)).toContainText('Too many requests.');
    // Another user verifies one of them while the request is running.
    await page.route('/api/leads/bulk-verify', async (route) => {
      await change(api, jonas, 'verified');
      await route.continue();
    });
    await verify.click();
    await expect(toast(page)).toContainText('3 leads verified, 1 no longer pending');
    await expect(figures(dialog)).toHaveText('Total6Verified4Promoted2Pending0');
    await expect(dialog.getByRole('button', { name: /selected/ })).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('an event without leads, and one that is gone', async () => {
    const without = await openLeads(page, empty);
    await expect(without.getByText('0 leads collected')).toBeVisible();
    await expect(without.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
    await without.getByRole('button', { name: 'Close' }).click();
    await api.call('DELETE', `/api/events/${gone.id}`);
    const missing = await openLeads(page, gone);
    await expect(missing.getByRole('heading', { name: 'Could not load leads' })).toBeVisible();
    await expect(missing.getByText('Event not found')).toBeVisible();
    await expect(missing.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
