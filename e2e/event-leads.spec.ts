import { randomUUID } from 'node:crypto';
import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead } from '@drawbridge/contract/leads';
import type { Locator, Page } from '@playwright/test';
import type { Api } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { draw } from './harness/draws.ts';
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

test('leads are listed with their marks, and taken from pending to promoted step by step', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const visitors = Array.from({ length: 11 }, (_, n) => ({ name: `Visitor ${n + 1}` }));
  const often = { phone: '07400 900555' };
  await Promise.all(visitors.map((visitor) => api.addLead(event.id, { ...visitor, ...often })));
  const lucky = { name: 'Lucky Winner', phone: '07400 900777' };
  await change(api, (await api.addLead(event.id, lucky)) as AdminLead, 'verified');
  await draw(api, event);
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
  await expect(dialog.getByText('14 leads collected')).toBeVisible();
  await expect(figures(dialog)).toHaveText('Total14Verified2Promoted0Pending12');

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
  await expect(wei.getByText('Won', { exact: true })).toBeHidden();
  const winner = row(dialog, lucky.name);
  await expect(winner.getByText('Won', { exact: true })).toBeVisible();
  await expect(winner).not.toContainText('not a valid number');
  const visitor = row(dialog, 'Visitor').first();
  await expect(visitor).toContainText('entered 11 times');
  await expectNoAxeViolations(page);

  await amara.getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page)).toContainText('Status updated');
  await expect(figures(dialog)).toHaveText('Total14Verified3Promoted0Pending11');
  await expect(amara.getByRole('checkbox')).toBeHidden();
  // The second click of a double click, when the first one has already been answered.
  await amara.getByRole('button', { name: 'Promote' }).dispatchEvent('click', { detail: 2 });
  await visitor.getByRole('button', { name: 'Verify' }).click();
  await expect(figures(dialog)).toHaveText('Total14Verified4Promoted0Pending10');
  await amara.getByRole('button', { name: 'Promote' }).click();
  await expect(amara).toContainText('promoted');
  await expect(amara.getByRole('button', { name: /Verify|Promote/ })).toBeHidden();
  await expect(figures(dialog)).toHaveText('Total14Verified3Promoted1Pending10');
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

test('an event without leads, one that is gone, and one in which nothing is left to do', async ({
  signedInAdmin: page,
  api,
}) => {
  const [empty, single, gone, done] = await Promise.all(
    Array.from({ length: 4 }, () => api.createEvent()),
  );
  if (!empty || !single || !gone || !done) throw new Error('There are no events');
  const lead = await addLead(api, single, { name: 'Amara Okafor' });
  await page.goto('/admin/events');
  await test.step('without leads', async () => {
    const dialog = await openLeads(page, empty);
    await expect(dialog.getByText('0 leads collected')).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
    await expect(figures(dialog)).toHaveText('Total0Verified0Promoted0Pending0');
    await expect(dialog.getByRole('checkbox')).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('with one lead', async () => {
    const dialog = await openLeads(page, single);
    await expect(dialog.getByText('1 lead collected')).toBeVisible();
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
  await test.step('scrolled with the keyboard', async () => {
    await page.route(/\/api\/leads\?/, (route) =>
      route.fulfill({
        json: Array.from({ length: 50 }, () => ({ ...lead, id: randomUUID(), status: 'promoted' })),
      }),
    );
    await page.route(/\/api\/leads\/counts\?/, (route) =>
      route.fulfill({
        json: { pending: 0, verified: 0, promoted: 50, at: '2026-12-05T09:00:00+00:00' },
      }),
    );
    const dialog = await openLeads(page, done);
    await expect(figures(dialog)).toHaveText('Total50Verified0Promoted50Pending0');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await expect(dialog.locator('[aria-posinset="50"]')).toBeInViewport();
  });
});

test('of many leads only those in sight are in the page, for the keyboard and for all at once', {
  tag: '@thorough',
}, async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  const names = Array.from({ length: 80 }, (_, n) => ({ name: `Lead number ${n + 1}.` }));
  await Promise.all(names.map((given) => addLead(api, event, given)));
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  const all = dialog.getByRole('checkbox', { name: 'Select all pending (80)' });
  await expect(dialog.getByText('80 leads collected')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  const inPage = await dialog.getByRole('listitem').count();
  expect(inPage).toBeLessThan(40);

  await test.step('the keyboard walks through more of them than are in the page', async () => {
    await all.focus();
    const focusedRow = () =>
      page.evaluate(() => document.activeElement?.closest('[aria-posinset]')?.ariaPosInSet);
    // Four stops in each row: its checkbox, its name, its number and its button.
    for (let place = 1; place <= inPage + 5; place += 1) {
      for (let stop = 1; stop <= 4; stop += 1) await page.keyboard.press('Tab');
      await expect.poll(focusedRow).toBe(String(place));
    }
  });

  await test.step('all of them are verified at once', async () => {
    // The toolbar stays in sight at the end of the list.
    await all.click();
    const last = dialog.locator('[aria-posinset="80"]');
    await dialog.getByRole('listitem').first().hover();
    await expect(async () => {
      await page.mouse.wheel(0, 10_000);
      await expect(last).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(last.getByRole('checkbox')).toBeChecked();
    await dialog.getByRole('button', { name: 'Verify 80 selected' }).click();
    await expect(toast(page)).toContainText('Leads verified');
    await expect(toast(page)).toContainText('80 leads verified');
    await expect(figures(dialog)).toHaveText('Total80Verified80Promoted0Pending0');
    await expect(dialog.getByRole('checkbox', { name: 'Select all pending (0)' })).toBeDisabled();
    await expect(last.getByRole('button', { name: 'Promote' })).toBeVisible();
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(40);
  });
});
