import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Locator } from '@playwright/test';
import type { Api } from '../../harness/api.ts';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { addLeads, choose, openLeads } from '../../harness/leads.ts';
import { expectNoSidewaysScrolling, expectToHoldItsContent } from '../../harness/overflow.ts';
import { holdRoute } from '../../harness/routes.ts';
import { expect, phone, test, toast } from '../../harness/test.ts';

const COLUMNS = [
  '',
  'Contact Information',
  'Event',
  'Source',
  'Added By',
  'Submitted',
  'Status',
  'Actions',
];

test('the table shows who a lead is, where it came from, what is doubtful and what can be done, on a tablet too', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  const { user, ...account } = await api.createVolunteer();
  await api.assign(user.id, event.id);
  await addLeads(api, event, [
    { name: 'Wei Zhang', phone: '07400 900122', status: 'promoted' },
    { name: 'Fictional Number', phone: '07700 900121' },
    { name: 'Jonas Lindqvist', phone: '07400 900977', by: 'public', status: 'verified' },
    { name: 'J. Lindqvist', phone: '+44 7400 900977' },
    {
      name: 'Amara Okafor',
      phone: '+44 7400 900121',
      email: 'Amara.Okafor@example.com',
      by: await api.logIn(account),
    },
  ]);
  await openLeads(page, event);

  await expect(page.getByText('Manage and verify collected leads')).toBeVisible();
  const table = page.getByRole('table', { name: 'All Leads' });
  await expect(table.getByRole('columnheader')).toHaveText(COLUMNS);

  const amara = table.getByRole('row', { name: 'Amara Okafor' });
  await expect(amara.getByRole('link', { name: 'amara.okafor@example.com' })).toHaveAttribute(
    'href',
    'mailto:amara.okafor@example.com',
  );
  await expect(amara.getByRole('link', { name: '07400900121' })).toHaveAttribute(
    'href',
    'tel:+447400900121',
  );
  for (const text of [event.name, 'Volunteer', user.name ?? '', 'pending']) {
    await expect(amara.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(amara.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d+:\d\d [AP]M$/);
  await expect(amara.getByRole('checkbox', { name: 'Select Amara Okafor' })).toBeVisible();
  await expect(amara.getByRole('button')).toHaveText(['Amara Okafor', 'Verify', '', '']);

  const jonas = table.getByRole('row', { name: 'Jonas Lindqvist' });
  await expect(jonas.getByText('QR Code', { exact: true })).toHaveCount(2);
  await expect(jonas.getByRole('checkbox')).toHaveCount(0);
  await expect(jonas.getByRole('button')).toHaveText(['Jonas Lindqvist', 'Promote', '', '']);

  const wei = table.getByRole('row', { name: 'Wei Zhang' });
  await expect(wei.getByRole('button', { name: /^(Edit|Delete) Wei Zhang$/ })).toHaveCount(2);
  await expect(wei.getByRole('button')).toHaveCount(3);

  await test.step('on a tablet', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(table.getByRole('columnheader')).toHaveText(COLUMNS);
    for (const fact of [
      ...[amara.getByRole('time'), amara.getByRole('button').last()],
      ...[event.name, 'Volunteer', user.name ?? '', 'pending'].map((text) =>
        amara.getByText(text, { exact: true }),
      ),
    ]) {
      await expect(fact).toBeInViewport({ ratio: 0.99 });
    }
    expect((await amara.boundingBox())?.height).toBeLessThanOrEqual(48);
    await expectNoSidewaysScrolling(page);
    await expectNoAxeViolations(page);
  });

  await test.step('a duplicate and a number that is not valid lead to what can be done about them', async () => {
    const duplicate = table.getByRole('button', { name: /^Duplicate/ });
    await expect(duplicate).toHaveCount(1);
    await duplicate.hover();
    await expect(page.getByRole('tooltip')).toContainText(
      'Same phone number or email as an earlier lead',
    );
    await duplicate.click();
    const compared = page.getByRole('dialog', { name: 'Same person?' });
    await expect(compared.getByRole('row', { name: /^Source/ })).toHaveText(
      'SourceQR CodeVolunteer',
    );
    await expectNoAxeViolations(page);
    await expect(compared.getByText('1 of 1')).toBeVisible();
    await compared.getByRole('button', { name: /^Keep this one: J. Lindqvist/ }).click();
    await expect(toast(page)).toContainText('Leads merged');
    await expect(compared).toBeHidden();
    await expect(jonas).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('The leads are separate again');
    await expect(jonas).toBeVisible();
    await duplicate.click();
    await compared.getByRole('button', { name: /^Delete Jonas Lindqvist/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Lead deleted');
    await expect(compared).not.toContainText('Jonas Lindqvist');
    await page.keyboard.press('Escape');
    await expect(duplicate).toBeHidden();
    const invalid = table.getByRole('button', { name: /^Not a valid number/ });
    await expect(invalid).toHaveCount(1);
    await expectBigEnough(invalid, 24);
    await invalid.click();
    const dialog = page.getByRole('dialog', { name: 'Edit Lead' });
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Fictional Number');
  });
});

test('leads load, can be tried again, are those of one event or of all, and are worked through with the keyboard', async ({
  adminPage: page,
  api,
}) => {
  const [event, other] = [await api.createEvent(), await api.createEvent()];
  const empty = await api.createEvent();
  await addLeads(api, event, [{ name: 'Amara Okafor' }]);
  await addLeads(api, other, [{ name: 'Somebody' }]);
  const amara = page.getByRole('row', { name: 'Amara Okafor' });
  const somebody = page.getByRole('row', { name: 'Somebody' });
  const heldRoute = await holdRoute(page, /\/api\/leads\?/, {
    refusal: 'Too many requests.',
    times: 1,
  });
  await page.goto('/admin/leads');
  await expect(page.getByRole('status', { name: 'Loading leads' })).toBeVisible();
  heldRoute.release();
  await expect(page.getByRole('heading', { name: 'Could not load leads' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Could not load leads' })).toBeHidden();
  await expect(amara).toContainText(event.name);
  await expect(somebody).toContainText(other.name);

  await choose(page, 'Event', event.name);
  await expect(somebody).toBeHidden();
  await expect(amara).toBeVisible();
  await choose(page, 'Event', empty.name);
  await expect(page.getByRole('heading', { name: 'No leads found' })).toBeVisible();
  await expect(page.getByText('Leads will appear here once collected')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Verified/ })).toHaveText(
    'Verified00.0% of total',
  );
  await choose(page, 'Event', 'All Events');
  await expect(amara).toContainText(event.name);

  await addLeads(
    api,
    empty,
    Array.from({ length: 12 }, (_, n) => ({ name: `Lead ${n}`, email: `lead${n}@example.com` })),
  );
  await openLeads(page, empty);
  const rows = page.getByRole('rowgroup').getByRole('row');
  await page.setViewportSize({ width: 1280, height: 720 });

  await test.step('from the top of the page to the first Verify', async () => {
    await expect(rows).toHaveCount(12);
    const verify = page.getByRole('button', { name: 'Verify Lead 11' });
    await expect(verify).toBeVisible();
    let tabs = 0;
    const tab = async () => {
      await page.keyboard.press('Tab');
      tabs += 1;
    };
    await tab();
    await tab();
    await expect(page.getByRole('link', { name: 'Skip to the list' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows.first()).toBeFocused();
    while (!(await verify.evaluate((button) => button === document.activeElement))) {
      await tab();
      expect(tabs).toBeLessThanOrEqual(8);
    }
  });

  await test.step('with single keys', async () => {
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Select Lead 10' })).toBeChecked();
    await page.keyboard.press('v');
    await expect(rows.nth(1)).toContainText('verified');
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await expect(search).toBeFocused();
    await page.keyboard.type('jvx?ge');
    await expect(search).toHaveValue('jvx?ge');
    await page.getByRole('heading', { name: 'Leads', exact: true }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await expect(dialog).toContainText('Verify the lead of this row');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/admin\/leads/);
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect(page).toHaveURL('/admin/events');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('article') })
      .first();
    await expect(card).toBeVisible();
    await page.keyboard.press('j');
    await expect(card).toBeFocused();
  });
});

test('many leads are in sight at once, on a large and a small laptop and a tablet', async ({
  adminPage: page,
  api,
}) => {
  const event = await addTwelve(api);
  for (const [width, height, least] of [
    [1440, 900, 9],
    [1280, 720, 6],
    [1024, 768, 5],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/admin/leads', `/admin/events/${event.id}/leads`]) {
      await page.goto(path);
      const rows = page.getByRole('rowgroup').getByRole('row');
      await expect
        .poll(() => countWhole(rows), `${path} at ${width} × ${height}`)
        .toBeGreaterThanOrEqual(least);
    }
  }
});

test('nothing is cut and nothing leaves its card, from a phone to a large screen, beside an open lead too', async ({
  adminPage: page,
  api,
}) => {
  const event = await addTwelve(api);
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/events/${event.id}/leads`);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await expect(search).toBeVisible();
    for (const region of ['Filters', 'Leads by status']) {
      await expectToHoldItsContent(page.getByRole('region', { name: region }));
    }
    expect(await search.evaluate(placeholderOverhang), `${width} px`).toBeLessThanOrEqual(0);
    await expectNoSidewaysScrolling(page);
    if (width < 1280) continue;
    await page.getByRole('rowgroup').getByRole('button', { name: 'Lead 5', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Lead 5' })).toBeVisible();
    for (const column of ['Source', 'Added By', 'Submitted']) {
      await expect(page.getByRole('columnheader', { name: column })).toBeInViewport({ ratio: 0.9 });
    }
    await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
    await expectNoSidewaysScrolling(page);
  }
});

/** The width in pixels by which the placeholder is wider than its field. */
function placeholderOverhang(field: SVGElement | HTMLElement): number {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('There is no canvas');
  canvas.font = font;
  const text = canvas.measureText((field as HTMLInputElement).placeholder).width;
  return (
    text - field.clientWidth + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  );
}

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 } });

  test('three leads are in sight at once', async ({ adminPage: page, api }) => {
    const event = await addTwelve(api);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/admin/leads', `/admin/events/${event.id}/leads`]) {
      await page.goto(path);
      await expect
        .poll(() => countWhole(page.getByRole('article')), path)
        .toBeGreaterThanOrEqual(3);
      await expectNoSidewaysScrolling(page);
    }
  });

  test('leads are cards that say in words what is flagged in the table, and everything is big enough for a thumb', async ({
    adminPage: page,
    api,
  }) => {
    const [marked, event] = [await api.createEvent(), await api.createEvent()];
    await markedLeads(api, marked);
    await openLeads(page, marked);
    const card = (name: string) => page.getByRole('article', { name });
    await expect(card('Visitor 11')).toContainText('entered 11 times');
    await expect(card('Fictional Number')).toContainText('not a valid number');
    await expect(card('Lucky Winner').getByText('Won', { exact: true })).toBeVisible();
    await expect(card('Lucky Winner')).not.toContainText('not a valid number');
    await expectNoSidewaysScrolling(page);
    const chips = page.getByRole('button', { name: /^(Invalid number|Duplicate|Won) \(/ });
    const tops = await chips.evaluateAll((all) =>
      all.map((chip) => chip.getBoundingClientRect().y),
    );
    expect(tops).toEqual([tops[0], tops[0], tops[0]]);

    await addLeads(api, event, [
      { name: 'Wei Zhang', status: 'verified', by: 'public' },
      {
        name: 'Maximiliana von Hohenberg-Castellanos de la Vega',
        email: 'maximiliana.von.hohenberg-castellanos@a-rather-long-domain.example.com',
      },
    ]);
    await choose(page, 'Event', event.name);
    const list = page.getByRole('list', { name: 'All Leads' });
    await expect(list.getByRole('article')).toHaveCount(2);
    const wei = list.getByRole('article', { name: 'Wei Zhang' });
    await expect(wei.getByRole('button')).toHaveText(['Wei Zhang', 'Promote', '', '']);
    await expect(wei.getByText('No email')).toBeVisible();
    await expect(wei.getByText('QR Code')).toBeVisible();
    // The first lead is visible without scrolling.
    await expect(list.getByRole('article').first().getByRole('link').first()).toBeInViewport();

    await page.getByRole('button', { name: 'Filters', exact: true }).tap();
    await page.getByRole('searchbox', { name: 'Search' }).fill('maxim');
    await expect(
      list.or(page.getByRole('list', { name: /^Filtered/ })).getByRole('article'),
    ).toHaveCount(1);
    await expectNoAxeViolations(page);
    for (const control of await page
      .getByRole('button')
      .or(page.getByRole('combobox'))
      .or(page.getByRole('searchbox'))
      .all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }

    await page.getByText('Select all pending (1)').tap();
    await expect(page.getByText('1 lead(s) selected')).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole('button', { name: 'Verify Selected' })).toBeInViewport();
    await expectNoSidewaysScrolling(page);

    await page.getByRole('button', { name: /^Edit Maxim/ }).tap();
    const dialog = page.getByRole('dialog', { name: 'Edit Lead' });
    expect((await dialog.boundingBox())?.width).toBe(360);
  });
});

async function addTwelve(api: Api): Promise<AdminEvent> {
  const twelve = Array.from({ length: 12 }, (_, n) => ({
    name: `Lead ${n}`,
    email: `lead${n}@example.com`,
    // Two thirds are verified: the figure needs two lines on a phone.
    status: n % 3 === 0 ? ('pending' as const) : ('verified' as const),
  }));
  const event = await api.createEvent();
  await addLeads(api, event, twelve);
  return event;
}

/** The number of them that are completely on the screen. */
const countWhole = (leads: Locator) =>
  leads.evaluateAll((all) => {
    const places = all.map((lead) => lead.getBoundingClientRect());
    return places.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length;
  });

/** A winner, a number that does not exist, and eleven leads with one number; the last ones come first. */
async function markedLeads(api: Api, event: AdminEvent): Promise<void> {
  await addLeads(
    api,
    event,
    Array.from({ length: 11 }, (_, n) => ({
      name: `Visitor ${n + 1}`,
      phone: n % 2 ? '07400 900555' : '+44 7400 900555',
    })),
  );
  await addLeads(api, event, [
    { name: 'Lucky Winner', phone: '07400 900777', status: 'verified' },
    { name: 'Fictional Number', phone: '07700 900121' },
  ]);
  await api.call('POST', `/api/events/${event.id}/draw-winner`, { prizeId: null });
}

/** The size includes the invisible edge. */
async function expectBigEnough(mark: Locator, size: number): Promise<void> {
  const area = await mark.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    const edge = -2 * Number.parseFloat(getComputedStyle(element, '::after').top);
    return { width: width + edge, height: height + edge };
  });
  expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(size);
}
