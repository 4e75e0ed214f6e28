import { expectNoAxeViolations } from '../harness/axe.ts';
import { fillInForm, leadsOf } from '../harness/lead-form.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, phone, test } from '../harness/test.ts';

test.use({ ...phone, viewport: { width: 360, height: 740 } });

test('a visitor switches the language while filling in the form, and keeps it @thorough', async ({
  page,
  api,
}) => {
  const event = await api.createEvent();
  const root = page.locator('html');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`/event/${event.id}/submit`);
  await fillInForm(page);
  expect(loaded.filter((url) => /texts-[\w-]+\/(?!en\/)/.test(url))).toEqual([]);
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page.getByRole('heading', { name: 'An der Verlosung teilnehmen' })).toBeVisible();
  await expect(root).toHaveAttribute('lang', 'de');
  await expect(page.getByLabel('Vor- und Nachname *')).toHaveValue('Amara Okafor');
  await expectNoSidewaysScrolling(page);
  await page.getByLabel('Telefonnummer *').fill('1');
  await page.getByRole('button', { name: 'Jetzt teilnehmen' }).click();
  await expect(page.getByLabel('Telefonnummer *')).toHaveAccessibleDescription(/mindestens 10/);
  await page.getByLabel('Sprache').selectOption('English');
  await expect(page.getByText('must be at least 10 digits')).toBeVisible();
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByLabel('Telefonnummer *').fill('+44 7700 900121');
  await page.getByRole('button', { name: 'Jetzt teilnehmen' }).click();
  await expect(page.getByRole('heading', { name: 'Vielen Dank' })).toBeFocused();
  await expect(page.getByText(/^Auf der Leinwand: [A-Z][a-z]+ \d{4}$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Los sichern' })).toBeVisible();
  expect(await leadsOf(api, event.id)).toMatchObject([{ name: 'Amara Okafor' }]);

  await page.goto(`/event/${event.id}/ticket`);
  await expect(page.getByText('Angekommen')).toBeVisible();

  // A link may request another language, which does not change the choice.
  await page.goto(`/event/${event.id}/ticket?lang=ar`);
  await expect(page.getByLabel('Full Name')).toHaveCount(0);
  await expect(page.getByRole('article')).toBeVisible();
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);
  await page.goto(`/event/${event.id}/submit`);
  await expect(root).toHaveAttribute('lang', 'de');
});

test('without scripts the language is chosen with a button', { tag: '@thorough' }, async ({
  browser,
  baseURL,
  api,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const event = await api.createEvent();
  await page.goto(`/lead/${event.id}`);
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: 'Jetzt teilnehmen' }).click();
  await expect(page.getByText('Der Name muss mindestens 2 Zeichen haben')).toBeVisible();
  await context.close();
});
