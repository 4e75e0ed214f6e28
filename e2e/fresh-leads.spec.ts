import { cardOf } from './harness/event-dialogs.ts';
import { addLeads, choose, openLeads } from './harness/leads.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${size}`, () => {
    test.use(options);

    test('new leads are announced, and shown when they are asked for', async ({
      signedInAdmin: page,
      api,
    }) => {
      const event = await api.createEvent();
      await addLeads(api, event, [{ name: 'Amara Okafor' }]);
      await openLeads(page, event);
      const lead = (name: string) => page.getByText(name, { exact: true });
      const pill = page.getByRole('status').getByRole('button');
      await expect(lead('Amara Okafor')).toBeVisible();
      await expect(pill).toHaveCount(0);

      await addLeads(api, event, [{ name: 'Wei Zhang', by: 'public' }]);
      await expect(pill).toHaveText('1 new lead: show');
      await addLeads(api, event, [{ name: 'Noor Haddad' }]);
      await expect(pill).toHaveText('2 new leads: show');
      await expect(lead('Wei Zhang')).toHaveCount(0);
      await expectNoSidewaysScrolling(page);
      await pill.click();
      await expect(lead('Wei Zhang')).toBeVisible();
      await expect(pill).toHaveCount(0);

      await page.goto('/admin/events');
      const card = cardOf(page, event.name);
      await expect(card).toContainText('3 leads');
      await addLeads(api, event, [{ name: 'Jonas Lindqvist', by: 'public' }]);
      await expect(pill).toHaveText('1 new lead: show');
      await expect(card).toContainText('3 leads');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(card).toContainText('4 leads');
      await expect(pill).toHaveCount(0);
    });
  });
}

test('rows on screen stay in place when others arrive above them', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(
    api,
    event,
    Array.from({ length: 40 }, (_, n) => ({ name: `Guest ${n}` })),
  );
  await openLeads(page, event);
  const row = page.getByRole('row', { name: 'Guest 5 ' });
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '41');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(row).toBeInViewport();
  const before = (await row.boundingBox())?.y;
  await addLeads(api, event, [{ name: 'Wei Zhang' }, { name: 'Noor Haddad' }]);
  await row.getByRole('button', { name: 'Verify Guest 5' }).click();
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '43');
  expect((await row.boundingBox())?.y).toBe(before);
});

test('filters, search and sort are in the address and survive a reload', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [
    { name: 'Jon Field' },
    { name: 'Søren Sørensen' },
    { name: 'Ada Field', status: 'verified' },
  ]);
  await openLeads(page, event);
  const names = page.locator('tbody tr[aria-rowindex] td:nth-child(2) span:first-child');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('sorensen');
  await expect(names).toHaveText(['Søren Sørensen']);
  await search.fill('field jon');
  await expect(names).toHaveText(['Jon Field']);
  await search.fill('field');
  await choose(page, 'Sort', 'Name, A to Z');
  await expect(names).toHaveText(['Ada Field', 'Jon Field']);
  await page.getByRole('button', { name: /^Pending/ }).click();
  await expect(names).toHaveText(['Jon Field']);
  await expect(page).toHaveURL(`/admin/leads?event=${event.id}&q=field&status=pending&sort=name`);

  await page.reload();
  await expect(names).toHaveText(['Jon Field']);
  await expect(search).toHaveValue('field');
  await expect(page.getByRole('combobox', { name: 'Event' })).toHaveText(event.name);
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveText('Name, A to Z');

  // The link to the screen itself leads to all leads.
  await page.getByRole('link', { name: 'Leads' }).click();
  await expect(page).toHaveURL('/admin/leads');
  await expect(search).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'All Leads' })).toBeVisible();
});
