import type { AdminLead } from '@drawbridge/contract/leads';
import { expectNoAxeViolations } from './harness/axe.ts';
import { addPrize } from './harness/draws.ts';
import { addLeads, openLeads } from './harness/leads.ts';
import { holdRoute } from './harness/routes.ts';
import { expectNoSidewaysScrolling, expectToHoldItsContent } from './harness/sideways.ts';
import { expect, phone, test, toast } from './harness/test.ts';

test('a lead is verified, then promoted, each in one press', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Amara Okafor' }]);
  await addPrize(api, event);
  await openLeads(page, event);
  const row = page.getByRole('row', { name: 'Amara Okafor' });

  let patches = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches += 1;
  });
  await row.getByRole('button', { name: 'Verify Amara Okafor' }).click();
  await expect(toast(page)).toContainText('Status updated');
  await expect(row.getByText('verified', { exact: true })).toBeVisible();
  await expect(row.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Verified/ })).toContainText('1100.0% of total');
  const promote = row.getByRole('button', { name: 'Promote Amara Okafor' });
  await expect(promote).toBeEnabled();
  // The mouse is still there: the second click of a double click must not promote as well.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(promote).toBeEnabled();
  expect(patches).toBe(1);

  // Where there is a raffle, it asks first.
  const question = page.getByRole('alertdialog', { name: 'Promote Amara Okafor?' });
  await promote.click();
  await expect(question).toHaveAccessibleDescription(/no longer in the raffle/);
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(promote).toBeFocused();
  expect(patches).toBe(1);
  await promote.click();
  await question.getByRole('button', { name: 'Promote' }).click();
  await expect(toast(page)).toContainText('Status updated');
  await expect(row.getByText('promoted', { exact: true })).toBeVisible();
  await expect(toast(page)).toContainText('Promoted leads are no longer in the raffle');
  await expect(promote).toBeHidden();
});

test('verifying with the keyboard keeps the focus in place, and a held key does not promote', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [{ name: 'Amara Okafor' }]);
  await openLeads(page, event);
  const held = await holdRoute(page, '/api/leads/*');
  const verify = page.getByRole('button', { name: 'Verify Amara Okafor' });
  await verify.focus();
  await page.keyboard.down('Enter');
  await expect(verify).toBeDisabled();
  await expect(verify).toBeFocused();
  await page.keyboard.down('Enter');
  held.release();
  const promote = page.getByRole('button', { name: 'Promote Amara Okafor' });
  await expect(promote).toBeEnabled();
  await expect(promote).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(promote).toBeEnabled();
  expect(held.calls).toBe(1);
  await page.keyboard.press('Enter');
  await expect(page.getByText('promoted', { exact: true })).toBeVisible();
});

test('a step that somebody else has already taken is refused, and the list catches up', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const [lead] = await addLeads(api, event, [{ name: 'Amara Okafor' }]);
  await openLeads(page, event);
  await expect(page.getByRole('button', { name: 'Verify Amara Okafor' })).toBeVisible();
  await api.call('PATCH', `/api/leads/${lead?.id}`, { status: 'verified' });
  await page.getByRole('button', { name: 'Verify Amara Okafor' }).click();
  await expect(toast(page)).toContainText('Update failed');
  await expect(toast(page)).toContainText('Only pending leads can be verified');
  await expect(page.getByRole('button', { name: 'Promote Amara Okafor' })).toBeVisible();
});

test('all pending leads of a search are selected and verified at once', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  await addLeads(api, event, [
    { name: 'Amara Okafor' },
    { name: 'Chidi Okafor' },
    { name: 'Freya Okafor', status: 'verified' },
    { name: 'Wei Zhang' },
  ]);
  await openLeads(page, event);
  await page.getByRole('checkbox', { name: 'Select Wei Zhang' }).click();
  const all = page.getByRole('checkbox', { name: 'Select all pending leads' });
  await expect(all).toBeChecked({ indeterminate: true });
  await expect(page.getByText('1 lead(s) selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(page.getByText('lead(s) selected')).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search' }).fill('okafor');
  await expect(page.getByRole('heading', { name: 'Filtered Leads (3)' })).toBeVisible();
  await all.click();
  await expect(all).toBeChecked();
  await expect(page.getByText('2 lead(s) selected')).toBeVisible();
  await expectNoAxeViolations(page);

  // Leads hidden by a filter stay selected, and the screen says so.
  await page.getByRole('searchbox', { name: 'Search' }).fill('amara');
  await expect(page.getByText('1 hidden by filters')).toBeVisible();
  await page.getByRole('button', { name: 'Verify Selected' }).click();
  await expect(toast(page)).toContainText('Leads verified');
  await expect(toast(page)).toContainText('2 leads verified');
  await expect(page.getByText('lead(s) selected')).toBeHidden();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByRole('button', { name: /^Verified/ })).toContainText('375.0% of total');
  await expect(page.getByRole('row', { name: 'Wei Zhang' })).toContainText('pending');
});

