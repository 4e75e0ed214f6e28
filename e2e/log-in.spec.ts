import { unique } from './harness/api.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { ADMIN } from './harness/launch-server.ts';
import { holdRoute } from './harness/routes.ts';
import { expect, test, toast } from './harness/test.ts';

test('an administrator logs in and lands on the events', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Drawbridge' })).toBeVisible();
  await expect(page.getByText('Lead Collection & Raffle Platform')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  const request = page.waitForRequest('**/api/auth/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const sent = await request;

  await expect(page).toHaveURL('/admin/events');
  await expect(toast(page)).toContainText('Welcome back!');
  await expect(toast(page)).toContainText(`Logged in as ${ADMIN.username}`);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored.token).toMatch(/^[\w-]{43}$/);
  expect(sent.postDataJSON()).toMatchObject({ device: stored.device });
  expect(stored.device).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(stored.user ?? '')).toMatchObject({ username: 'admin', role: 'admin' });

  await page.goto('/login');
  await expect(page).toHaveURL('/admin/events');
});

test('an administrator learns once that there is no HTTPS', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'isSecureContext', { value: false }),
  );
  await page.goto('/login');
  await expect(page.getByText('no HTTPS')).toHaveCount(0);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const notice = page.getByRole('complementary', { name: 'HTTPS' });
  await expect(notice).toContainText('This server has no HTTPS.');
  await expectNoAxeViolations(page);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a volunteer logs in and lands on the lead screen', async ({ page, api }) => {
  const volunteer = await api.createVolunteer();
  await page.goto('/login');
  await page.getByLabel('Username').fill(volunteer.username);
  await page.getByLabel('Password', { exact: true }).fill(volunteer.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/volunteer/leads');
});

test('a wrong password is refused in a toast and nothing typed is lost', async ({ page }) => {
  const username = unique('nobody');
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(toast(page)).toContainText('Login failed');
  await expect(toast(page)).toContainText('Invalid credentials');
  await expect(page.getByLabel('Username')).toHaveValue(username);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page).toHaveURL('/login');
});

test('a proxy that answers for a server that is away blames no password and shows no page of its own', async ({
  page,
}) => {
  await page.route('/api/auth/login', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'text/html',
      body: '<html><h1>502 Bad Gateway</h1><hr>nginx</html>',
    }),
  );
  await page.goto('/login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page)).toContainText('Login failed');
  await expect(toast(page)).toContainText('Please try again.');
  await expect(toast(page)).not.toContainText('nginx');
});

test('short names and passwords are explained beside their fields', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill('ad');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Sign In' }).click();

  const username = page.getByLabel('Username');
  await expect(username).toBeFocused();
  await expect(username).toHaveAccessibleDescription('Username must be at least 3 characters');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  );
});

test('while the request is pending the button says so and the fields are disabled', async ({
  page,
}) => {
  const held = await holdRoute(page, '/api/auth/login');
  await page.goto('/login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  await expect(page.getByLabel('Username')).toBeDisabled();
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled();
  held.release();
  await expect(page).toHaveURL('/admin/events');
});

test('the keyboard alone is enough to log in, and the log-in is accessible, also with errors', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
  await expectNoAxeViolations(page);

  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/events');
});

test('an expired session leads to the log-in and from there back to the page', async ({
  signedInAdmin: page,
}) => {
  await page.goto('/admin/volunteers');
  await expect(page.getByRole('heading', { name: 'Volunteers', level: 1 })).toBeVisible();
  await endSessionOnServer(page);

  await page.reload();
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fvolunteers');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/admin/volunteers');
});

test('a session that dies during work is noticed by the next call', async ({
  signedInAdmin: page,
}) => {
  await page.goto('/admin/events');
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
  await endSessionOnServer(page);
  await page.getByRole('link', { name: 'Volunteers' }).click();
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fvolunteers');
});

test('the way back never leads to another site', async ({ page }) => {
  for (const next of ['//evil.example/', '/.//evil.example', '/%2e//evil.example']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/admin/events');
    // Nor for somebody who is signed in already.
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL('/admin/events');
    await page.evaluate(() => localStorage.clear());
  }
});

test('a browser that refuses storage still allows the log-in', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Volunteers' }).click();
  await expect(page.getByRole('heading', { name: 'No volunteers yet' })).toBeVisible();
});

test('a user who signs in in another tab sees nothing of the previous user in this one', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const event = await api.createEvent();
  const [first, second] = [await api.createVolunteer(), await api.createVolunteer()];
  for (const { user } of [first, second]) await api.assign(user.id, event.id);
  await (await api.logIn(first)).addLead(event.id, { name: 'Amara Okafor' });
  await signIn(first);
  await page.goto('/volunteer/leads');
  await expect(page.getByText('Amara Okafor')).toBeVisible();
  await page.getByLabel('Full Name *').fill('Tom Ellis');

  const otherTab = await context.newPage();
  await otherTab.goto('/volunteer/leads');
  await otherTab.getByRole('button', { name: 'Logout' }).click();
  await otherTab.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await otherTab.getByLabel('Username').fill(second.username);
  await otherTab.getByLabel('Password', { exact: true }).fill(second.password);
  await otherTab.getByRole('button', { name: 'Sign In' }).click();
  await expect(otherTab).toHaveURL('/volunteer/leads');
  await expect(page.getByRole('heading', { name: 'Recent Leads (0)' })).toBeVisible();
  await expect(page.getByText('Amara Okafor')).toBeHidden();
  await expect(page.getByLabel('Full Name *')).toHaveValue('');
});

function endSessionOnServer(page: import('@playwright/test').Page) {
  return page.evaluate(() =>
    fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    }).then((response) => response.status),
  );
}
