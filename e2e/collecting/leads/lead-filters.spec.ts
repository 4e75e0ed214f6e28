import { draw } from '../../harness/draws.ts';
import { addLeads, choose, openLeads } from '../../harness/leads.ts';
import { expect, test } from '../../harness/test.ts';

test('figures, words, order, source, submitter and dates narrow the list, are in the address, and can be taken off again', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  const { user, ...account } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  await addLeads(api, event, [
    { name: 'Jon Field', by: await api.logIn(account) },
    { name: 'Søren Sørensen', phone: '07400 900977', by: 'public' },
    { name: 'Ada Field', status: 'verified' },
    { name: 'Wei Zhang', status: 'promoted' },
  ]);
  await openLeads(page, event);

  const total = page.getByRole('button', { name: /^Total Leads/ });
  const verified = page.getByRole('button', { name: /^Verified/ });
  const pending = page.getByRole('button', { name: /^Pending/ });
  await expect(total).toHaveText('Total Leads4');
  await expect(verified).toHaveText('Verified125.0% of total');
  await expect(page.getByRole('button', { name: /^Promoted/ })).toHaveText('Promoted1');
  await expect(pending).toHaveText('Pending2');
  await expect(pending).toHaveAttribute('aria-pressed', 'false');

  await pending.click();
  await expect(pending).toHaveAttribute('aria-pressed', 'true');
  await expect(total).toHaveText('Total Leads4Showing 2');
  await expect(page.getByRole('heading', { name: 'Filtered Leads (2)' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Ada Field' })).toBeHidden();

  await pending.click();
  await expect(pending).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();

  const names = page.locator('[role=rowgroup] [aria-keyshortcuts="Enter"]');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('sorensen');
  await expect(names).toHaveText(['Søren Sørensen']);
  await search.fill('field jon');
  await expect(names).toHaveText(['Jon Field']);
  await search.fill('field');
  // The fields are folded, so that the leads come first.
  const toggle = page.getByRole('button', { name: 'Filters', exact: true });
  await toggle.click();
  await choose(page, 'Sort', 'Name, A to Z');
  await expect(names).toHaveText(['Ada Field', 'Jon Field']);
  await page.getByRole('button', { name: /^Pending/ }).click();
  await expect(names).toHaveText(['Jon Field']);
  await expect(page).toHaveURL(`/admin/leads?event=${event.id}&q=field&status=pending&sort=name`);

  await page.reload();
  await expect(names).toHaveText(['Jon Field']);
  await expect(search).toHaveValue('field');
  await expect(page.getByRole('combobox', { name: 'Event' })).toHaveText(event.name);
  await toggle.click();
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveText('Name, A to Z');

  await draw(api, event);
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeHidden();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Won (1)' }).click();
  await expect(names).toHaveText(['Ada Field']);
  await expect(page).toHaveURL(new RegExp(`event=${event.id}&flag=won`));

  // The link to the screen itself leads to all leads.
  await page.getByRole('link', { name: 'Leads' }).click();
  await expect(page).toHaveURL('/admin/leads');
  await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();

  await test.step('each can be taken off again', async () => {
    await search.fill('+44 7400 900977');
    await expect(names).toHaveText(['Søren Sørensen']);
    await page.getByRole('button', { name: 'Remove filter Search: +44 7400 900977' }).click();
    await expect(search).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
    await toggle.click();
    await choose(page, 'Source', 'Volunteer');
    await expect(names).toHaveCount(3);
    await choose(page, 'Added By', user.name ?? '');
    await expect(names).toHaveText(['Jon Field']);
    await page.getByRole('button', { name: 'Remove filter Source: Volunteer' }).click();
    await choose(page, 'Added By', 'QR Code (Public)');
    await expect(names).toHaveText(['Søren Sørensen']);
    await page.getByLabel('From Date').fill('2026-01-02');
    await expect(page.getByRole('button', { name: /^Remove filter From: / })).toBeVisible();
    await page.getByLabel('To Date').fill('2026-01-01');
    await expect(page.getByRole('heading', { name: 'No leads match your filters' })).toBeVisible();
    await expect(page.getByText('Try adjusting your filter criteria')).toBeVisible();
    await expect(page.getByText('To Date is before From Date')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Filtered Leads (0)' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(names).toHaveCount(4);
  });

  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(page.getByLabel('From Date')).toBeHidden();
  await expect(search).toBeVisible();
});

test('a typed date filters once its year is whole', async ({ adminPage: page, api }) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Ada Field' }]);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const from = pathname === '/api/leads' && searchParams.get('from');
    if (from) requested.push(from.slice(0, 4));
  });
  await openLeads(page, event);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From Date');
  await from.focus();
  await page.keyboard.type('0102202');
  await expect(from).toHaveValue('0202-01-02');
  await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();
  await page.keyboard.type('6');
  await expect(page.getByRole('button', { name: /^Remove filter From: / })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
  // Days begin in the browser's time zone, some hours from UTC.
  expect(requested.filter((year) => !/^202[56]$/.test(year))).toEqual([]);

  await page.getByLabel('To Date').focus();
  await page.keyboard.type('0102203');
  await from.focus();
  await expect(page.getByLabel('To Date')).toHaveValue('');
});