test('a selected lead that is gone meanwhile is skipped and counted', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const [amara] = await addLeads(api, event, [{ name: 'Amara Okafor' }, { name: 'Wei Zhang' }]);
  await openLeads(page, event);
  await page.getByRole('checkbox', { name: 'Select all pending leads' }).click();
  await api.call('DELETE', `/api/leads/${amara?.id}`);
  await page.getByRole('button', { name: 'Verify Selected' }).click();
  await expect(toast(page)).toContainText('1 lead verified, 1 no longer pending');
  await expect(page.getByRole('row', { name: 'Amara Okafor' })).toBeHidden();
});

test('many thousand leads are verified in pieces, with progress and an honest failure', async ({
  signedInAdmin: page,
  api,
}) => {
  const event = await api.createEvent();
  const [lead] = await addLeads(api, event, [{ name: 'Amara Okafor' }]);
  const many = copies(lead as AdminLead, 25_000);
  // More than a test should really send; the answers are what the server would say.
  await page.route(`/api/leads?eventId=${event.id}`, (route) => route.fulfill({ json: many }));
  const pieces: number[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('/api/leads/bulk-verify', async (route) => {
    const { leadIds } = route.request().postDataJSON() as { leadIds: string[] };
    pieces.push(leadIds.length);
    if (pieces.length === 1) {
      return route.fulfill({ json: { verified: leadIds.length, skipped: 0 } });
    }
    await held;
    return route.fulfill({ status: 429, body: 'Too many requests' });
  });
  await openLeads(page, event);
  await page.getByRole('checkbox', { name: 'Select all pending leads' }).click();
  await expect(page.getByText('25,000 lead(s) selected')).toBeVisible();
  await page.getByRole('button', { name: 'Verify Selected' }).click();

  await expect(page.getByText('10,000 of 25,000 verified')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Leads verified' })).toHaveAttribute(
    'value',
    '10000',
  );
  await expect(page.getByRole('button', { name: 'Verify Selected' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Pending/ })).toHaveText('Pending15,000');
  answer();
  await expect(toast(page)).toContainText('Bulk verify failed');
  await expect(toast(page)).toContainText(
    'Too many requests. 10,000 leads had been verified before.',
  );
  expect(pieces).toEqual([10_000, 10_000]);
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 780 } });

  test('the bar of a large selection fits, also while it is verified', async ({
    signedInAdmin: page,
    api,
  }) => {
    const event = await api.createEvent();
    const [lead] = await addLeads(api, event, [{ name: 'Amara Okafor' }]);
    const many = copies(lead as AdminLead, 25_000);
    for (const known of many.slice(0, 10)) known.name = 'Wei Zhang';
    await page.route(`/api/leads?eventId=${event.id}`, (route) => route.fulfill({ json: many }));
    let pieces = 0;
    await page.route('/api/leads/bulk-verify', async (route) => {
      pieces += 1;
      // The second piece is never answered.
      if (pieces === 1) await route.fulfill({ json: { verified: 10_000, skipped: 0 } });
    });
    await openLeads(page, event);
    await page.getByText('Select all pending (25,000)').tap();
    await page.getByRole('button', { name: 'Filters', exact: true }).tap();
    await page.getByRole('searchbox', { name: 'Search' }).fill('wei');
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('25,000 lead(s) selected');
    await expect(bar).toContainText('24,990 hidden by filters');
    await expectToHoldItsContent(bar);
    await bar.getByRole('button', { name: 'Verify Selected' }).tap();
    await expect(bar).toContainText('10,000 of 25,000 verified');
    await expectToHoldItsContent(bar);
    await expectNoSidewaysScrolling(page);
  });
});

/** Leads that differ only in their ids. */
function copies(lead: AdminLead, count: number): AdminLead[] {
  return Array.from({ length: count }, (_, number) => ({
    ...lead,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  }));
}
