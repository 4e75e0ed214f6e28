import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { ADMIN } from '../harness/launch-server.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, test, toast } from '../harness/test.ts';
import { endSession, logInAgain as logIn } from '../harness/volunteer-screen.ts';

test('a login explains what is wrong, keeps what was typed, and leads an administrator to the events', async ({
  page,
}) => {
  // The way back never leads to another site.
  const elsewhere = `/login?next=${encodeURIComponent('/.//evil.example')}`;
  await page.goto(elsewhere);
  await expect(page.getByRole('heading', { name: 'Drawbridge' })).toBeVisible();
  await expect(page.getByText('Lead Collection & Raffle Platform')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const username = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  await expect(username).toBeFocused();

  await test.step('too short', async () => {
    await logIn(page, { username: 'ad', password: '12345' });
    await expect(username).toBeFocused();
    await expect(username).toHaveAccessibleDescription('Username must be at least 3 characters');
    await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters');
    await expectNoAxeViolations(page);
  });

  await test.step('a wrong password', async () => {
    const nobody = unique('nobody');
    await logIn(page, { username: nobody, password: 'not-the-password' });
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid credentials');
    await expect(username).toHaveValue(nobody);
    await expect(password).toBeFocused();
    await expect(page).toHaveURL(elsewhere);
  });

  await test.step('the right password', async () => {
    const heldRoute = await holdRoute(page, '/api/auth/login');
    const request = page.waitForRequest('**/api/auth/login');
    await logIn(page, ADMIN);
    const sentRequest = await request;
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    await expect(username).toBeDisabled();
    await expect(password).toBeDisabled();
    heldRoute.release();
    await expect(page).toHaveURL('/admin/events');
    await expect(toast(page)).toContainText('Welcome back!');
    await expect(toast(page)).toContainText(`Logged in as ${ADMIN.username}`);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored.token).toMatch(/^[\w-]{43}$/);
    expect(sentRequest.postDataJSON()).toMatchObject({ device: stored.device });
    expect(stored.device).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(stored.user ?? '')).toMatchObject({ username: 'admin', role: 'admin' });
  });

  // The same is true for a user who is already logged in.
  await page.goto(elsewhere);
  await expect(page).toHaveURL('/admin/events');
});

test('the keyboard alone is enough to log in', {
  tag: ['@firefox', '@thorough'],
}, async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();

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

test('an administrator learns once that there is no HTTPS, and after the end of a session logs in and is back on the page', async ({
  adminPage: page,
  api,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'isSecureContext', { value: false }),
  );
  await page.goto('/admin/events');
  const notice = page.getByRole('complementary', { name: 'HTTPS' });
  await expect(notice).toContainText('This server has no HTTPS.');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);

  // The next call notices that the session has ended.
  await endSession(page, api);
  await page.getByRole('link', { name: 'Volunteers' }).click();
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fvolunteers');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logIn(page, ADMIN);
  await expect(page).toHaveURL('/admin/volunteers');
  await expect(page.getByRole('heading', { name: 'Volunteers', level: 1 })).toBeVisible();
});

test('a browser that refuses storage still allows the login', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
  });
  await page.goto('/login');
  await logIn(page, ADMIN);
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Volunteers' }).click();
  await expect(page.getByRole('heading', { name: 'No volunteers yet' })).toBeVisible();
});

test('a volunteer who logs in in another tab lands on the lead screen and sees nothing of the previous user in this one', {
  tag: '@thorough',
}, async ({ page, context, api, signIn }) => {
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
  await logIn(otherTab, second);
  await expect(otherTab).toHaveURL('/volunteer/leads');
  await expect(page.getByRole('heading', { name: 'Recent Leads (0)' })).toBeVisible();
  await expect(page.getByText('Amara Okafor')).toBeHidden();
  await expect(page.getByLabel('Full Name *')).toHaveValue('');
});
