import { randomUUID } from 'node:crypto';
import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead } from '@drawbridge/contract/leads';
import type { Locator, Page } from '@playwright/test';
import { type Api, unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { openFromCard } from './harness/event-dialogs.ts';
import { expect, phone, test, toast } from './harness/test.ts';

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

test('an administrator sees the leads of an event and takes one from pending to promoted', async ({
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
  await amara.getByRole('button', { name: 'Promote' }).click();
  await expect(amara).toContainText('promoted');
  await expect(amara.getByRole('button')).toBeHidden();
  await expect(figures(dialog)).toHaveText('Total2Verified1Promoted1Pending0');
  await expect(dialog.getByRole('checkbox', { name: 'Select all pending (0)' })).toBeDisabled();
});

test('a number that is not valid, one that was entered too often, and a winner are marked', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  for (let n = 1; n <= 11; n += 1) {
    await api.addLead(event.id, { name: `Visitor ${n}`, phone: '07400 900555' });
  }
  await api.addLead(event.id, { name: 'Fictional Number', phone: '07700 900121' });
  const winner = (await api.addLead(event.id, {
    name: 'Lucky Winner',
    phone: '07400 900777',
  })) as AdminLead;
  await change(api, winner, 'verified');
  await api.call('POST', `/api/events/${event.id}/draw-winner`, { prizeId: null });
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(row(dialog, 'Lucky Winner').getByText('Won', { exact: true })).toBeVisible();
  await expect(row(dialog, 'Lucky Winner')).not.toContainText('not a valid number');
  await expect(row(dialog, 'Fictional Number')).toContainText('not a valid number');
  await expect(row(dialog, 'Visitor 11')).toContainText('entered 11 times');
  await expectNoAxeViolations(page);
});

test('a double click verifies a lead and does not promote it', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLead(api, event, { name: 'Amara Okafor' });
  await addLead(api, event, { name: 'Wei Zhang' });
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  const amara = row(dialog, 'Amara Okafor');
  await amara.getByRole('button', { name: 'Verify' }).click();
  // The second click, when the first one has already been answered.
  await amara.getByRole('button', { name: 'Promote' }).dispatchEvent('click', { detail: 2 });
  await row(dialog, 'Wei Zhang').getByRole('button', { name: 'Verify' }).click();
  await expect(figures(dialog)).toHaveText('Total2Verified2Promoted0Pending0');
  expect(await api.call('GET', `/api/leads?eventId=${event.id}`)).toMatchObject([
    { status: 'verified' },
    { status: 'verified' },
  ]);
});

test('pending leads are selected one by one or all together, and verified at once', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  for (const name of ['Amara Okafor', 'Jonas Lindqvist', 'Wei Zhang']) {
    await addLead(api, event, { name });
  }
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  const all = dialog.getByRole('checkbox', { name: 'Select all pending (3)' });
  await row(dialog, 'Wei Zhang').getByRole('checkbox').check();
  await expect(dialog.getByRole('button', { name: 'Verify 1 selected' })).toBeVisible();
  await expect(all).toBeChecked({ indeterminate: true });
  await expectNoAxeViolations(page);

  await all.click();
  await expect(dialog.getByRole('button', { name: 'Verify 3 selected' })).toBeVisible();
  await all.click();
  await expect(dialog.getByRole('button', { name: /selected/ })).toBeHidden();
  await all.click();
  await row(dialog, 'Wei Zhang').getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Verify 2 selected' }).click();
  await expect(toast(page)).toContainText('Leads verified');
  await expect(toast(page)).toContainText('2 leads verified');
  await expect(figures(dialog)).toHaveText('Total3Verified2Promoted0Pending1');
  await expect(dialog.getByRole('button', { name: /selected/ })).toBeHidden();
  await expect(
    row(dialog, 'Jonas Lindqvist').getByRole('button', { name: 'Promote' }),
  ).toBeVisible();
});

test('changes that others made meanwhile are reported', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  const amara = await addLead(api, event, { name: 'Amara Okafor' });
  const jonas = await addLead(api, event, { name: 'Jonas Lindqvist' });
  await addLead(api, event, { name: 'Wei Zhang' });
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(row(dialog, 'Amara Okafor')).toBeVisible();

  await change(api, amara, 'verified');
  await change(api, amara, 'promoted');
  await row(dialog, 'Amara Okafor').getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page)).toContainText('Update failed');
  await expect(toast(page)).toContainText('Only pending leads can be verified');
  await expect(row(dialog, 'Amara Okafor')).toContainText('promoted');

  await dialog.getByRole('checkbox', { name: 'Select all pending (2)' }).click();
  await change(api, jonas, 'verified');
  await dialog.getByRole('button', { name: 'Verify 2 selected' }).click();
  await expect(toast(page)).toContainText('1 lead verified, 1 no longer pending');
  await expect(figures(dialog)).toHaveText('Total3Verified2Promoted1Pending0');
});

