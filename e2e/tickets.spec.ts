import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './harness/axe.ts';
import { enterWithKeys, fillInForm, formFields, leadsOf } from './harness/lead-form.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

const stubs = (page: Page) => page.getByRole('region', { name: 'Your entry code' });

test.describe('on a phone', () => {
  test.use(phone);

  test('the tickets of a family stay, and are shown, saved, shared and copied', async ({
    page,
    api,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const event = await api.createEvent();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: async (data: ShareData) => {
          document.title = data.text ?? '';
        },
      }),
    );
    await page.goto(`/event/${event.id}/submit`);
    await enterWithKeys(page, 'Amara Okafor');
    await expect(stubs(page)).toHaveCount(1);
    await expect(stubs(page)).toContainText('Amara Okafor');
    await expect(page.getByRole('link', { name: 'Watch the draw live' })).toHaveAttribute(
      'href',
      `/event/${event.id}/raffle`,
    );
    await expectNoSidewaysScrolling(page);

    await page.getByRole('button', { name: 'Enter another person' }).click();
    await expect(formFields(page).name).toHaveValue('');
    await enterWithKeys(page, 'Chidi Okafor');
    await expect(stubs(page)).toHaveCount(2);
    expect(await leadsOf(api, event.id)).toHaveLength(2);

    await page.goto(`/lead/${event.id}`);
    await expect(page.getByRole('heading', { name: 'Your tickets' })).toBeVisible();
    await expect(stubs(page)).toContainText(['Chidi Okafor', 'Amara Okafor']);
    await expect(page.getByText('These tickets stay on this device.')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectNoAxeViolations(page);

    const download = page.waitForEvent('download');
    await stubs(page).first().getByRole('button', { name: 'Save ticket' }).click();
    expect((await download).suggestedFilename()).toMatch(/-ticket\.png$/);
    const amara = stubs(page).last();
    await amara.getByRole('button', { name: 'Share' }).click();
    const code = (await amara.textContent())?.match(/([0-9A-Z]{5}-){5}[0-9A-Z]/)?.[0];
    await expect(page).toHaveTitle(new RegExp(`Amara Okafor.*${code}`));
    // A browser that cannot share copies.
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await amara.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Copied. You can paste it into a message.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Amara Okafor for ${event.name}`);
    expect(copied).toContain(`/event/${event.id}/raffle/verify#`);

    // They stay when the event is over, and nobody enters any more.
    await api.call('PATCH', `/api/events/${event.id}`, { status: 'ended' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(stubs(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Enter another person' })).toHaveCount(0);
    await expectNoSidewaysScrolling(page);
  });
});

test('an entry that failed is sent again as it was, when the connection returns or after a while', async ({
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

  // One that has been changed waits for the button.
  await formFields(page).phone.fill('07700 900122');
  await expect(alert).toHaveCount(0);
  await context.setOffline(false);
  await formFields(page).submit.click();
  await expect(thanks).toBeVisible();
  expect(await leadsOf(api, event.id)).toMatchObject([{ phone: '07700900122' }]);

  await page.getByRole('button', { name: 'Enter another person' }).click();
  await fillInForm(page, 'Chidi Okafor');
  await context.setOffline(true);
  await formFields(page).submit.click();
  await expect(alert).toBeVisible();
  await context.setOffline(false);
  await expect(thanks).toBeVisible();
  expect(await leadsOf(api, event.id)).toHaveLength(2);

  await test.step('one that was told to wait keeps its id', async () => {
    const ids: string[] = [];
    await page.route('/api/leads/public', (route) => {
      ids.push(route.request().postDataJSON().id);
      return ids.length < 3
        ? route.fulfill({ status: 429, body: 'Too many requests. Please wait a moment.' })
        : route.continue();
    });
    await page.getByRole('button', { name: 'Enter another person' }).click();
    await page.clock.install();
    await fillInForm(page, 'Ngozi Okafor');
    await formFields(page).submit.click();
    await expect(alert).toContainText('Your entry has not arrived yet.');
    await page.clock.fastForward(5_000);
    await expect.poll(() => ids.length).toBe(2);
    await expect(alert).toContainText('Your entry has not arrived yet.');
    await expect(formFields(page).submit).toHaveText('Submit Entry');
    await page.clock.fastForward(10_000);
    await expect(thanks).toBeVisible();
    expect(new Set(ids).size).toBe(1);
    expect(await leadsOf(api, event.id)).toHaveLength(3);
  });
});
