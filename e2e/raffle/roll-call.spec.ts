import type { CurrentRollCall, OpenedRollCall } from '@drawbridge/contract/raffle/roll-calls';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addUnverifiedLead, addVerifiedLead } from '../harness/draws.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, phone, test } from '../harness/test.ts';
import { holdTickets } from '../harness/viewer.ts';

test.use({ ...phone, viewport: { width: 360, height: 640 }, provoked: /400|ERR_FAILED/ });

const imHere = (page: Page) => page.getByRole('button', { name: 'I’m here' });
const youAreHere = (page: Page) => page.getByText(/^You are here · roll call of /);

test('people in the hall answer a roll call, with one tap from its QR code', async ({
  page,
  api,
  browser,
}) => {
  const event = await api.createEvent();
  const path = `/event/${event.id}/raffle`;
  const [one, two, absent] = [
    await addVerifiedLead(api, event),
    await addVerifiedLead(api, event),
    await addVerifiedLead(api, event),
  ];
  const open = () => api.call<OpenedRollCall>('POST', `/api/events/${event.id}/roll-calls`, {});
  const here = async () =>
    (await api.call<CurrentRollCall>('GET', `/api/events/${event.id}/roll-calls/current`)).current
      ?.here;
  const first = await open();

  await test.step('from the QR code, for all tickets of a phone', async () => {
    await holdTickets(page, event, one, two);
    await page.goto(`${path}#here=${first.digits}`);
    await expect(imHere(page)).toBeInViewport({ ratio: 1 });
    // The digits are not left in the address, which people share.
    await expect(page).toHaveURL(path);
    await expectNoSidewaysScrolling(page);
    await expectNoAxeViolations(page);
    await imHere(page).tap();
    await expect(youAreHere(page)).toBeVisible();
    await expect.poll(here).toBe(2);
  });

  const other = await (
    await browser.newContext({ hasTouch: true, baseURL: new URL(page.url()).origin })
  ).newPage();
  await test.step('with digits that are wrong, and a network that is away', async () => {
    const second = await open();
    await holdTickets(other, event, absent);
    await other.goto(`/event/${event.id}/ticket`);
    const digits = other.getByLabel('The four digits on the wall');
    await digits.fill(String((Number(second.digits) + 1) % 10_000).padStart(4, '0'));
    await imHere(other).tap();
    await expect(other.getByRole('alert')).toHaveText(
      'These are not the digits on the wall. Tries left: 9.',
    );
    await other.route('**/here', (route) => route.abort(), { times: 2 });
    await digits.fill(second.digits);
    await imHere(other).tap();
    await expect(other.getByText(/^No answer from the server yet\./)).toBeVisible();
    await expect(youAreHere(other)).toBeVisible();
    await expect(other.getByText('Here for the next draw')).toBeVisible();
    await expect(youAreHere(page)).toHaveCount(0);
  });

  await test.step('people who have not answered the last one learn it when the draw is sealed', async () => {
    await api.call('POST', `/api/events/${event.id}/seal`, { prizeId: null, onlyHere: true });
    await expect(
      page.getByText('This draw is for people who said that they are here.').first(),
    ).toBeVisible();
    await expect(imHere(page)).toHaveCount(0);
  });
  await other.context().close();
});

test('a volunteer says who is here of the people they added', async ({ page, signIn, api }) => {
  const event = await api.createEvent();
  const account = await api.createVolunteer();
  await api.assign(account.user.id, event.id);
  const volunteer = await api.logIn(account);
  await addUnverifiedLead(volunteer, event, { name: 'Kofi Boateng' });
  await api.call('POST', `/api/events/${event.id}/roll-calls`, {});
  await signIn(account);
  await page.goto('/volunteer/leads');
  await page.getByRole('button', { name: 'Kofi Boateng is here' }).tap();
  await expect(page.getByRole('status').filter({ hasText: /^Is here$/ })).toBeVisible();
  const { current } = await api.call<CurrentRollCall>(
    'GET',
    `/api/events/${event.id}/roll-calls/current`,
  );
  expect(current).toMatchObject({ byVolunteers: 1 });
});
