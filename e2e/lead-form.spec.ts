import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import type { OwnLead } from '@drawbridge/contract/leads';
import { expectNoAxeViolations } from './harness/axe.ts';
import { withoutFirstView } from './harness/first-view.ts';
import { formFields as fields, fillInForm as fillIn, leadsOf } from './harness/lead-form.ts';
import { LOGO } from './harness/logo.ts';
import { holdRoute } from './harness/routes.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

const LEADS = '/api/leads/public';
const FAILED = 'Failed to submit. Please try again.';
const WHY = 'We call you if you win';

test('a visitor enters the raffle', async ({ page, api }) => {
  const event = await api.createEvent();
  for (const name of ['Northwind', null]) {
    await api.call('POST', '/api/sponsors', { eventId: event.id, name, logo: LOGO, position: 0 });
  }
  await page.goto(`/event/${event.id}/submit`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(page.getByText('Saturday, December 5, 2026')).toBeVisible();
  await expect(page.getByText('Hall 7, Bristol')).toBeVisible();
  await expect(page).toHaveTitle(`${event.name} · Drawbridge`);
  await expect(page.getByRole('heading', { name: 'Sponsored By' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Northwind' })).toBeVisible();
  const consent = page.getByText(
    'By submitting, you agree to be contacted about this event and future opportunities.',
  );
  await expect(consent).toBeVisible();
  const sponsors = page.getByRole('list', { name: 'Sponsors' });
  const [above, below] = [await sponsors.boundingBox(), await consent.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await expectNoAxeViolations(page);

  await fillIn(page);
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  await expect(
    page.getByText(
      "Your information has been submitted successfully. You're now entered in the raffle!",
    ),
  ).toBeVisible();
  await expect(page.getByText('Good luck! Winners will be announced at the event.')).toBeVisible();
  await expect(page.getByText('Your entry counts once the team has verified it.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Northwind' })).toBeVisible();
  await expectNoAxeViolations(page);

  const [lead, ...others] = await leadsOf(api, event.id);
  expect(others).toEqual([]);
  expect(lead).toMatchObject({
    name: 'Amara Okafor',
    phone: '07700900121',
    email: 'amara@example.com',
    source: 'qr',
    status: 'pending',
    submittedBy: null,
  });
});

test('at the short address the e-mail may be left out, and the device makes the entry code and keeps the ticket', async ({
  page,
  api,
}) => {
  const event = await api.createEvent({ status: 'upcoming' });
  await page.goto(`/lead/${event.id}`);
  await fields(page).name.fill('Amara Okafor');
  await fields(page).phone.fill('(020) 7946-0958');
  const sent = page.waitForRequest(`**${LEADS}`);
  await fields(page).submit.click();
  const { entryCode } = (await sent).postDataJSON() as { entryCode: string };
  await expect(page.getByRole('region', { name: 'Your entry code' })).toContainText(entryCode);
  const { tickets } = await page.evaluate(() => JSON.parse(localStorage.tickets));
  expect(tickets).toEqual([
    {
      eventId: event.id,
      code: entryCode,
      name: 'Amara Okafor',
      submittedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    },
  ]);
  expect(await leadsOf(api, event.id)).toMatchObject([{ email: null, phone: '02079460958' }]);
});

test('a code that somebody has already is replaced silently', async ({ page, api }) => {
  const event = await api.createEvent();
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
  await page.goto(`/event/${event.id}/submit`);
  await fillIn(page);
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.id).toBe(sent[0]?.id);
  expect(sent[1]?.entryCode).not.toBe(sent[0]?.entryCode);
  const { tickets } = await page.evaluate(() => JSON.parse(localStorage.tickets));
  expect(tickets).toMatchObject([{ code: sent[1]?.entryCode }]);
});

test('a browser that refuses storage enters the raffle all the same', async ({ page, api }) => {
  const event = await api.createEvent();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Storage is refused', 'SecurityError');
      },
    }),
  );
  await page.goto(`/event/${event.id}/submit`);
  await fillIn(page);
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
});

