import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { formFields as fields, fillInForm as fillIn, leadsOf } from './harness/lead-form.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, test } from './harness/test.ts';

const LEADS = '/api/leads/public';

test('an entry that fails keeps the input, and is one lead however often it is pressed', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  const another = page.getByRole('button', { name: 'Enter another person' });
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
    expect(await leadsOf(api, event.id)).toHaveLength(2);
  });
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
