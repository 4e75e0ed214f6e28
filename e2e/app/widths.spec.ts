import type { Page } from '@playwright/test';
import type { Api } from '../harness/api.ts';
import { addPrize, addVerifiedLead, draw } from '../harness/draws.ts';
import { importLeads } from '../harness/leads.ts';
import { LOGO } from '../harness/logo.ts';
import { findCutParts } from '../harness/overflow.ts';
import { expect, test } from '../harness/test.ts';

/** The least number of whole rows on each screen. */
const ROWS = [
  [1440, 900, 9],
  [1280, 720, 6],
  [1024, 768, 5],
  [390, 844, 3],
] as const;
const WIDTHS = [390, 768, 1024, 1280, 1440];

/** A busy event: leads of each status, two with the same number, prizes, a winner, a sponsor and a volunteer. */
async function arrangeBusyEvent(api: Api) {
  const event = await api.createEvent({ name: 'Harbour Winter Fair', drawAt: '2999-12-05T17:30' });
  const prize = await addPrize(api, event, 'City bicycle');
  await addPrize(api, event, 'Coffee for a year');
  const lead = await addVerifiedLead(api, event, { name: 'Amara Okafor' });
  await draw(api, event, { prizeId: prize.id });
  await importLeads(api, event, 14, (number) => `Maximiliana von Hohenberg ${number}`);
  await addVerifiedLead(api, event, { name: 'Amara O.', phone: lead.phone });
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: 'Acme', logo: LOGO });
  const { user } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  return event;
}

test('the administration fits five widths: nothing is cut off, nothing leaves its card, and enough leads are in sight', async ({
  adminPage: page,
  api,
}) => {
  const event = await arrangeBusyEvent(api);
  const own = `/admin/events/${event.id}`;

  for (const path of ['/admin/leads', `${own}/leads`]) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Duplicate \(/ })).toBeVisible();
    for (const [width, height, least] of ROWS) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => countWholeRows(page), { message: `rows of ${path} at ${width} × ${height}` })
        .toBeGreaterThanOrEqual(least);
    }
  }

  const pages: [path: string, ready: string][] = [
    ['/admin/events', 'Harbour Winter Fair'],
    [own, 'Leads per hour'],
    ['/admin/leads', 'All Leads'],
    ...['leads', 'draw', 'results', 'team', 'prizes', 'sponsors', 'settings', 'form'].map(
      (tab): [string, string] => [`${own}/${tab}`, 'Harbour Winter Fair'],
    ),
    [`${own}/form?view=texts`, 'Texts and consent'],
    ['/admin/analytics', 'Analytics'],
    ['/admin/volunteers', 'Volunteers'],
    ['/admin/settings', 'My account'],
    ['/admin/settings/server', 'Server'],
  ];
  const cut: string[] = [];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    if (path.endsWith('/leads')) {
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const part of await findCutParts(page)) cut.push(`${path} at ${width}: ${part}`);
    }
  }
  expect(cut).toEqual([]);
});

/** The rows of the list of leads that are wholly on the screen. */
function countWholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('main [data-place]')];
    return rows.filter((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    }).length;
  });
}