test("a number of the event's country may be short, and a wrong one is refused at its field", async ({
  page,
  api,
}) => {
  const event = await api.createEvent({ country: 'DK' });
  await page.goto(`/event/${event.id}/submit`);
  await fillIn(page);
  const { phone: number, submit } = fields(page);
  await number.fill('3212345');
  await submit.click();
  await expect(number).toHaveAccessibleDescription(
    "Phone number is not valid in the event's country",
  );

  // Long enough for Denmark, but no number begins with 0 there: only the server knows.
  await number.fill('02123456');
  await expect(number).toHaveAccessibleDescription(WHY);
  const answer = page.waitForResponse(`**${LEADS}`);
  await submit.click();
  expect((await answer).status()).toBe(400);
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription(
    "Phone number is not valid in the event's country",
  );
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expectNoAxeViolations(page);

  await number.fill('32123456');
  await expect(number).toHaveAccessibleDescription(WHY);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect(await leadsOf(api, event.id)).toMatchObject([
    { phone: '32123456', phoneE164: '+4532123456' },
  ]);
});

test('wrong input is explained beside its field, the first is focused, and a fix counts at once', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  const { name, phone: number, email, submit } = fields(page);
  await name.fill('Amara Okafor');
  await number.fill('call');
  await email.fill('amara@');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await submit.click();

  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
  await expect(email).toHaveAccessibleDescription('Invalid email address');
  await expect(name).toHaveAccessibleDescription('');
  await expectNoAxeViolations(page);

  await number.fill('call me maybe');
  await expect(number).toHaveAccessibleDescription(
    'Phone number can only contain digits, spaces, and +-() characters',
  );
  await number.fill('07700 900121');
  await expect(number).toHaveAccessibleDescription(WHY);
  await name.fill('A');
  await expect(name).toHaveAccessibleDescription('Name must be at least 2 characters');
  expect(await leadsOf(api, event.id)).toEqual([]);
});

test("the form shows the server's refusal and keeps the input", async ({ page, api }) => {
  const event = await api.createEvent();
  await page.goto(`/event/${event.id}/submit`);
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await fillIn(page);
  await api.call('PATCH', `/api/events/${event.id}`, { status: 'ended' });
  await fields(page).submit.click();

  await expect(page.getByRole('alert')).toHaveText('This event has ended');
  await expect(fields(page).submit).toBeFocused();
  await expect(fields(page).name).toHaveValue('Amara Okafor');
  await expect(fields(page).phone).toHaveValue('+44 7700 900121');
  await expect(fields(page).email).toHaveValue('Amara@Example.com');
  await expectNoAxeViolations(page);

  await api.call('PATCH', `/api/events/${event.id}`, { status: 'active' });
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
});

test('an entry whose answer got lost is sent again and makes one lead', async ({ page, api }) => {
  const event = await api.createEvent();
  // As on the plain-http pages of a venue's network.
  await page.addInitScript(() =>
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }),
  );
  let answered = 0;
  await page.route(LEADS, async (route) => {
    answered = (await route.fetch()).status();
    await route.abort();
  });
  await page.goto(`/event/${event.id}/submit`);
  await fillIn(page);
  await fields(page).submit.click();
  await expect(page.getByRole('alert')).toContainText(FAILED);
  await expect(page.getByRole('alert')).toContainText(
    'We cannot tell yet whether your entry has arrived.',
  );
  expect(answered).toBe(201);

  await page.unroute(LEADS);
  const again = page.waitForResponse(`**${LEADS}`);
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect((await again).status()).toBe(200);
  const kept = (await (await again).json()) as OwnLead;
  expect((await leadsOf(api, event.id)).map(({ id }) => id)).toEqual([kept.id]);
});

