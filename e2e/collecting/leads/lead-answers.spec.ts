import { askedOfVisitors } from '@drawbridge/contract/vectors/questions-fixture';
import { leadsOf } from '../../harness/lead-form.ts';
import { openLeads } from '../../harness/leads.ts';
import { expectNoSidewaysScrolling } from '../../harness/overflow.ts';
import { ask } from '../../harness/questions.ts';
import { expect, test } from '../../harness/test.ts';

const asked = {
  ...askedOfVisitors,
  company: { ...askedOfVisitors.company, required: false },
  warm: { ...askedOfVisitors.warm, required: true, askedOf: 'visitors' },
  rules: { ...askedOfVisitors.rules, required: false },
} as const;

test('answers are filtered, shown as a column and in a panel, and edited @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  const ids = await ask(api, event, asked);
  const enter = (name: string, phone: string, answers: unknown[]) => {
    const given = Object.values(ids).map((id, index) => [id, answers[index]]);
    const lead = { eventId: event.id, name, phone, answers: Object.fromEntries(given) };
    return api.call('POST', '/api/leads/public', lead);
  };
  const other = { other: 'Kites; "big"' };
  await enter('Amara Okafor', '07400 900121', [
    ...['=Acme, "Ltd"', "One\n'-2; three", -12.5, '2020-02-29', other, ['boats', other]],
    ...[false, 5, 1],
  ]);
  await enter('Jonas Lindqvist', '07400 900122', [
    ...['Fieldhouse', undefined, 3, undefined, 'trains', ['trains'], true, 2],
  ]);

  await openLeads(page, event);
  const table = page.getByRole('table');
  const row = (name: string) => table.getByRole('row', { name });
  const panel = page.getByRole('complementary', { name: 'Amara Okafor' });
  const edit = page.getByRole('dialog', { name: 'Edit Lead' });

  await test.step('filtered by answers, which are in the address', async () => {
    await page.getByRole('button', { name: 'Answers' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Trains' }).first().click();
    await expect(page.getByRole('heading', { name: 'Filtered Leads (1)' })).toBeVisible();
    await page.getByRole('menuitemcheckbox', { name: '5' }).click();
    await expect(page.getByText('No leads match your filters')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`${ids.topic}%3Atrains%2C${ids.warm}%3A5`));
    await page.getByRole('button', { name: 'Remove filter Topic: Trains; "fast"' }).click();
    await expect(row('Amara Okafor')).toBeVisible();
    await expect(row('Jonas Lindqvist')).toBeHidden();
    await page.getByRole('button', { name: 'Clear All' }).click();
  });

  await test.step('in a column of their own, which the browser remembers', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const labels = ['Topics', 'Company', 'Notes', 'Since', 'Rules'];
    for (const name of labels) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    for (const name of labels) {
      const header = table.getByRole('columnheader', { name });
      expect((await header.boundingBox())?.width).toBeGreaterThanOrEqual(150);
    }
    await expect(table.getByRole('columnheader', { name: 'Event' })).toBeHidden();
    await expect(row('Amara Okafor')).toContainText('Boats; "Kites; ""big"""');
    // The table scrolls sideways, beside the name, and the page does not.
    await row('Jonas Lindqvist').getByRole('button', { name: 'Delete' }).focus();
    for (const name of ['Amara Okafor', 'Delete Amara Okafor']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    await expectNoSidewaysScrolling(page);
  });

  await test.step('edited and verified from the panel', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(row('Amara Okafor')).toBeFocused();
    await page.keyboard.press('Enter');
    for (const text of ['=Acme, "Ltd"', '-12.5', '2020-02-29', '“Be kind.”', 'Audit trail']) {
      await expect(panel).toContainText(text);
    }
    await expect(panel).toContainText(/Ticket[A-Z][a-z]+ \d{4}/);
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await edit.getByLabel('Staff').fill('many');
    await edit.getByLabel('Company').fill('');
    await edit.getByRole('button', { name: 'Update Lead' }).click();
    await expect(edit.getByText('“Staff” must be a number, such as 1500')).toBeVisible();
    await expect(edit.getByLabel('Staff')).toBeFocused();
    await edit.getByLabel('Staff').fill('40');
    await edit.getByRole('button', { name: 'Update Lead' }).click();
    await expect(panel).toContainText('40');
    await expect(panel).not.toContainText('Acme');
    await expect(panel).toContainText('Changed a lead');
    await panel.getByRole('button', { name: 'Verify Amara Okafor' }).click();
    await expect(panel).toContainText('Verified a lead');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  const responses = (await leadsOf(api, event.id)).find(
    ({ name }) => name === 'Amara Okafor',
  )?.answers;
  expect(responses?.[ids.staff]).toBe(40);
});
