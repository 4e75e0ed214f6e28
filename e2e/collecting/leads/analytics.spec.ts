import type { Analytics } from '@drawbridge/contract/collecting/analytics';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { expectNoSidewaysScrolling, expectToHoldItsContent } from '../../harness/overflow.ts';
import { expect, test } from '../../harness/test.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A fixed response, because tests cannot create leads on earlier days. */
const figures: Analytics = {
  totalEvents: 8,
  totalLeads: 1600,
  totalRevenue: [{ currency: 'USD', amount: '70188.25' }],
  averageRoa: '13.06',
  leadStatus: { pending: 401, verified: 999, promoted: 200 },
  leadSource: { qr: 1000, volunteer: 600 },
  importedLeads: 0,
  eventStatus: { upcoming: 3, active: 1, ended: 4 },
  topEvents: [
    {
      id: id(1),
      name: 'Autumn Makers Market',
      date: '2026-10-03',
      location: 'Old Tram Depot, Leeds',
      leadCount: 900,
      verifiedCount: 512,
    },
    {
      id: id(2),
      name: 'A fair with quite a long name to put on a phone',
      date: '2026-12-05',
      location: 'Hall 7, Bristol',
      leadCount: 1,
      verifiedCount: 0,
    },
  ],
  topVolunteers: [
    { id: id(3), name: 'Priya Shah', username: 'priya', leadCount: 300, verifiedCount: 199 },
    { id: id(4), name: null, username: 'tom@example.com', leadCount: 8, verifiedCount: 1 },
  ],
  leadsByDay: [
    { day: '2026-09-30', leadCount: 12 },
    { day: '2026-10-03', leadCount: 380 },
  ],
};

test('the dashboard shows zeros without broken charts, later every figure in its format, and fits a phone', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/volunteers');
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('$0.00')).toBeVisible();
  await expect(page.getByText('0.0%', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No leads by volunteers yet')).toBeVisible();

  await showFigures(page, figures);

  await expect(
    page.getByText('Comprehensive performance insights across all events'),
  ).toBeVisible();
  const card = (label: string) => page.getByText(label, { exact: true }).locator('..');
  await expect(card('Total Events')).toContainText('8');
  await expect(card('Total Leads')).toContainText('1,600');
  await expect(card('Total Revenue')).toContainText('$70,188.25');
  await expect(card('Avg ROA')).toContainText('13.1%');
  const status = page.getByRole('region', { name: 'Lead Status Distribution' });
  await expect(status).toContainText(/Pending\s*401\s*25\.1%/);
  await expect(status).toContainText(/Verified\s*999\s*62\.4%/);
  await expect(status).toContainText(/Promoted\s*200\s*12\.5%/);
  const source = page.getByRole('region', { name: 'Lead Source Breakdown' });
  await expect(source).toContainText(/QR Code\s*1,000\s*62\.5%/);
  await expect(source).toContainText(/Volunteer\s*600\s*37\.5%/);
  const events = page.getByRole('region', { name: 'Event Status' });
  await expect(events).toContainText(/Upcoming\s*3\s*Active\s*1\s*Ended\s*4/);

  const topEvents = page.getByRole('region', { name: 'Top Performing Events' });
  await expect(topEvents.getByRole('listitem').first()).toContainText(
    /Autumn Makers Market\s*Oct 3, 2026 · Old Tram Depot, Leeds\s*900 leads\s*512 verified/,
  );
  await expect(topEvents.getByRole('listitem').nth(1)).toContainText('1 lead');
  const topVolunteers = page.getByRole('region', { name: 'Top Volunteer Performance' });
  await expect(topVolunteers.getByRole('listitem').first()).toContainText(
    /Priya Shah\s*199 verified out of 300 leads\s*66%/,
  );
  await expect(topVolunteers.getByRole('listitem').nth(1)).toContainText('tom@example.com');

  const days = page.getByRole('region', { name: 'Leads Over Time' }).getByRole('row');
  await expect(days).toHaveText([
    /Day\s*Leads/,
    /Sep 30, 2026\s*12/,
    /Oct 1, 2026\s*0/,
    /Oct 2, 2026\s*0/,
    /Oct 3, 2026\s*380/,
  ]);
  await expectNoAxeViolations(page);

  await test.step('they fit a phone, and large ones their cards', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const totalRevenue = [
      { currency: 'USD', amount: '9999999999.99' },
      { currency: 'EUR', amount: '12.50' },
    ];
    await showFigures(page, { ...figures, totalLeads: 1_000_000, totalRevenue });
    await expect(card('Total Revenue')).toContainText('€12.50');
    await expect(page.getByText('$9,999,999,999.99')).toBeVisible();
    for (const label of ['Total Events', 'Total Leads', 'Total Revenue', 'Avg ROA']) {
      await expectToHoldItsContent(card(label));
    }
    await expectNoSidewaysScrolling(page);
  });
});

/** Goes back to the volunteers and returns to the dashboard, which fetches its figures again. */
async function showFigures(page: Page, json: Analytics): Promise<void> {
  await page.route('**/api/analytics?*', (route) => route.fulfill({ json }));
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Volunteers', level: 1 })).toBeVisible();
  await page.goForward();
}
