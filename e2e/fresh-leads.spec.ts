import { cardOf } from './harness/event-dialogs.ts';
import { addLeads, openLeads } from './harness/leads.ts';
import { expectNoSidewaysScrolling } from './harness/sideways.ts';
import { expect, phone, test } from './harness/test.ts';

test('new leads are announced, and shown when they are asked for', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Amara Okafor' }]);
  await openLeads(page, event);
  const lead = (name: string) => page.getByText(name, { exact: true });
  const pill = page.getByRole('status').getByRole('button');
  await test.step('in the table', async () => {
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
  });

  await test.step('among the cards of a phone', async () => {
    await page.setViewportSize(phone.viewport);
    await expect(page.getByRole('article', { name: 'Wei Zhang' })).toBeVisible();
    await addLeads(api, event, [{ name: 'Zoë Ito' }]);
    await expect(pill).toHaveText('1 new lead: show');
    await expect(lead('Zoë Ito')).toHaveCount(0);
    await expectNoSidewaysScrolling(page);
    await pill.click();
    await expect(lead('Zoë Ito')).toBeVisible();
    await expect(pill).toHaveCount(0);
  });

  await test.step('at the events', async () => {
    await page.goto('/admin/events');
    const card = cardOf(page, event.name);
    await expect(card).toContainText('4 leads');
    await addLeads(api, event, [{ name: 'Jonas Lindqvist', by: 'public' }]);
    await expect(pill).toHaveText('1 new lead: show');
    await expect(card).toContainText('4 leads');
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(pill).toHaveText('1 new lead: show');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(card).toContainText('5 leads');
    await expect(pill).toHaveCount(0);
  });
});
