import { expectNoAxeViolations } from '../../harness/axe.ts';
import { formFields as fields, fillInForm as fillIn, leadsOf } from '../../harness/lead-form.ts';
import { LOGO } from '../../harness/logo.ts';
import { holdRoute } from '../../harness/routes.ts';
import { expect, phone, test } from '../../harness/test.ts';

const LEADS = '/api/leads/public';

test.use(phone);

test('a visitor corrects a mistake and enters the raffle, and the device makes the entry code and keeps the ticket', async ({
  page,
  api,
}) => {
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
  const { name: fullName, phone: number, email, submit } = fields(page);
  // The sentence stands at the button whose meaning it is.
  const [button, sentence] = [await submit.boundingBox(), await consent.boundingBox()];
  const gap = (sentence?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0);
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(16);
  expect((await sponsors.boundingBox())?.y).toBeGreaterThan(sentence?.y ?? 0);
  for (const control of [fullName, number, email, submit]) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expect(fullName).toHaveAttribute('autocomplete', 'name');
  await expect(number).toHaveAttribute('type', 'tel');
  await expect(number).toHaveAttribute('autocomplete', 'tel');
  await expect(email).toHaveAttribute('inputmode', 'email');

  await test.step('wrong input is explained beside its field, and a fix counts at once', async () => {
    await fullName.fill('Amara Okafor');
    await number.fill('call');
    await email.fill('amara@');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await submit.click();
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription('Phone number must be at least 10 digits');
    await expect(email).toHaveAccessibleDescription('Invalid email address');
    await expect(fullName).toHaveAccessibleDescription('');
    await number.fill('call me maybe');
    await expect(number).toHaveAccessibleDescription(
      'Phone number can only contain digits, spaces, and +-() characters',
    );
    await number.fill('07700 900121');
    await expect(number).toHaveAccessibleDescription('We call you if you win');
    await fullName.fill('A');
    await expect(fullName).toHaveAccessibleDescription('Name must be at least 2 characters');
    expect(await leadsOf(api, event.id)).toEqual([]);
  });
  await fillIn(page);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  await expectNoAxeViolations(page);
  await expect(
    page.getByText(
      "Your information has been submitted successfully. You're now entered in the raffle!",
    ),
  ).toBeVisible();
  const luck = page.getByText('Good luck! Winners will be announced at the event.');
  const logosAt = (await sponsors.boundingBox())?.y;
  expect(logosAt).toBeLessThan((await luck.boundingBox())?.y ?? 0);
  await expect(
    page.getByText('Not confirmed yet. We have your entry. The team will confirm it soon.'),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: 'Northwind' })).toBeVisible();

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

  await test.step('at the short address, without an e-mail', async () => {
    const upcoming = await api.createEvent({
      status: 'upcoming',
      marketingText: 'Tell me about future events.',
    });
    await page.goto(`/lead/${upcoming.id}`);
    await expect(
      page.getByText(
        'By submitting, you take part in the raffle and agree to be contacted if you win.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await fields(page).name.fill('Amara Okafor');
    await fields(page).phone.fill('(020) 7946-0958');
    const sentRequest = page.waitForRequest(`**${LEADS}`);
    await fields(page).submit.click();
    const { entryCode } = (await sentRequest).postDataJSON() as { entryCode: string };
    await expect(page.getByRole('region', { name: 'Your entry code' })).toContainText(entryCode);
    const tickets = await page.evaluate(() => JSON.parse(localStorage.tickets));
    expect(tickets).toEqual([
      expect.objectContaining({ eventId: event.id }),
      {
        eventId: upcoming.id,
        code: entryCode,
        name: 'Amara Okafor',
        submittedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        ticket: expect.stringMatching(/^[0-9a-f]{64}$/),
        phoneEnd: '460958',
        email: null,
        nextNumber: 1,
        nextCommitment: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(await leadsOf(api, upcoming.id)).toMatchObject([
      { email: null, phone: '02079460958', marketing: false },
    ]);
  });
});

test('an entry that fails keeps the input and is one lead however often it is pressed, and the honeypot for bots bothers nobody else', async ({
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
    const heldRoute = await holdRoute(page, LEADS);
    await another.click();
    await fillIn(page);
    // Two presses at once, before a rendering in between.
    await page.locator('#lead-form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    const button = page.getByRole('button', { name: 'Submitting...' });
    await expect(button).toBeDisabled();
    await fields(page).email.press('Enter');
    heldRoute.release();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect(heldRoute.calls).toBe(1);
    expect(await leadsOf(api, event.id)).toHaveLength(2);
  });

  const trap = page.locator('input[name=website]');
  await another.click();
  await page.unroute(LEADS);
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox')).toHaveCount(3);

  // The keyboard alone: name, phone, e-mail, and the button comes next.
  await fields(page).name.focus();
  await page.keyboard.type('Jo Li');
  await page.keyboard.press('Tab');
  await page.keyboard.type('07700 900123');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(fields(page).submit).toBeFocused();

  // A browser that filled in the trap gets one explanation, and the visitor can still enter.
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://example.com';
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please leave the website field empty');
  expect(await leadsOf(api, event.id)).toHaveLength(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
});
