import { expectNoAxeViolations } from './harness/axe.ts';
import { formFields as fields, fillInForm as fillIn, leadsOf } from './harness/lead-form.ts';
import { LOGO } from './harness/logo.ts';
import { expect, phone, test } from './harness/test.ts';

const LEADS = '/api/leads/public';
const WHY = 'We call you if you win';

test.use(phone);

test('a visitor enters the raffle, and the device makes the entry code and keeps the ticket', async ({
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
  const [above, below] = [await sponsors.boundingBox(), await consent.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);

  const { name: fullName, phone: number, email, submit } = fields(page);
  for (const control of [fullName, number, email, submit]) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expect(fullName).toHaveAttribute('autocomplete', 'name');
  await expect(number).toHaveAttribute('type', 'tel');
  await expect(number).toHaveAttribute('autocomplete', 'tel');
  await expect(email).toHaveAttribute('inputmode', 'email');

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
  await expect(page.getByText('We have your entry; the team confirms it shortly.')).toBeVisible();
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
    const sent = page.waitForRequest(`**${LEADS}`);
    await fields(page).submit.click();
    const { entryCode } = (await sent).postDataJSON() as { entryCode: string };
    await expect(page.getByRole('region', { name: 'Your entry code' })).toContainText(entryCode);
    const { tickets } = await page.evaluate(() => JSON.parse(localStorage.tickets));
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
