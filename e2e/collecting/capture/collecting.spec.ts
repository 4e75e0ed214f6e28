import { ticketPath } from '@drawbridge/contract/core/pages';
import type { Page } from '@playwright/test';
import { unique } from '../../harness/api.ts';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { leadsOf } from '../../harness/lead-form.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { readQr } from '../../harness/read-qr.ts';
import { holdRoute } from '../../harness/routes.ts';
import { expect, phone, test, toast } from '../../harness/test.ts';
import { endSession, lastLead, logInAgain, namesAt, scan } from '../../harness/volunteer-screen.ts';

test.use(phone);

test('a volunteer without an assignment learns whom to ask; with one, collects one attendee after the other', async ({
  page,
  signIn,
  api,
}) => {
  const event = await api.createEvent({ marketingText: 'Tell me about future events.' });
  const volunteer = await api.createVolunteer();
  await signIn(volunteer);
  await page.goto('/volunteer/leads');
  await test.step('without an assignment', async () => {
    await expect(page.getByRole('heading', { name: 'No Active Assignment' })).toBeVisible();
    await expect(
      page.getByText("You don't have an active event assignment. Contact your administrator."),
    ).toBeVisible();
  });

  await api.assign(volunteer.user.id, event.id);
  await page.reload();
  const ticket = page.getByRole('article', { name: event.name });
  await expect(ticket).toContainText('December 5, 2026');
  await expect(ticket).toContainText('Hall 7, Bristol');
  await expect(page.getByText('Select Event')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Recent Leads (0)' })).toBeVisible();
  await expect(page.getByText('Start collecting attendee information')).toBeVisible();

  await page.getByRole('button', { name: 'Add Lead' }).click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  const name = page.getByLabel('Full Name *');
  await expect(name).toBeFocused();

  await name.fill('Amara Okafor');
  await page.getByLabel('Phone Number *').fill('+44 7700 900121');
  await page.getByLabel('Email Address (Optional)').fill('Amara@Example.com');
  await expect(
    page.getByText(/^Please tell them first: “By submitting, you take part/),
  ).toBeVisible();
  const box = page.getByRole('checkbox', { name: 'They agree: “Tell me about future events.”' });
  await box.check();
  const heldRoute = await holdRoute(page, '**/api/leads');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  heldRoute.release();
  await expect(toast(page)).toContainText('Lead added');
  await expect(toast(page)).toContainText('New lead has been added successfully');
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
  await expect(box).not.toBeChecked();

  await expect(page.getByRole('heading', { name: 'Recent Leads (1)' })).toBeVisible();
  expect(await leadsOf(api, event.id)).toMatchObject([{ marketing: true }]);
  const lead = page.getByRole('listitem').filter({ hasText: 'Amara Okafor' });
  // The name of the only event stands above the form.
  await expect(page.getByText(event.name)).toHaveCount(1);
  await expect(lead).toContainText('amara@example.com');
  await expect(lead).toContainText('07700900121');
  await expect(lead).toContainText('pending');

  await test.step('after two seconds without a response the next person can be entered', async () => {
    await page.unroute('**/api/leads');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const stalled = await holdRoute(page, '**/api/leads');
    await type(page, { name: 'Wei Zhang', phone: '07700 900444', email: '' });
    await page.getByRole('button', { name: 'Add Lead' }).click();
    await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
    await expect.poll(() => stalled.calls).toBe(1);
    await page.clock.runFor(1_999);
    await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
    await page.clock.runFor(1);
    await expect(lastLead(page)).toContainText('Wei Zhang');
    await expect(toast(page)).toContainText('Stored on this phone until it is sent');
    await expect(name).toHaveValue('');
    stalled.release();
    await expect(page.getByRole('heading', { name: 'Recent Leads (2)' })).toBeVisible();
    await page.clock.resume();
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a volunteer works with one thumb: enters, undoes, passes on the ticket and corrects', {
    tag: '@firefox',
  }, async ({ page, signIn, api }) => {
    const event = await api.createEvent({ name: unique('Harbour Winter Fair of the Old Port') });
    const volunteer = await api.createVolunteer();
    await api.assign(volunteer.user.id, event.id);
    const visitor = { name: 'Jon Field', phone: '07700 900131', email: 'jon@example.com' };
    await api.call('POST', '/api/leads/public', { eventId: event.id, ...visitor });
    await page.clock.install();
    await signIn(volunteer);
    await page.goto('/volunteer/leads');

    const name = page.getByLabel('Full Name *');
    const number = page.getByLabel('Phone Number *');
    const email = page.getByLabel('Email Address (Optional)');
    const box = await name.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740 / 3);
    const card = page.getByRole('article', { name: event.name });
    await expect(card).toHaveText(`${event.name} · December 5, 2026 · Hall 7, Bristol`);
    expect(await card.evaluate(isCut)).toBe(false);
    await expectNoSidewaysScrolling(page);

    // Enter goes from field to field, and adds from the last one.
    await name.fill(visitor.name);
    await name.press('Enter');
    await expect(number).toBeFocused();
    await number.fill(visitor.phone);
    await number.press('Enter');
    await expect(email).toBeFocused();
    // The size of the screen with the keyboard open.
    await page.setViewportSize({ width: 360, height: 480 });
    await email.press('Enter');
    const added = lastLead(page);
    await expect(added).toContainText(/^Last leadJon FieldAlso entered \d+:\d\d [AP]M by QR/);
    const undo = page.getByRole('button', { name: 'Undo' });
    const show = page.getByRole('button', { name: 'Show ticket' });
    await expect(toast(page)).toBeVisible();
    const { y = 0, height = 0 } = (await toast(page).boundingBox()) ?? {};
    for (const part of [added, undo, show, name]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      expect((await part.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
    }
    const formAt = await name.boundingBox();
    await page.setViewportSize({ width: 360, height: 740 });
    await undo.click();
    await expect(toast(page)).toContainText('Lead taken back');
    await expect(added).toBeHidden();
    await expectTyped(page, { ...visitor, email: '' });
    await expect(page.getByRole('heading', { name: 'Recent Leads (0)' })).toBeVisible();
    await email.fill(visitor.email);
    await email.press('Enter');
    await expect(page.getByRole('heading', { name: 'Recent Leads (1)' })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(undo).toBeHidden();
    await expect(show).toBeVisible();
    expect(await name.boundingBox()).toEqual(formAt);
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 480 });
    const ticket = await showTicket(page, 'Jon Field');
    const code = (await ticket.locator('.font-code').innerText()).replace(/\s/g, '');
    const qr = ticket.getByRole('img', { name: 'Entry code of Jon Field' });
    const read = async () => {
      const image = await qr.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
      return readQr(page, { image }).catch(() => undefined);
    };
    const opens = api.url + ticketPath(event.id, code, 'Jon Field');
    await expect.poll(async () => (await read())?.text).toBe(opens);
    await expect(ticket).toContainText(/[A-Z][a-z]+ \d{4}/);
    for (const part of [qr, ticket.getByRole('button', { name: 'Copy entry code' })]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });

    // A hand scanner types a badge, and nothing of it stays in the field it was typed into.
    await email.focus();
    await scan(email, 'MECARD:N:Silva,Ana;TEL:07700900456;;');
    await expectTyped(page, { name: 'Ana Silva', phone: '07700900456', email: '' });
    await expect(email).toBeFocused();

    await page.getByRole('button', { name: 'Correct Jon Field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct Lead' });
    await dialog.getByLabel('Full Name *').fill('Jonathan Field');
    await dialog.getByRole('button', { name: 'Update Lead' }).click();
    const lead = page.getByRole('listitem').filter({ hasText: 'Jonathan Field' });
    await expect(lead).toContainText('07700900131');
    await expect(added).toContainText('Jonathan Field');
    await lead.getByRole('button', { name: 'Correct Jonathan Field' }).click();
    await dialog.getByRole('button', { name: 'Take Lead Back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take Back' }).click();
    await expect(page.getByRole('heading', { name: 'Recent Leads (0)' })).toBeVisible();
    const leads = await api.call<{ source: string }[]>('GET', `/api/leads?eventId=${event.id}`);
    expect(leads.map(({ source }) => source)).toEqual(['qr']);
  });
});

