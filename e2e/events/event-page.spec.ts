import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { addPrize, addUnverifiedLead, addVerifiedLead, draw } from '../harness/draws.ts';
import { LOGO } from '../harness/logo.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';

test('an organiser reads the overview of an event on a laptop, and walks through its tabs with a phone', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent({
    timeZone: 'UTC',
    drawAt: '2999-12-05T17:30',
    location: `Hall 7, Bristol ${'W'.repeat(60)}`,
  });
  const prize = await addPrize(api, event, 'City bicycle');
  await addPrize(api, event, 'Headphones');
  const winner = await addVerifiedLead(api, event, { name: 'Amara Okafor' });
  await draw(api, event, { prizeId: prize.id });
  await addUnverifiedLead(api, event);
  const { user } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Acme', logo: LOGO });
  const path = `/admin/events/${event.id}`;
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name });

  await test.step('from the list the name is there at once, and the page loads in its own shape', async () => {
    await page.goto('/admin/events');
    const figures = `${path.replace('admin', 'api')}/figures`;
    const heldRoute = await holdRoute(page, figures, { times: 1 });
    await page
      .getByRole('article', { name: event.name })
      .getByRole('link', { name: event.name })
      .click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: event.name, level: 1 })).toBeVisible();
    await expect(tab('Settings')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading figures' })).toBeVisible();
    heldRoute.release();
  });
  await expect(page.getByText(/Hall 7, Bristol W+ · draw Dec 5, 2999 at 5:30 PM/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(event.name);

  await test.step('the overview counts new leads by itself, and its charts are files', async () => {
    await expect(page.getByText('Prizes drawn1 of 2')).toBeVisible();
    await expect(page.getByText('Leads2+2 in the last hour')).toBeVisible();
    const wall = page.getByRole('region', { name: 'On the wall' });
    await expect(wall).toContainText('Amara Okafor');
    await addUnverifiedLead(api, event);
    await expect(page.getByText('Leads3+3 in the last hour')).toBeVisible({ timeout: 15_000 });
    await expect(tab('Leads 3')).toBeVisible();
    // The running hour is not drawn as a collapse.
    const hours = page.getByRole('region', { name: 'Leads per hour' });
    await expect(hours.getByText('This hour so far')).toBeVisible();
    const chart = page.getByRole('region', { name: 'From entry to win' });
    await expect(chart.getByRole('row')).toHaveText([
      'StepLeads',
      'entered3',
      'verified or promoted1',
      'won1',
    ]);
    for (const format of ['PNG', 'CSV']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download figures' }).click();
      // Each chart has a heading and its two files below it.
      const files = page.getByRole('menu').getByText('From entry to win');
      const following = files.locator('xpath=following-sibling::*[@role="menuitem"]');
      await following.filter({ hasText: format }).first().click();
      expect((await download).suggestedFilename()).toBe(
        `From entry to win.${format.toLowerCase()}`,
      );
    }
    await expectNoAxeViolations(page);
  });

  await test.step('the tabs, on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const open = async (name: string) => {
      await tab(name).click();
      await expect(page.locator('nav a[aria-current=page]').last()).toBeInViewport();
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await expectNoSidewaysScrolling(page);
    };
    await open('Form');
    await open('Prizes 2');
    await expect(page).toHaveURL(`${path}/prizes`);
    await expect(page.getByRole('heading', { name: `${event.name} · Prizes` })).toBeFocused();
    await page.getByRole('button', { name: 'Add Another Prize' }).click();
    await page.getByLabel('Prize Name').fill('A kite');
    await tab('Sponsors 1').click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save Prize' }).click();
    await expect(tab('Prizes 3')).toBeVisible();
    await open('Sponsors 1');
    await expect(page.getByRole('heading', { name: 'Current Sponsors (1)' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${path}/prizes`);
    await open('Team 1');
    await expect(page.getByRole('tab', { name: 'Assigned (1)' })).toBeVisible();
    await open('Leads 3');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(winner.phone);
    await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}/leads\\?.*q=`));
    await open('Draw');
    await expect(page.getByText('2 leads are still pending and not in the draw')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('combobox', { name: 'What decides A kite' }).click();
    await page.getByRole('option', { name: 'Sealed: phrase' }).click();
    const quantity = page.getByRole('spinbutton', { name: 'How many of A kite' });
    await quantity.fill('3');
    await quantity.press('Enter');
    const prizes = () => api.call<Prize[]>('GET', `/api/prizes?eventId=${event.id}`);
    await expect
      .poll(async () => (await prizes()).find(({ name }) => name === 'A kite'))
      .toMatchObject({ quantity: 3, drawSource: 'phrase' });
    await page.getByRole('button', { name: 'Roll call' }).click();
    const call = page.getByRole('region', { name: 'Roll call' });
    await expect(call).toContainText(/\d{4}/);
    await expect(call.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await call.getByRole('button', { name: 'Close' }).click();
    await expect(call).toHaveCount(0);
    const order = page.getByRole('list', { name: 'Running order' });
    await expect(order.getByRole('listitem').first()).toContainText('Amara Okafor');
    await open('Results');
    await expectNoAxeViolations(page);
    // The leads are a table on a laptop.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('region', { name: 'City bicycle' })).toContainText('Amara Okafor');
    await expect(page.getByRole('region', { name: 'A kite' })).toContainText('To be drawn');
    await page.getByRole('button', { name: 'Reach winners' }).click();
    await page.getByRole('checkbox', { name: 'Reached Amara Okafor' }).click();
    await expect(page.getByRole('dialog')).toContainText('1 of 1 waiting winners reached');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', /\/report$/);
    await page.setViewportSize({ width: 360, height: 740 });
    await open('Settings');
    await expectNoAxeViolations(page);
    const data = page.getByRole('region', { name: 'Data' });
    await data.getByLabel('Erase leads after (days)').fill('30');
    await expect(data).toContainText('3 leads will be erased on January 4, 2027');
    await tab('Results').click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await data.getByRole('button', { name: 'Save Data' }).click();
    await expect(toast(page)).toContainText('Event updated');
    const { retentionDays } = await api.call<AdminEvent>('GET', `/api/events/${event.id}`);
    expect(retentionDays).toBe(30);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('leads wait to be verified as long as there is something to draw', async () => {
    await api.call('PATCH', path.replace('admin', 'api'), { status: 'ended' });
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Verify them' })).toBeVisible();
    for (const { id } of await api.call<Prize[]>('GET', `/api/prizes?eventId=${event.id}`)) {
      if (id !== prize.id) await api.call('DELETE', `/api/prizes/${id}`);
    }
    await page.reload();
    await expect(page.getByText('Prizes drawn1 of 1')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Verify them' })).toHaveCount(0);
  });

  await test.step('an event that is over says what is left to do', async () => {
    const left = page.getByRole('region', { name: 'Wrapping up' });
    await expect(left.getByRole('listitem')).toHaveText([
      'Hand over the prizes (0 of 1)Hand over',
      'Set when the leads are eraseddone',
      'Remove the volunteers',
      'Export the leads (optional)',
      "Send the sponsors' reports (optional)",
      'Save the proof of the draws (optional)',
    ]);
    await expect(page.getByRole('link', { name: 'Open the wall' })).toHaveCount(0);
    await left.getByRole('link', { name: /^Hand over the prizes/ }).click();
    await expect(page).toHaveURL(`${path}/results`);
  });
});
