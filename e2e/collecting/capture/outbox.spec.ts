import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { loseResponse } from '../../harness/routes.ts';
import { expect, phone, test, toast } from '../../harness/test.ts';
import {
  assignedVolunteer,
  enterLead,
  lastLead,
  logInAgain,
  namesAt,
  openVolunteerScreen,
  outboxLine,
} from '../../harness/volunteer-screen.ts';

test.use(phone);

const figures = (page: Page) => page.getByRole('main').locator('dl > div');
const details = (page: Page) => page.getByRole('dialog', { name: 'Leads on This Phone' });

test('without a network or a response leads are stored, listed as waiting, undone, corrected, and sent once', async ({
  page,
  context,
  signIn,
  api,
}) => {
  const { event } = await openVolunteerScreen(page, api, signIn);
  await api.addLead(event.id, { name: 'Jon Field', phone: '07700 900131' });
  await page.reload();
  await expect(outboxLine(page)).toHaveText('All leads sent');
  await expect(figures(page)).toHaveText(['You today0', 'Team in total1']);
  const library = Promise.all(
    [/assets\/browser-/, /assets\/ticket-codes-/].map((file) => page.waitForResponse(file)),
  );
  await page.getByLabel('Full Name *').focus();
  await library;
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await expect(outboxLine(page)).toHaveText('Offline: leads are stored on this phone');
  await enterLead(page, 'Amara Okafor', '07700 900121');
  await enterLead(page, 'Wei Zhang', '07700 900444');
  await enterLead(page, 'Tom Ellis', '07700 900555');
  await expect(outboxLine(page)).toHaveText('Offline: 3 leads stored on this phone');
  await expect(figures(page)).toHaveText(['You today3', 'Team in total4']);
  const waiting = page.getByRole('listitem').filter({ hasText: 'waiting' });
  await expect(waiting).toHaveCount(3);
  await expect(waiting.first()).toContainText('Tom Ellis');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Lead taken back');
  await expect(page.getByRole('heading', { name: 'Recent Leads (2)' })).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(details(page).getByRole('listitem')).toHaveCount(2);
  await expectNoSidewaysScrolling(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    '2 leads have not been sent yet. They stay on this phone until you log in here again.',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();

  await context.setOffline(false);
  await expect(outboxLine(page)).toHaveText('All leads sent');
  await expect(page.getByRole('listitem').filter({ hasText: 'pending' })).toHaveCount(2);
  await expect(figures(page)).toHaveText(['You today2', 'Team in total3']);
  await page.getByRole('link', { name: 'Help' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('Online', { exact: true })).toBeInViewport();
  expect(await namesAt(api, event.id)).toEqual(['Amara Okafor', 'Jon Field', 'Wei Zhang']);

  await test.step('a lost response makes no second lead, and an undo on the way takes it back', async () => {
    await loseResponse(page, '**/api/leads');
    await enterLead(page, 'Zoe Berg', '07700 900666');
    await expect.poll(() => namesAt(api, event.id)).toContain('Zoe Berg');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => namesAt(api, event.id)).not.toContain('Zoe Berg');
    await expect(page.getByRole('heading', { name: 'Recent Leads (2)' })).toBeVisible();
  });

  await test.step('a lead that arrived without a response and is then refused stays one lead when corrected', async () => {
    let sent = 0;
    await page.route('**/api/leads', async (route) => {
      sent += 1;
      if (sent > 1) return route.fulfill({ status: 403, body: 'You are not assigned.' });
      await route.fetch();
      await route.abort();
    });
    await enterLead(page, 'Zoe Elis', '07700 900777');
    await expect(outboxLine(page)).toHaveText('1 lead needs attention');
    expect(await namesAt(api, event.id)).toContain('Zoe Elis');
    await expect(lastLead(page)).toHaveCount(0);

    // A lead that is refused at once is never reported as added.
    await page.getByLabel('Full Name *').fill('Ola Berg');
    await page.getByLabel('Phone Number *').fill('07700 900888');
    await page.getByRole('button', { name: 'Add Lead' }).click();
    await expect(toast(page)).toContainText('Lead not added');
    await expect(outboxLine(page)).toHaveText('2 leads need attention');
    await expect(page.getByRole('listitem').filter({ hasText: 'needs attention' })).toHaveCount(2);

    await page.unroute('**/api/leads');
    await page.getByRole('button', { name: 'Details' }).click();
    const ola = details(page).getByRole('listitem').filter({ hasText: 'Ola Berg' });
    await ola.getByRole('button', { name: 'Send Again' }).click();
    await expect(ola).toHaveCount(0);
    await details(page).getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Lead' });
    await edit.getByLabel('Full Name *').fill('Zoe Ellis');
    await edit.getByRole('button', { name: 'Send Again' }).click();
    await expect(details(page).getByText('All leads sent')).toBeVisible();
    expect(await namesAt(api, event.id)).toEqual([
      'Amara Okafor',
      'Jon Field',
      'Ola Berg',
      'Wei Zhang',
      'Zoe Ellis',
    ]);
  });
});

test.describe('a server in trouble', () => {
  test.use({ provoked: /status of 503/ });

  test('no response of the server loses a lead, and a person decides about refusals', async ({
    page,
    signIn,
    api,
  }) => {
    const { event, volunteer, assignment } = await openVolunteerScreen(page, api, signIn);
    // The responses of a hotel's login page, of a server in trouble, of refusals, and of an ended session.
    const responses = [200, 503, 400, 403, 404, 409, 401];
    const seenCounts: number[] = [];
    await page.route('**/api/leads', (route) => {
      const status = responses[seenCounts.length];
      if (status === undefined) return route.continue();
      seenCounts.push(status);
      const type = status === 200 ? 'text/html' : 'text/plain';
      const headers = { 'retry-after': '5', 'content-type': type };
      return route.fulfill({ status, headers, body: `Answer ${status}` });
    });
    const people = ['Amara Okafor', 'Wei Zhang', 'Tom Ellis', 'Ana Silva', 'Jon Field'];
    for (const [n, name] of people.entries()) await enterLead(page, name, `07700 90010${n}`);
    // Moving the clock on would end the running requests, which have 30 seconds.
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(async () => {
      await details(page).getByRole('button', { name: 'Send Now' }).click();
      expect(seenCounts).toEqual(responses);
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(outboxLine(page)).toContainText('4 leads need attention');
    // The last lead waits for the same user; the login page shows that user's name.
    const { username } = volunteer;
    await expect(outboxLine(page)).toContainText(`Log in again as ${username} to send 1 lead`);
    expect(await namesAt(api, event.id)).toEqual([]);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('note')).toHaveText(
      `5 leads of ${username} are waiting on this phone: log in as ${username} to send them.`,
    );
    await logInAgain(page, volunteer);
    await expect.poll(async () => (await namesAt(api, event.id)).length).toBe(1);

    // The next lead is not reported as kept once a busy server accepts leads again.
    const busy = { status: 503, body: 'Busy' };
    await page.route('**/api/leads', (route) => route.fulfill(busy), { times: 1 });
    await enterLead(page, 'Ola Berg', '07700 900106');
    await expect.poll(async () => (await namesAt(api, event.id)).length).toBe(2);
    await enterLead(page, 'Kai Ito', '07700 900107');
    await expect(toast(page)).toContainText('New lead has been added successfully');

    await page.getByRole('button', { name: 'Details' }).click();
    const refused = details(page).getByRole('region', { name: 'Needs attention' });
    for (const status of [400, 403, 404, 409]) {
      await expect(refused.getByText(`Answer ${status}`)).toBeVisible();
    }
    await expectNoAxeViolations(page);
    const download = page.waitForEvent('download');
    await details(page).getByRole('button', { name: 'Export' }).click();
    const file = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(file).toHaveLength(4);
    expect(file[0]).toMatchObject({ eventId: event.id, addedBy: volunteer.username });

    for (const left of [3, 2, 1]) {
      await refused
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Lead' }).click();
      await expect(refused.getByRole('listitem')).toHaveCount(left);
    }

    // The assignment is revoked, and then the whole event is deleted: the real server refuses.
    await api.call('PATCH', `/api/volunteer-assignments/${assignment.id}/revoke`);
    await refused.getByRole('button', { name: 'Send Again' }).click();
    await expect(refused.getByText('You are not assigned to this event')).toBeVisible();
    await api.call('DELETE', `/api/events/${event.id}`);
    const answered = page.waitForResponse('**/api/leads');
    await refused.getByRole('button', { name: 'Send Again' }).click();
    expect((await answered).ok()).toBe(false);
    await page.reload();
    await expect(page.getByText('No Active Assignment')).toBeVisible();
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(refused.getByRole('listitem')).toHaveCount(1);
  });
});

test('a browser that cannot keep leads sends them at once or keeps the form filled', {
  tag: '@thorough',
}, async ({ page, signIn, api }) => {
  const { event, volunteer } = await assignedVolunteer(api);
  await signIn(volunteer);
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'leads' && sessionStorage.getItem('full')) {
        this.transaction.abort();
        throw new DOMException('The disk is full', 'QuotaExceededError');
      }
      return put.apply(this, given);
    };
  });
  await page.goto('/volunteer/leads');
  await page.evaluate(() => sessionStorage.setItem('full', 'yes'));
  await enterLead(page, 'Amara Okafor', '07700 900121');
  await expect(outboxLine(page)).toContainText('This browser cannot store leads.');
  expect(await namesAt(api, event.id)).toEqual(['Amara Okafor']);

  await page.route('**/api/leads', (route) => route.abort());
  await page.getByLabel('Full Name *').fill('Wei Zhang');
  await page.getByLabel('Phone Number *').fill('07700 900444');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await expect(toast(page)).toContainText('Failed to add lead');
  await expect(toast(page)).toContainText('its storage is full, blocked or turned off');
  await expect(page.getByLabel('Full Name *')).toHaveValue('Wei Zhang');
  await page.unroute('**/api/leads');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await expect.poll(() => namesAt(api, event.id)).toEqual(['Amara Okafor', 'Wei Zhang']);
});