test('an expired session keeps the input for the same volunteer and from the next one @thorough', async ({
  page,
  signIn,
  api,
}) => {
  const volunteer = await api.createVolunteer();
  const colleague = await api.createVolunteer();
  // The first event is shown unless another was chosen.
  const first = await api.createEvent();
  const chosen = await api.createEvent({ name: unique('Second fair') });
  for (const { id } of [first, chosen]) await api.assign(volunteer.user.id, id);
  await api.assign(colleague.user.id, chosen.id);
  await signIn(volunteer);
  await page.goto('/volunteer/leads');
  await page.getByRole('combobox', { name: 'Select Event' }).click();
  await page.getByRole('option', { name: chosen.name }).click();
  const line = page.getByRole('status', { name: 'Unsent leads' });
  const next = { name: 'Tom Ellis', phone: '07700 900555', email: 'tom@example.com' };
  const add = page.getByRole('button', { name: 'Add Lead' });

  await test.step('the same volunteer logs in again', async () => {
    const typed = { name: 'Wei Zhang', phone: '07700 900444', email: 'wei@example.com' };
    await type(page, typed);
    // A reload loses neither the chosen event nor the input.
    await page.reload();
    await expect(page.getByRole('article', { name: chosen.name })).toBeVisible();
    await expectTyped(page, typed);
    await endSession(page, api);
    await add.click();
    await expect(toast(page)).toContainText('Lead added');
    await expect(line).toHaveText(`Log in again as ${volunteer.username} to send 1 lead`);
    // The next attendee is already being typed.
    await type(page, next);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/login?next=%2Fvolunteer%2Fleads');
    await logInAgain(page, volunteer);
    await expect(page.getByRole('article', { name: chosen.name })).toBeVisible();
    await expectTyped(page, next);
    await expect(line).toHaveText('All leads sent');
    expect(await namesAt(api, chosen.id)).toEqual(['Wei Zhang']);
  });

  await test.step('a colleague logs in on the same phone', async () => {
    await endSession(page, api);
    await add.click();
    await expect(line).toHaveText(`Log in again as ${volunteer.username} to send 1 lead`);
    await type(page, { name: 'Ana Silva', phone: '07700 900666', email: 'ana@example.com' });
    await page.getByRole('button', { name: 'Log in' }).click();
    await logInAgain(page, colleague);
    await expectTyped(page, { name: '', phone: '', email: '' });
    await expect(page.getByRole('heading', { name: 'Recent Leads (0)' })).toBeVisible();
    await expect(line).toHaveText('All leads sent');
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText(
      `1 lead of ${volunteer.username} is on this phone, to be sent when ${volunteer.username} logs in.`,
    );
    expect(await namesAt(api, chosen.id)).toEqual(['Wei Zhang']);
  });

  await type(page, next);
  // The button is pressed by key, because the greeting may still cover it.
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(next.name);
  await logInAgain(page, volunteer);
  await expect.poll(() => namesAt(api, chosen.id)).toEqual(['Tom Ellis', 'Wei Zhang']);
  expect(await namesAt(api, first.id)).toEqual([]);
});

async function showTicket(page: Page, name: string) {
  await page.getByRole('button', { name: 'Show ticket' }).click();
  return page.getByRole('dialog', { name: `${name}'s ticket` });
}

/** True if an element hides a part of its text. */
function isCut(element: Element): boolean {
  const all = [element, ...element.querySelectorAll('*')];
  return all.some(
    (each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== 'visible',
  );
}

async function type(page: Page, { name, phone, email }: Record<string, string>) {
  await page.getByLabel('Full Name *').fill(name ?? '');
  await page.getByLabel('Phone Number *').fill(phone ?? '');
  await page.getByLabel('Email Address (Optional)').fill(email ?? '');
}

async function expectTyped(page: Page, { name, phone, email }: Record<string, string>) {
  await expect(page.getByLabel('Full Name *')).toHaveValue(name ?? '');
  await expect(page.getByLabel('Phone Number *')).toHaveValue(phone ?? '');
  await expect(page.getByLabel('Email Address (Optional)')).toHaveValue(email ?? '');
}