test('a bulk verification that fails keeps the selection', async ({ signedInAdmin: page, api }) => {
  const event = await api.createEvent();
  await addLead(api, event, { name: 'Amara Okafor' });
  // The server refuses only what this dialog never sends.
  await page.route('/api/leads/bulk-verify', (route) =>
    route.fulfill({ status: 429, body: 'Too many requests.' }),
  );
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(dialog.getByText('1 lead collected')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Select all pending (1)' }).click();
  await dialog.getByRole('button', { name: 'Verify 1 selected' }).click();
  await expect(toast(page)).toContainText('Bulk verify failed');
  await expect(toast(page)).toContainText('Too many requests.');
  await expect(dialog.getByRole('button', { name: 'Verify 1 selected' })).toBeVisible();
});

test('an event without leads says so, and one that cannot be read too', async ({
  signedInAdmin: page,
  api,
}) => {
  const [event, gone] = [await api.createEvent(), await api.createEvent()];
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(dialog.getByText('0 leads collected')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  await expect(figures(dialog)).toHaveText('Total0Verified0Promoted0Pending0');
  await expect(dialog.getByRole('checkbox')).toBeHidden();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await api.call('DELETE', `/api/events/${gone.id}`);
  const failed = await openLeads(page, gone);
  await expect(failed.getByRole('heading', { name: 'Could not load leads' })).toBeVisible();
  await expect(failed.getByText('Event not found')).toBeVisible();
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test.describe('with many leads', () => {
  const count = 80;

  async function fill(api: Api, event: AdminEvent) {
    for (let start = 0; start < count; start += 40) {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          addLead(api, event, { name: `Lead number ${start + index + 1}.` }),
        ),
      );
    }
  }

  test('only those in sight are in the page, and all of them are verified at once', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent();
    await fill(api, event);
    await page.goto('/admin/events');
    const dialog = await openLeads(page, event);
    await expect(dialog.getByText('80 leads collected')).toBeVisible();
    await expect(dialog.getByRole('listitem').first()).toBeVisible();
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(40);

    // The toolbar stays in sight at the end of the list.
    await dialog.getByRole('checkbox', { name: 'Select all pending (80)' }).click();
    const last = dialog.locator('li[aria-posinset="80"]');
    await dialog.locator('li').first().hover();
    await expect(async () => {
      await page.mouse.wheel(0, 10_000);
      await expect(last).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(last.getByRole('checkbox')).toBeChecked();
    await dialog.getByRole('button', { name: 'Verify 80 selected' }).click();
    await expect(toast(page)).toContainText('80 leads verified');
    await expect(figures(dialog)).toHaveText('Total80Verified80Promoted0Pending0');
    await expect(last.getByRole('button', { name: 'Promote' })).toBeVisible();
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(40);
    await expectNoAxeViolations(page);
  });

  test('the keyboard walks through more of them than are in the page', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent();
    await fill(api, event);
    await page.goto('/admin/events');
    const dialog = await openLeads(page, event);
    await dialog.getByRole('checkbox', { name: 'Select all pending (80)' }).focus();
    const focusedRow = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'));
    // Two stops in each row: its checkbox and its button.
    for (let place = 1; place <= 60; place += 1) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect.poll(focusedRow).toBe(String(place));
    }
  });
});

test('a list in which nothing is left to do is scrolled with the keyboard', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const lead = await addLead(api, event, { name: 'Amara Okafor' });
  await page.route(/\/api\/leads\?/, (route) =>
    route.fulfill({
      json: Array.from({ length: 50 }, () => ({ ...lead, id: randomUUID(), status: 'promoted' })),
    }),
  );
  await page.goto('/admin/events');
  const dialog = await openLeads(page, event);
  await expect(figures(dialog)).toHaveText('Total50Verified0Promoted50Pending0');
  await expectNoAxeViolations(page);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(dialog.locator('li[aria-posinset="50"]')).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('leads with long names fit, and their buttons are big enough for fingers', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent({ name: unique('Harbour Winter Fair of Greater Bristol') });
    const name = 'Maximiliana von Hohenberg-Castellanos de la Vega y Santa Maria';
    await addLead(api, event, { name, email: `${'maximiliana'.repeat(5)}@example.org` });
    const verified = await addLead(api, event, { name: 'Wei Zhang' });
    await change(api, verified, 'verified');
    await page.goto('/admin/events');
    const dialog = await openLeads(page, event);
    await row(dialog, name).getByRole('checkbox').tap();
    await expect(dialog.getByRole('button', { name: 'Verify 1 selected' })).toBeVisible();
    await expectNoAxeViolations(page);
    for (const button of await dialog.locator('button:not([role=checkbox])').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    const contents = dialog.getByRole('list').locator('xpath=../..');
    expect(await contents.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  });
});
