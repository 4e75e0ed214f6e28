import type { Locator, Page } from '@playwright/test';
import { type Api, unique } from '../harness/api.ts';
import { cardOf, countryIn, openCreateDialog, openFromCard } from '../harness/event-dialogs.ts';
import { LOGO } from '../harness/logo.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, phone, test } from '../harness/test.ts';

const WIDTH = 360;
test.use({ ...phone, viewport: { width: WIDTH, height: 740 } });

const SPONSOR = 'Hohenberg-Castellanos-Verwaltungsgesellschaft '.repeat(2).trim();
const PERSON = 'Maximiliana von Hohenberg-Castellanos de la Vega y Santa Maria';

/** An event with the longest allowed texts. */
async function arrangeLongTexts(api: Api) {
  const event = await api.createEvent({
    name: unique(`The Conference of Lighthouse Keepers ${'Fair'.repeat(30)}`),
    location: 'Großer Saal der Elbphilharmonie, Platz der Deutschen Einheit 4, Hamburg',
    totalAmountCollected: '99999999.99',
    roa: '-99999999.99',
  });
  await api.call('POST', '/api/sponsors', { eventId: event.id, name: SPONSOR, logo: LOGO });
  await api.addLead(event.id, {
    name: PERSON,
    email: `${'maximiliana'.repeat(5)}@example.org`,
  });
  return event;
}

test('tickets, the form of an event and its dialogs fit, and every button is big enough for fingers', {
  tag: '@thorough',
}, async ({ adminPage: page, api }) => {
  const event = await arrangeLongTexts(api);
  await page.goto('/admin/events');
  const close = (dialog: Locator) => dialog.getByRole('button', { name: 'Close' }).first().tap();

  await test.step('tickets, as a list and in a grid', async () => {
    const card = cardOf(page, event.name);
    for (const view of ['List', 'Grid']) {
      await page.getByRole('radio', { name: view }).tap();
      await expect(card).toBeVisible();
      await expectNoSidewaysScrolling(page);
      await expectBigButtons(card.getByRole('button').or(page.getByRole('radio').first()));
    }
    // The list is checked on a desktop.
  });

  await test.step('sponsors', async () => {
    const dialog = await openFromCard(page, event, 'Sponsors', 'Manage Sponsors');
    await dialog.getByRole('button', { name: `Edit ${SPONSOR}` }).tap();
    await expectToFit(dialog);
    await close(dialog);
  });

  await test.step('leads', async () => {
    const dialog = await openFromCard(page, event, 'Leads', event.name);
    await dialog.getByRole('listitem').filter({ hasText: PERSON }).getByRole('checkbox').tap();
    await expect(dialog.getByRole('button', { name: 'Verify 1 selected' })).toBeVisible();
    await expectToFit(dialog);
    await close(dialog);
  });

  await test.step('the code', async () => {
    const dialog = await openFromCard(page, event, 'QR Code', 'Event QR Code');
    await expect(dialog.locator('canvas')).toBeVisible();
    const box = await dialog.locator('canvas').boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(300);
    expect(box?.width).toBe(box?.height);
    await expectToFit(dialog);
    await expectBigButtons(dialog.getByRole('link'));
    await close(dialog);
  });

  await test.step('the form', () => expectFormToFit(page));
});

async function expectFormToFit(page: Page): Promise<void> {
  const dialog = await openCreateDialog(page);
  await dialog
    .getByLabel('Sponsor Name')
    .fill('A sponsor whose name is longer than a phone is wide');
  await dialog.getByRole('button', { name: 'Add Sponsor' }).tap();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  const overflow = await dialog.evaluate((element) =>
    Math.max(
      ...[element, ...element.querySelectorAll('form, form > div')].map(
        (part) => part.scrollWidth - part.clientWidth,
      ),
    ),
  );
  expect(overflow).toBe(0);

  await dialog.getByText('More options').tap();
  await countryIn(dialog).tap();
  const option = page.getByRole('option', { name: 'Afghanistan', exact: true });
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const list = await page.getByRole('listbox', { name: 'Search countries' }).boundingBox();
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(WIDTH);
  await option.tap();
  await expect(countryIn(dialog)).toHaveText('Afghanistan');
}

/** Nothing in the dialog is wider than it, and its buttons are big enough. */
async function expectToFit(dialog: Locator): Promise<void> {
  expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  for (const list of await dialog.getByRole('list').all()) {
    const contents = list.locator('xpath=../..');
    expect(await contents.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  }
  await expectBigButtons(dialog.locator('button:not([role=checkbox]):visible'));
}

async function expectBigButtons(buttons: Locator): Promise<void> {
  const boxes = await buttons.evaluateAll((elements) =>
    elements.map((element) => {
      const { height, right } = element.getBoundingClientRect();
      return { name: element.getAttribute('aria-label') ?? element.textContent, height, right };
    }),
  );
  expect(boxes).not.toEqual([]);
  expect(boxes.filter(({ height, right }) => height < 44 || right > WIDTH)).toEqual([]);
}
