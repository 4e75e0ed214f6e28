import { cardOf } from '../../harness/event-dialogs.ts';
import { addLeads, importLeads, openLeads } from '../../harness/leads.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { expect, test } from '../../harness/test.ts';

test('new leads appear by themselves, and while leads are selected when they are asked for @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await openLeads(page, event);
  const lead = (name: string) => page.getByText(name, { exact: true });
  const pill = page.getByRole('status').getByRole('button');
  await test.step('in an empty list, and in the table', async () => {
    await expect(page.getByText('No leads found')).toBeVisible();
    await addLeads(api, event, [{ name: 'Amara Okafor' }]);
    await expect(lead('Amara Okafor')).toBeVisible();
    await expect(pill).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select Amara Okafor' }).click();
    await addLeads(api, event, [{ name: 'Wei Zhang', by: 'public' }]);
    await expect(pill).toHaveText('1 new lead: show');
    await addLeads(api, event, [{ name: 'Noor Haddad' }]);
    await expect(pill).toHaveText('2 new leads: show');
    await expect(lead('Wei Zhang')).toHaveCount(0);
    await expectNoSidewaysScrolling(page);
    await pill.click();
    await expect(lead('Wei Zhang')).toBeVisible();
    await expect(pill).toHaveCount(0);
  });

  await test.step('at the events', async () => {
    await page.getByRole('link', { name: 'Events', exact: true }).first().click();
    const card = cardOf(page, event.name);
    await expect(card).toContainText('3 leads');
    await addLeads(api, event, [{ name: 'Jonas Lindqvist', by: 'public' }]);
    await expect(card).toContainText('4 leads');
    await expect(pill).toHaveCount(0);
  });
});

test('the page holds only the rows in sight of many leads, and the keyboard and new leads keep them in place @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await api.addLead(event.id, { name: 'Lead 0' });
  await importLeads(api, event, 99, (number) => `Lead ${number}`);
  // A low window, in which few rows are visible.
  await page.setViewportSize({ width: 1280, height: 600 });
  await openLeads(page, event);
  const table = page.getByRole('table', { name: 'All Leads' });
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toHaveAttribute('aria-rowindex', '2');
  expect(await rows.count()).toBeLessThan(40);

  // The focused row stays, however far the page is scrolled.
  const first = table.locator('[aria-rowindex="2"]').getByRole('button', { name: /^Edit/ });
  await first.focus();
  const last = table.locator('[aria-rowindex="101"]');
  // The list gets longer as it is scrolled.
  const scrollToEnd = () =>
    expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(last).toBeInViewport({ timeout: 200 });
    }).toPass();
  await scrollToEnd();
  await expect(first).toBeFocused();
  await expect.poll(() => rows.count()).toBeLessThan(75);
  await expect(table.getByRole('columnheader', { name: 'Status' })).toBeInViewport();

  // Tab goes on from row to row, and the list follows.
  await last.getByRole('button', { name: /^Delete/ }).focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('Shift+Tab');
  await expect(page.locator(':focus')).toBeInViewport();
  const focusedRow = page.locator('[aria-rowindex]:focus-within');
  expect(Number(await focusedRow.getAttribute('aria-rowindex'))).toBeLessThan(98);

  // New leads above them do not move the rows on screen either.
  await scrollToEnd();
  const row = page.getByRole('row', { name: 'Lead 0 ' });
  const before = (await row.boundingBox())?.y;
  await addLeads(api, event, [{ name: 'Wei Zhang' }, { name: 'Noor Haddad' }]);
  await row.getByRole('button', { name: 'Verify Lead 0' }).click();
  await expect(table).toHaveAttribute('aria-rowcount', '103');
  expect((await row.boundingBox())?.y).toBe(before);
});
