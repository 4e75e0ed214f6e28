import { expectNoAxeViolations } from './harness/axe.ts';
import { expect, test } from './harness/test.ts';

for (const path of [
  '/',
  '/admin/events',
  '/admin/leads',
  '/admin/volunteers',
  '/admin/analytics',
  '/volunteer/leads',
]) {
  test(`a stranger who opens ${path} is sent to the log-in`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  });
}

test('the start page leads an administrator to the events', async ({ signedInAdmin: page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/admin/events');
});

test('a volunteer is led to the lead screen, from the start page and from admin pages', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.createVolunteer());
  for (const path of ['/', '/admin/events', '/admin/analytics']) {
    await page.goto(path);
    await expect(page).toHaveURL('/volunteer/leads');
  }
});

test('an administrator may open the volunteer screen', async ({ signedInAdmin: page }) => {
  await page.goto('/volunteer/leads');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/volunteer/leads');
});

for (const path of ['/nowhere', '/admin', '/admin/nowhere', '/event/1/nothing']) {
  test(`${path} is not found for anybody`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  });
}

test('the 404 screen is accessible', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectNoAxeViolations(page);
});
