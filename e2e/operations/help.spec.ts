import { expectNoAxeViolations } from '../harness/axe.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, test } from '../harness/test.ts';

test('help is behind a link in the sidebar, with the handbook’s chapters as pages of their own', {
  tag: '@thorough',
}, async ({ adminPage: page }) => {
  await page.goto('/admin/settings/people');
  await expect(page.getByRole('link', { name: 'Help for this screen' })).toHaveAttribute(
    'href',
    '/help/organisers#people-in-your-team',
  );
  await page.getByRole('complementary').getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL('/help');
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('You run the event');
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScrolling(page);

  const search = page.getByLabel('Search the handbook');
  await search.fill('zebra');
  await expect(page.getByText('0 sections found')).toBeVisible();
  await search.fill('not there winner');
  await page.getByRole('link', { name: 'When the winner is not there' }).first().click();
  await expect(page).toHaveURL('/help/organisers#when-the-winner-is-not-there');
  const section = page.getByRole('heading', { name: 'When the winner is not there' });
  await expect(section).toBeInViewport();
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'All help' }).click();
  await page.getByRole('link', { name: 'Back to events' }).click();
  await expect(page).toHaveURL('/admin/events');
});
