import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { leadsOf } from '../../harness/lead-form.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { ask } from '../../harness/questions.ts';
import { expect, phone, test, toast } from '../../harness/test.ts';
import {
  enterLead,
  openVolunteerScreen,
  outboxLine,
  scan,
} from '../../harness/volunteer-screen.ts';

test.use({ ...phone, viewport: { width: 360, height: 740 } });

test('a volunteer answers questions before and after Add, without a network, and when they have changed', async ({
  page,
  context,
  signIn,
  api,
}) => {
  const { event } = await openVolunteerScreen(page, api, signIn);
  const earlier = { eventId: event.id, name: 'A. Okafor', phone: '07700 900121' };
  await api.call('POST', '/api/leads/public', earlier);
  const questions = {
    company: { kind: 'text', label: 'Company', meaning: 'company', required: true },
    warm: { kind: 'rating', label: 'How warm is this lead?', askedOf: 'volunteers' },
    notes: { kind: 'longText', label: 'Notes', meaning: 'notes', askedOf: 'volunteers' },
    budget: { kind: 'number', label: 'Budget' },
  } as const;
  const ids = await ask(api, event, questions);
  await page.reload();
  const company = page.getByLabel('Company *');
  const budget = page.getByLabel('Budget');
  const add = page.getByRole('button', { name: 'Add Lead' });
  const rating = (number: number) => page.getByRole('radio', { name: String(number) });
  const answersOf = async (name: string) =>
    (await leadsOf(api, event.id)).find((lead: AdminLead) => lead.name === name)?.answers;

  const strip = page.getByRole('region', { name: 'Last lead' });
  await test.step('required questions come first, and a draft keeps the answers', async () => {
    await expect(budget).toBeHidden();
    await page.getByLabel('Full Name *').fill('Amara Okafor');
    await page.getByLabel('Phone Number *').fill('07700 900121');
    await page.getByLabel('Phone Number *').press('Enter');
    await page.getByLabel('Email Address (Optional)').press('Enter');
    await expect(company).toBeFocused();
    await company.press('Enter');
    await expect(company).toHaveAccessibleDescription('Please answer “Company”');
    await expect(company).toBeFocused();
    await company.fill('Acme');
    await expect(company).toHaveAccessibleDescription('');
    await page.getByText(/^More questions/).click();
    await budget.fill('much');
    await page.reload();
    await expect(company).toHaveValue('Acme');
    await expect(budget).toHaveValue('much');
    await page.getByText(/^More questions/).click();
    await add.click();
    await expect(budget).toBeFocused();
    await expect(budget).toHaveAccessibleDescription('“Budget” must be a number, such as 1500');
    await budget.fill('500');
    await expectNoSidewaysScrolling(page);
    await add.click();
    await expect(strip).toContainText('Amara Okafor');
    await expect(company).toHaveValue('');
    // The section stays open for the next person.
    await expect(budget).toHaveValue('');
    expect(await answersOf('Amara Okafor')).toEqual({ [ids.company]: 'Acme', [ids.budget]: 500 });
  });

  const rate = (number: number) => strip.getByRole('button', { name: String(number), exact: true });
  await test.step('after Add, with one thumb', async () => {
    await expect(strip).toContainText(/Also entered \d+:\d\d [AP]M by QR/);
    await expect(toast(page)).toBeVisible();
    for (const number of [1, 5]) {
      await expect(rate(number)).toBeInViewport({ ratio: 1 });
      expect((await rate(number).boundingBox())?.y).toBeGreaterThan(740 / 2);
    }
    await expectNoAxeViolations(page);
    await rate(4).click();
    await expect(strip.getByRole('status').filter({ hasText: 'Rated 4' })).toBeVisible();
    await rate(5).click();
    await expect(strip).toContainText('Rated 5');
    await expect(rate(5)).toHaveAttribute('aria-pressed', 'true');
    await strip.getByRole('button', { name: 'Notes' }).click();
    await expect(toast(page)).toBeHidden();
    const dialog = page.getByRole('dialog', { name: 'About Amara Okafor' });
    await expect(dialog.getByLabel('Budget')).toHaveValue('500');
    await dialog.getByLabel('Notes').fill('Call on Monday');
    await dialog.getByLabel('Budget').fill('');
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => answersOf('Amara Okafor'))
      .toEqual({ [ids.company]: 'Acme', [ids.warm]: 5, [ids.notes]: 'Call on Monday' });
    await expect(strip).toContainText(/Also entered \d+:\d\d [AP]M by QR/);
    await expect(outboxLine(page)).toHaveText('All leads sent');
    await page.getByRole('button', { name: 'Correct Amara Okafor' }).click();
    const correct = page.getByRole('dialog', { name: 'Correct Lead' });
    await expect(correct.getByLabel('Notes')).toHaveValue('Call on Monday');
    await correct.getByLabel('Company *').fill('Acme Ltd');
    await correct.getByRole('button', { name: 'Update Lead' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    expect(await answersOf('Amara Okafor')).toMatchObject({
      [ids.company]: 'Acme Ltd',
      [ids.warm]: 5,
    });
  });

  await test.step('without a network, while the organiser changes the questions', async () => {
    await context.setOffline(true);
    const badge = 'MECARD:N:Zhang,Wei;TEL:07700900444;ORG:Northwind;NOTE:Likes boats;;';
    await scan(page.getByLabel('Full Name *'), badge);
    await expect(company).toHaveValue('Northwind');
    await rating(2).check({ force: true });
    await enterLead(page, 'Wei Zhang', '07700 900444');
    await expect(strip).toContainText('Rated 2');
    await rate(3).click();
    await expect(strip).toContainText('Rated 3');
    await expect(outboxLine(page)).toHaveText('Offline: 1 lead stored on this phone');
    const { budget: _, ...others } = questions;
    await ask(api, event, { ...others, fax: { kind: 'text', label: 'Fax', required: true } });
    await context.setOffline(false);
    await expect(outboxLine(page)).toHaveText('All leads sent');
    expect(await leadsOf(api, event.id)).toMatchObject([
      {
        name: 'Wei Zhang',
        answers: { [ids.company]: 'Northwind', [ids.warm]: 3, [ids.notes]: 'Likes boats' },
        incomplete: true,
      },
      { name: 'Amara Okafor' },
      { name: 'A. Okafor' },
    ]);
    await expect(page.getByLabel('Fax *')).toBeVisible();
  });
});