test('an entry that was corrected after a failure is a new one', async ({ page, api }) => {
  const event = await api.createEvent();
  const ids: string[] = [];
  await page.route(LEADS, (route) => {
    ids.push((route.request().postDataJSON() as OwnLead).id);
    return ids.length < 3 ? route.abort() : route.continue();
  });
  await page.goto(`/event/${event.id}/submit`);
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
  expect(await leadsOf(api, event.id)).toMatchObject([{ phone: '07700900122' }]);
});

test('an entry is sent once, however often it is pressed', async ({ page, api }) => {
  const event = await api.createEvent();
  const held = await holdRoute(page, LEADS);
  await page.goto(`/event/${event.id}/submit`);
  await fillIn(page);
  // Two presses at once, before anything is rendered in between.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  const button = page.getByRole('button', { name: 'Submitting...' });
  await expect(button).toBeDisabled();
  await fields(page).email.press('Enter');
  held.release();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect(held.calls).toBe(1);
  expect(await leadsOf(api, event.id)).toHaveLength(1);
});

test('an event that has ended, or never was, is not found', async ({ page, api }) => {
  const ended = await api.createEvent({ status: 'ended' });
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const path of [
    `/event/${ended.id}/submit`,
    `/lead/${ended.id}`,
    `/lead/${unknown}`,
    '/event/no-id-at-all/submit',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
    await expect(page.getByText('This event may have ended or does not exist.')).toBeVisible();
    await expect(page.locator('form')).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
});

test('the honeypot for bots does not bother people', async ({ page, api }) => {
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
});

test('the form works before its event has come, and without its sponsors', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  const held = await holdRoute(page, `/api/events/${event.id}`, { refusal: 'Too many requests.' });
  await page.route(/\/api\/sponsors/, (route) => route.fulfill({ status: 429, body: 'No.' }));
  await withoutFirstView(page);
  await page.goto(`/event/${event.id}/submit`);
  await expect(page.getByRole('status', { name: 'Loading the event' })).toBeVisible();
  await fillIn(page);
  held.release();
  await expect(page.getByRole('heading', { name: 'Could not load the event' })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.unroute(`/api/events/${event.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
  await expect(page.getByText('Sponsored By')).toHaveCount(0);
  await expect(fields(page).name).toHaveValue('Amara Okafor');
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  for (const width of [390, 360]) {
    test(`everything fits into ${width} pixels and under a finger`, async ({ page, api }) => {
      await page.setViewportSize({ width, height: 844 });
      const event = await api.createEvent({
        name: `Donaudampfschifffahrtsgesellschaftsversammlung ${'and Friends '.repeat(8)}`,
        location: 'Großes-Kongresszentrum-an-der-Elbe-und-darüber-hinaus, Saal 12, Hamburg',
      });
      for (let position = 0; position < 6; position += 1) {
        await api.call('POST', '/api/sponsors', { eventId: event.id, logo: LOGO, position });
      }
      await page.goto(`/event/${event.id}/submit`);
      await expect(page.getByRole('heading', { name: 'Sponsored By' })).toBeVisible();
      await expectNoSidewaysScrolling(page);
      const { name, phone: number, email, submit } = fields(page);
      for (const control of [name, number, email, submit]) {
        expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expect(name).toHaveAttribute('autocomplete', 'name');
      await expect(number).toHaveAttribute('type', 'tel');
      await expect(number).toHaveAttribute('autocomplete', 'tel');
      await expect(email).toHaveAttribute('inputmode', 'email');
      await expect(email).toHaveAttribute('autocomplete', 'email');

      await submit.tap();
      await expect(name).toBeFocused();
      await expectNoSidewaysScrolling(page);
      await expectNoAxeViolations(page);
      await fillIn(page);
      await submit.tap();
      await expect(page.getByRole('heading', { name: 'Thank You' })).toBeInViewport();
      await expectNoSidewaysScrolling(page);
      await expectNoAxeViolations(page);
    });
  }
});
