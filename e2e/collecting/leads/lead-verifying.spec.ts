import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations } from '../../harness/axe.ts';
import { addLeads, importLeads, openLeads } from '../../harness/leads.ts';
import { holdRoute } from '../../harness/routes.ts';
import { expect, test, toast } from '../../harness/test.ts';

test('leads are verified and promoted in one press each, which can be undone, or together, unless somebody else was faster', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await api.call('POST', '/api/prizes', { eventId: event.id, name: 'Espresso Machine' });
  // The last lead comes first, where no toast covers its row.
  const [, wei] = await addLeads(api, event, [
    { name: 'Chidi Okafor' },
    { name: 'Wei Zhang' },
    { name: 'Noor Haddad' },
    { name: 'Freya Haddad' },
    { name: 'Amara Okafor' },
  ]);
  await openLeads(page, event);
  await test.step('with the mouse', async () => {
    const row = page.getByRole('row', { name: 'Amara Okafor' });
    let patches = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') patches += 1;
    });
    // A second click as soon as Promote appears in the place of Verify.
    await page.evaluate(() =>
      new MutationObserver((_, observer) => {
        const button = document.querySelector<HTMLElement>('[aria-label="Promote Amara Okafor"]');
        if (!button) return;
        observer.disconnect();
        button.click();
      }).observe(document.body, { childList: true, subtree: true, attributes: true }),
    );
    await row.getByRole('button', { name: 'Verify Amara Okafor' }).click();
    await expect(toast(page)).toContainText('Status updated');
    await expect(row.getByText('verified', { exact: true })).toBeVisible();
    await expect(row.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Verified/ })).toContainText('120.0% of total');
    const promote = row.getByRole('button', { name: 'Promote Amara Okafor' });
    await expect(promote).toBeEnabled();
    expect(patches).toBe(1);

    await promote.click();
    await expect(row.getByText('promoted', { exact: true })).toBeVisible();
    await expect(toast(page)).toContainText(
      'is no longer in the draw, and 1 prize is still to be drawn',
    );
    await expect(promote).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Amara Okafor is verified again');
    await expect(promote).toBeVisible();
  });

  await test.step('with the keyboard, whose focus stays, and a held key does not promote', async () => {
    const heldRoute = await holdRoute(page, '/api/leads/*', { method: 'PATCH' });
    const verify = page.getByRole('button', { name: 'Verify Chidi Okafor' });
    await verify.focus();
    await page.keyboard.down('Enter');
    await expect(verify).toBeDisabled();
    await expect(verify).toBeFocused();
    await page.keyboard.down('Enter');
    heldRoute.release();
    const promote = page.getByRole('button', { name: 'Promote Chidi Okafor' });
    await expect(promote).toBeEnabled();
    await expect(promote).toBeFocused();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(promote).toBeEnabled();
    expect(heldRoute.calls).toBe(1);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: 'Chidi Okafor' });
    await expect(row.getByText('promoted', { exact: true })).toBeVisible();
  });

  await test.step('a status change that somebody else has made is refused, and the list catches up', async () => {
    const heldRoute = await holdRoute(page, '/api/leads/*', { method: 'PATCH' });
    await page.getByRole('button', { name: 'Verify Wei Zhang' }).click();
    await expect.poll(() => heldRoute.calls).toBe(1);
    await api.call('PATCH', `/api/leads/${wei?.id}`, { status: 'verified' });
    heldRoute.release();
    await expect(toast(page)).toContainText('Update failed');
    await expect(toast(page)).toContainText('Only pending leads can be verified');
    await expect(page.getByRole('button', { name: 'Promote Wei Zhang' })).toBeVisible();
  });

  await test.step('all pending leads of a search at once', async () => {
    const all = page.getByRole('checkbox', { name: 'Select all pending leads' });
    const search = page.getByRole('searchbox', { name: 'Search' });
    await page.getByRole('checkbox', { name: 'Select Noor Haddad' }).click();
    await expect(all).toBeChecked({ indeterminate: true });
    await expect(page.getByText('1 lead(s) selected')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Selection' }).click();
    await expect(page.getByText('lead(s) selected')).toBeHidden();
    await search.fill('haddad');
    await expect(page.getByRole('heading', { name: 'Filtered Leads (2)' })).toBeVisible();
    await all.click();
    await expect(page.getByText('2 lead(s) selected')).toBeVisible();
    // Leads hidden by a filter stay selected, and the screen says so.
    await search.fill('freya');
    await expect(page.getByText('1 hidden by filters')).toBeVisible();
    await page.getByRole('button', { name: 'Verify Selected' }).click();
    await expect(toast(page)).toContainText('Leads verified');
    await expect(toast(page)).toContainText('2 leads verified');
    await expect(page.getByText('lead(s) selected')).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('2 leads pending again');
  });
});

test('an organiser works through many leads: opens one after the other beside the list, and promotes, exports and deletes all that match @thorough', async ({
  adminPage: page,
  api,
}) => {
  const event = await api.createEvent();
  await importLeads(api, event, 500, (n) => (n % 5 ? `Visitor ${n}` : `Amara ${n}`));
  const filter = { eventId: event.id, q: 'amara' };
  await api.call('POST', '/api/leads/bulk-verify', { filter });
  await openLeads(page, event);
  await page.getByRole('searchbox', { name: 'Search' }).fill('amara');
  await expect(page.getByRole('heading', { name: 'Filtered Leads (100)' })).toBeVisible();
  const choose = async (name: RegExp) => {
    await page.getByRole('button', { name: 'All matching leads' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const question = page.getByRole('alertdialog');

  await test.step('beside the list, the next and the one before', async () => {
    const names = page.getByRole('rowgroup').getByRole('button', { name: /^Amara \d+$/ });
    const [first = '', second = ''] = (await names.allInnerTexts()).slice(0, 2);
    const beside = (name: string) => page.getByRole('complementary', { name, exact: true });
    await names.first().click();
    await expect(beside(first)).toContainText('Imported');
    await expect(page.getByRole('button', { name: /^Previous lead/ })).toBeDisabled();
    await page.getByRole('button', { name: /^Next lead/ }).click();
    await expect(beside(second)).toContainText('Imported');
    await expectNoAxeViolations(page);
    await page.keyboard.press('k');
    await expect(beside(first)).toBeVisible();
    await page.getByRole('row', { name: first }).focus();
    await page.keyboard.press('j');
    await expect(beside(second)).toBeVisible();
    await expect(page.getByRole('row', { name: second })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(beside(second)).toBeHidden();
  });

  await test.step('promotes them, and undoes it', async () => {
    await choose(/^Promote/);
    await expect(question).toContainText('This will promote 100 leads.');
    await question.getByRole('button', { name: 'Promote' }).click();
    await expect(toast(page)).toContainText('100 leads promoted');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('100 leads verified again');
  });

  await test.step('exports them, and deletes them', async () => {
    const saved = page.waitForEvent('download');
    await choose(/^Export/);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(101);
    await choose(/^Delete/);
    await expect(question).toHaveAccessibleName('Are you sure?');
    await expect(question).toContainText(
      'This will permanently delete 100 leads. This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('100 leads deleted');
    await expect(page.getByRole('heading', { name: 'No leads match your filters' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Total Leads/ })).toContainText('400');
  });
});
