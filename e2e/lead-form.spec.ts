import { expectNoAxeViolations } from './harness/axe.ts';
import { formFields as fields, fillInForm as fillIn, leadsOf } from './harness/lead-form.ts';
import { LOGO } from './harness/logo.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

const LEADS = '/api/leads/public';
const WHY = 'We call you if you win';

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

  await fillIn(page);
  await fields(page).submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  await expect(
    page.getByText(
      "Your information has been submitted successfully. You're now entered in the raffle!",
    ),
  ).toBeVisible();
  const luck = page.getByText('Good luck! Winners will be announced at the event.');
  const logosAt = (await sponsors.boundingBox())?.y;
  expect(logosAt).toBeLessThan((await luck.boundingBox())?.y ?? 0);
  await expect(page.getByText('Your entry counts once the team has verified it.')).toBeVisible();
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

  await test.step("a number of the event's country may be short, and a wrong one is refused at its field", async () => {
    const danish = await api.createEvent({ country: 'DK' });
    await page.goto(`/event/${danish.id}/submit`);
    await fillIn(page);
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

    await number.fill('32123456');
    await expect(number).toHaveAccessibleDescription(WHY);
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    expect(await leadsOf(api, danish.id)).toMatchObject([
      { phone: '32123456', phoneE164: '+4532123456' },
    ]);
  });
});

test.describe('on a phone', () => {
  test.use(phone);

  test('everything fits, also into 360 pixels, and under a finger', async ({ page, api }) => {
    const expectToFit = async () => {
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScrolling(page);
      }
    };
    const event = await api.createEvent({
      name: `Donaudampfschifffahrtsgesellschaftsversammlung ${'and Friends '.repeat(8)}`,
      location: 'Großes-Kongresszentrum-an-der-Elbe-und-darüber-hinaus, Saal 12, Hamburg',
    });
    for (let position = 0; position < 6; position += 1) {
      await api.call('POST', '/api/sponsors', { eventId: event.id, logo: LOGO, position });
    }
    await page.goto(`/event/${event.id}/submit`);
    await expect(page.getByRole('heading', { name: 'Sponsored By' })).toBeVisible();
    await expectToFit();
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
    await expectToFit();
    await fillIn(page);
    await submit.tap();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeInViewport();
    await expectToFit();
    await expectNoAxeViolations(page);
  });
});
