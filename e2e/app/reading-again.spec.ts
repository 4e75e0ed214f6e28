import type { Page, Route } from '@playwright/test';
import { addPrize } from '../harness/draws.ts';
import { choose } from '../harness/leads.ts';
import { expect, test, toast } from '../harness/test.ts';

// Every change is followed by a refetch of the lists; these tests are about the time until it succeeds, and about a
// refetch that never does.

const notRefreshed = (page: Page) => page.getByText('This could not be refreshed.');
const refuse = (route: Route) => route.fulfill({ status: 429, body: 'Too many requests.' });

test('events that cannot be read again stay on screen and say so, and a deleted prize is gone at once', {
  tag: '@thorough',
}, async ({ adminPage: page, api }) => {
  const event = await api.createEvent();
  await addPrize(api, event);
  const again = page.getByRole('button', { name: 'Try again' });
  await page.goto('/admin/events');
  const card = page.getByRole('article', { name: event.name });
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.route('/api/events', refuse);
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  await expect(toast(page)).toContainText('Event updated');
  await expect(notRefreshed(page)).toBeVisible();
  await expect(card).toBeVisible();
  await again.click();
  await expect(notRefreshed(page)).toBeVisible();
  await expect(card).toBeVisible();
  await page.unroute('/api/events');
  await again.click();
  await expect(notRefreshed(page)).toBeHidden();
  await expect(card).toBeVisible();

  // A refetch that never succeeds does not bring back a deleted row.
  await card.getByRole('button', { name: 'Prizes', exact: true }).click();
  const prizes = page.getByRole('dialog');
  await expect(prizes.getByText('City bicycle', { exact: true })).toBeVisible();
  await page.route(/\/api\/prizes\?/, () => {});
  await prizes.getByRole('button', { name: 'Delete City bicycle' }).click();
  await expect(prizes.getByText('City bicycle', { exact: true })).toBeHidden();
});

test('leads nobody waits for are not read to the end, and stay when they cannot be read again', {
  tag: '@thorough',
}, async ({ adminPage: page, api }) => {
  const event = await api.createEvent();
  await api.addLead(event.id, { name: 'Amara Okafor' });
  const allLeads = /\/api\/leads\?eventId=all/;
  await page.route(allLeads, () => {});
  const given = page.waitForEvent('requestfailed', (request) => allLeads.test(request.url()));
  await page.goto('/admin/leads');
  await expect(page.getByRole('status', { name: 'Loading leads' })).toBeVisible();
  await choose(page, 'Event', event.name);
  expect((await given).failure()?.errorText).toContain('ERR_ABORTED');
  await expect(page.getByText('Amara Okafor').first()).toBeVisible();
  await expect(toast(page)).toHaveCount(0);

  // The request was cancelled, not refused: coming back loads the list.
  await page.unroute(allLeads);
  await choose(page, 'Event', 'All Events');
  await expect(page.getByText('Amara Okafor').first()).toBeVisible();

  // The chosen filters stay as well.
  await page.getByRole('searchbox').fill('Amara');
  await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
  await page.route(allLeads, refuse);
  await page.getByRole('button', { name: 'Verify Amara Okafor' }).click();
  await expect(toast(page)).toContainText('Status updated');
  await expect(notRefreshed(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Promote Amara Okafor' })).toBeVisible();
});
