import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import type { OwnLead } from '@drawbridge/contract/leads';
import { formFields as fields, fillInForm as fillIn, leadsOf } from './harness/lead-form.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, test } from './harness/test.ts';

const LEADS = '/api/leads/public';
const FAILED = 'Failed to submit. Please try again.';

test('an entry that fails keeps the input, is one lead however often it is sent, and a corrected one is another', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  const another = page.getByRole('button', { name: 'Enter another person' });
  const phonesOf = async () => (await leadsOf(api, event.id)).map(({ phone: number }) => number);
  await test.step('the server refuses', async () => {
    await fillIn(page);
    await api.call('PATCH', `/api/events/${event.id}`, { status: 'ended' });
    await fields(page).submit.click();

    await expect(page.getByRole('alert')).toHaveText('This event has ended');
    await expect(fields(page).submit).toBeFocused();
    await expect(fields(page).name).toHaveValue('Amara Okafor');
    await expect(fields(page).phone).toHaveValue('+44 7700 900121');
    await expect(fields(page).email).toHaveValue('Amara@Example.com');

    await api.call('PATCH', `/api/events/${event.id}`, { status: 'active' });
    await fields(page).submit.click();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  });

  await test.step('corrected after a failure', async () => {
    const ids: string[] = [];
    await page.route(LEADS, (route) => {
      ids.push((route.request().postDataJSON() as OwnLead).id);
      return ids.length < 3 ? route.abort() : route.continue();
    });
    await another.click();
    await fillIn(page);
    for (const typed of ['+44 7700 900121', '+44 7700 900121', '+44 7700 900122']) {
      await fields(page).phone.fill(typed);
      const sent = page.waitForRequest(`**${LEADS}`);
      await fields(page).submit.click();
      await sent;
      await expect(fields(page).submit.or(page.getByText('Thank You'))).toBeEnabled();
    }
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(await phonesOf()).toEqual(['07700900122', '07700900121']);
  });

  await test.step('pressed twice', async () => {
    const held = await holdRoute(page, LEADS);
    await another.click();
    await fillIn(page);
    // Two presses at once, before anything is rendered in between.
    await page.locator('#lead-form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    const button = page.getByRole('button', { name: 'Submitting...' });
    await expect(button).toBeDisabled();
    await fields(page).email.press('Enter');
    held.release();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect(held.calls).toBe(1);
    expect(await phonesOf()).toHaveLength(3);
  });
});

test('an entry whose answer got lost is sent again and makes one lead, even without storage and HTTPS', {
  tag: '@thorough',
}, async ({ page, api }) => {
  const event = await api.createEvent();
  // As on the plain-http pages of a venue's network, in a browser that refuses storage.
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Storage is refused', 'SecurityError');
      },
    });
  });
  let answered = 0;
  await page.route(LEADS, async (route) => {
    answered = (await route.fetch()).status();
    await route.abort();
  });
  await page.goto(`/event/${event.id}/submit`);
  await fillIn(page);
  await fields(page).submit.click();
  await expect(page.getByRole('alert')).toHaveText(
    `${FAILED} We cannot tell yet whether your entry has arrived. Keep this page open: we will send it again, and it counts once.`,
  );
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  expect(answered).toBe(201);

  await page.unroute(LEADS);
  const again = page.waitForResponse(`**${LEADS}`);
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect((await again).status()).toBe(200);
  const kept = (await (await again).json()) as OwnLead;
  expect((await leadsOf(api, event.id)).map(({ id }) => id)).toEqual([kept.id]);
});

test('neither the honeypot for bots nor a code that somebody has already bothers people', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  const trap = page.locator('input[name=website]');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox')).toHaveCount(3);

  // Only the keyboard: name, phone, e-mail, and the button comes next.
  await fields(page).name.focus();
  await page.keyboard.type('Jo Li');
  await page.keyboard.press('Tab');
  await page.keyboard.type('07700 900123');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(fields(page).submit).toBeFocused();

  // A browser that filled it in all the same is told so once, and no visitor is lost.
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://example.com';
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please leave the website field empty');
  expect(await leadsOf(api, event.id)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();

  await test.step('the code is replaced silently', async () => {
    const entryCode = newEntryCode();
    await api.call('POST', '/api/leads', {
      eventId: event.id,
      name: 'Wei Zhang',
      phone: '07400 900444',
      entryCode,
    });
    const sent: { id: string; entryCode: string }[] = [];
    await page.route(LEADS, (route) => {
      const lead = route.request().postDataJSON();
      sent.push(lead);
      // The first code that the device makes happens to be that of the other lead.
      return route.continue(sent.length === 1 ? { postData: { ...lead, entryCode } } : {});
    });
    await page.getByRole('button', { name: 'Enter another person' }).click();
    await fillIn(page);
    await fields(page).submit.click();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.id).toBe(sent[0]?.id);
    expect(sent[1]?.entryCode).not.toBe(sent[0]?.entryCode);
    const { tickets } = await page.evaluate(() => JSON.parse(localStorage.tickets));
    expect(tickets.at(-1)).toMatchObject({ code: sent[1]?.entryCode });
  });
});
