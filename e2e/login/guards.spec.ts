import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { ADMIN } from '../harness/launch-server.ts';
import { expect, test } from '../harness/test.ts';

// The server's response to an unknown page.
test.use({ provoked: /status of 404/ });

test('every page leads to where the visitor may be', async ({ page, api, signIn }) => {
  await test.step('a stranger to the login', async () => {
    await page.goto('/admin/events');
    await expect(page).toHaveURL('/login');
    for (const path of [
      '/',
      '/admin/leads',
      '/admin/volunteers',
      '/admin/analytics',
      '/volunteer/leads',
    ]) {
      await visit(page, path);
      await expect(page).toHaveURL('/login');
    }
  });

  await test.step('an unknown page is not found for anybody', async () => {
    for (const path of ['/nowhere', '/admin', '/admin/nowhere', '/event/1/nothing']) {
      await visit(page, path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
      await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    }
    await expectNoAxeViolations(page);
  });

  await test.step('a volunteer to the lead screen', async () => {
    await signIn(await api.createVolunteer());
    await page.goto('/');
    await expect(page).toHaveURL('/volunteer/leads');
    for (const path of ['/admin/events', '/admin/events/1', '/admin/events/1/leads']) {
      await visit(page, path);
      await expect(page).toHaveURL('/volunteer/leads');
    }
  });

  await test.step('an administrator to the events, or to the volunteer screen', async () => {
    await signIn(ADMIN);
    await page.goto('/');
    await expect(page).toHaveURL('/admin/events');
    await visit(page, '/volunteer/leads');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page).toHaveURL('/volunteer/leads');
  });
});

/** Goes to another page of the app without reloading; only the address counts. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
