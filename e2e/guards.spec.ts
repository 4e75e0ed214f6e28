import { expectNoAxeViolations } from './harness/axe.ts';
import { ADMIN } from './harness/launch-server.ts';
import { expect, test } from './harness/test.ts';

test('every page leads to where the visitor may be', async ({ page, api, signIn }) => {
  await test.step('a stranger to the log-in', async () => {
    for (const path of [
      '/',
      '/admin/events',
      '/admin/leads',
      '/admin/volunteers',
      '/admin/analytics',
      '/volunteer/leads',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
  });

  await test.step('a volunteer to the lead screen', async () => {
    await signIn(await api.createVolunteer());
    for (const path of ['/', '/admin/events', '/admin/analytics']) {
      await page.goto(path);
      await expect(page).toHaveURL('/volunteer/leads');
    }
  });

  await test.step('an administrator to the events, or to the volunteer screen', async () => {
    await signIn(ADMIN);
    await page.goto('/');
    await expect(page).toHaveURL('/admin/events');
    await page.goto('/volunteer/leads');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page).toHaveURL('/volunteer/leads');
  });
});

test('an unknown page is not found for anybody', async ({ page }) => {
  for (const path of ['/nowhere', '/admin', '/admin/nowhere', '/event/1/nothing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  }
  await expectNoAxeViolations(page);
});
