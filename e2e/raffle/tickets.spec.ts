import type { Page } from '@playwright/test';
import { ADMIN } from '../harness/launch-server.ts';
import { enterWithKeys, fillInForm, formFields, leadsOf } from '../harness/lead-form.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, phone, test } from '../harness/test.ts';

const tickets = (page: Page) => page.getByRole('article');

test.describe('on a phone', () => {
  test.use(phone);

  test('the tickets of a family stay, and are shown, saved, shared and copied', async ({
    page,
    api,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const event = await api.createEvent({ timeZone: 'UTC', drawAt: '2999-12-05T17:30' });
    const yourTickets = page.getByRole('link', { name: 'Your tickets' });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: async (data: ShareData) => {
          document.title = data.text ?? '';
        },
      }),
    );
    await page.goto(`/event/${event.id}/submit`);
    await expect(page.getByText(/^The draw: .*5:30 PM · in .* days$/)).toBeVisible();
    await enterWithKeys(page, 'Amara Okafor');
    await expect(tickets(page)).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
      'href',
      `/event/${event.id}/draw.ics`,
    );
    await expect(page.getByText('One phone number, one chance')).toHaveCount(0);
    await expect(tickets(page)).toContainText('Amara Okafor');
    await expect(tickets(page)).toContainText('We have your entry. The team will confirm it soon.');
    await expect(page.getByRole('link', { name: 'Watch the draw live' })).toHaveAttribute(
      'href',
      `/event/${event.id}/raffle`,
    );
    await expectNoSidewaysScrolling(page);

    await page.getByRole('button', { name: 'Enter another person' }).click();
    await expect(page.getByRole('link', { name: 'Back to your ticket' })).toBeInViewport();
    await page.goBack();
    await expect(tickets(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Enter another person' }).click();
    await expect(formFields(page).name).toHaveValue('');
    await enterWithKeys(page, 'Chidi Okafor');
    await expect(tickets(page)).toHaveCount(2);
    await expect(page.getByText('One phone number, one chance')).toBeVisible();
    expect(await leadsOf(api, event.id)).toHaveLength(2);

    // The next person at this device gets the form, without another person's name or code.
    await page.goto(`/lead/${event.id}`);
    await expect(formFields(page).name).toHaveValue('');
    await expect(page.getByText('Okafor')).toHaveCount(0);
    await expect(yourTickets).toContainText('+ 1 more');
    await expect(formFields(page).name).toBeInViewport();
    await expectNoSidewaysScrolling(page);
    await yourTickets.click();
    await expect(page).toHaveURL(`/event/${event.id}/ticket`);
    await expect(page.getByRole('heading', { name: 'Your tickets' })).toBeAttached();
    await expect(tickets(page)).toContainText(['Chidi Okafor', 'Amara Okafor']);
    await expect(page.getByText('These tickets stay on this device.')).toBeVisible();
    await expectNoSidewaysScrolling(page);

    const download = page.waitForEvent('download');
    await tickets(page).first().getByRole('button', { name: 'Save ticket' }).click();
    expect((await download).suggestedFilename()).toMatch(/-ticket\.png$/);
    const amara = tickets(page).last();
    await amara.getByRole('button', { name: 'Share' }).click();
    const code = (await amara.textContent())?.match(/([0-9A-Z]{5}-){5}[0-9A-Z]/)?.[0];
    await expect(page).toHaveTitle(new RegExp(`Amara Okafor.*${code}`));
    // The text is copied in a browser that cannot share.
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await amara.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Copied. You can paste it into a message.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Amara Okafor for ${event.name}`);
    const shared = `/event/${event.id}/ticket#${code}/Amara%20Okafor`;
    expect(copied).toContain(shared);

    // On another phone the link keeps the ticket, and the code does not stay in the address.
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/event/${event.id}/ticket`);
    await expect(page.getByText('No ticket on this device')).toBeVisible();
    await page.goto('/theme.js');
    await page.goto(shared);
    await expect(page).toHaveURL(`/event/${event.id}/ticket`);
    await page.reload();
    await expect(tickets(page)).toHaveCount(1);
    await expect(tickets(page)).toContainText('Amara Okafor');
  });
});

test('a shared tablet keeps nothing, shows each ticket for a while, and only its owner can leave @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent({ privacyUrl: 'https://example.com/privacy' });
  const { name } = formFields(page);
  const leave = page.getByRole('button', { name: 'Leave' });
  const thanks = page.getByRole('heading', { name: 'Thank You' });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: async () => document.documentElement.setAttribute('data-awake', '') },
    }),
  );
  await page.goto(`/event/${event.id}/submit?kiosk`);
  await expect(page.locator('html[data-awake]')).toBeVisible();
  await expect(name).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('link')).toHaveCount(0);
  const before = await page.evaluate(() => Object.keys(localStorage));
  await page.clock.install();

  for (const [visitor, end] of [
    ['Amara Okafor', () => page.getByRole('button', { name: 'Done' }).click()],
    ['Wei Zhang', () => page.clock.fastForward(20_000)],
  ] as const) {
    await fillInForm(page, visitor);
    await formFields(page).submit.click();
    await expect(thanks).toBeFocused();
    await expect(page.getByText(visitor)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Entry code as a QR code' })).toBeInViewport();
    expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await expect(page.getByRole('link')).toHaveCount(0);
    await end();
    await expect(name).toHaveValue('');
    await expect(page.getByText(visitor)).toHaveCount(0);
  }
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(before);
  expect(await leadsOf(api, event.id)).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Your ticket' })).toHaveCount(0);

  await leave.click();
  const password = page.getByLabel(`Password of ${ADMIN.username}`);
  await password.fill('not-the-password');
  await leave.click();
  await expect(password).toHaveAccessibleDescription('Invalid credentials');
  await password.fill(ADMIN.password);
  await leave.click();
  await expect(page).toHaveURL('/admin/events');

  await page.evaluate(() => localStorage.clear());
  await page.goto(`/event/${event.id}/submit?kiosk`);
  await expect(page.locator('html[data-awake]')).toBeVisible();
  await expect(leave).toHaveCount(0);
});

test.describe('on a bad connection', () => {
  test.use({ provoked: /status of 500/ });

  test('an entry without a response is sent again as it was, when the connection returns or after a while @thorough', async ({
    page,
    api,
    context,
  }) => {
    const event = await api.createEvent();
    const alert = page.getByRole('alert');
    const thanks = page.getByRole('heading', { name: 'Thank You' });
    await page.goto(`/event/${event.id}/submit`);
    await fillInForm(page);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await formFields(page).submit.click();
    await expect(alert).toContainText('Failed to submit. Please try again.');
    await expect(alert).toContainText('We cannot tell yet whether your entry has arrived.');
    await expect(formFields(page).name).toHaveValue('Amara Okafor');

    // A changed entry waits for the button.
    await formFields(page).phone.fill('07700 900122');
    await expect(alert).toHaveCount(0);
    await context.setOffline(false);
    await formFields(page).submit.click();
    await expect(thanks).toBeVisible();
    expect(await leadsOf(api, event.id)).toMatchObject([{ phone: '07700900122' }]);

    await page.getByRole('button', { name: 'Enter another person' }).click();
    // It comes above the form, whose button would move away from the pointer.
    await expect(page.getByRole('link', { name: /^Back to your ticket/ })).toBeVisible();
    await fillInForm(page, 'Chidi Okafor');
    await context.setOffline(true);
    await formFields(page).submit.click();
    await expect(alert).toBeVisible();
    await context.setOffline(false);
    await expect(thanks).toBeVisible();
    expect(await leadsOf(api, event.id)).toHaveLength(2);

    await test.step('after a while, under the same id; a response, whichever it is, is shown instead', async () => {
      const ids: string[] = [];
      await page.route('/api/leads/public', (route) => {
        ids.push(route.request().postDataJSON().id);
        if (ids.length < 3) return route.abort();
        return ids.length === 3
          ? route.fulfill({ status: 500, body: 'Something went wrong.' })
          : route.continue();
      });
      await page.getByRole('button', { name: 'Enter another person' }).click();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await fillInForm(page, 'Ngozi Okafor');
      await formFields(page).submit.click();
      await expect(alert).toContainText('Keep this page open');
      await page.clock.fastForward(5_000);
      await expect.poll(() => ids.length).toBe(2);
      await expect(formFields(page).submit).toHaveText('Submit Entry');
      await page.clock.fastForward(10_000);
      await expect(alert).toHaveText('Something went wrong.');
      await page.clock.fastForward(60 * 60_000);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(formFields(page).submit).toHaveText('Submit Entry');
      expect(ids).toHaveLength(3);
      await formFields(page).submit.click();
      await expect(thanks).toBeVisible();
      expect(new Set(ids).size).toBe(1);
      expect(await leadsOf(api, event.id)).toHaveLength(3);
    });
  });
});
