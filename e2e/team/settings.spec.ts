import { codeFor, createAdministrator, PASSWORD } from '../harness/administrators.ts';
import { unique } from '../harness/api.ts';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, signInOn, test, toast } from '../harness/test.ts';
import { logInAgain } from '../harness/volunteer-screen.ts';

test('a volunteer changes the password and ends another session, on a small phone', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const volunteer = await api.createVolunteer();
  const elsewhere = await api.logIn(volunteer);
  await signIn(volunteer);
  await page.goto('/volunteer/leads');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/volunteer/settings');
  // The page loads all of its texts, also without the previous page.
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This device')).toHaveCount(1);
  await expect(page.getByText('Two-factor authentication')).toBeHidden();
  await expectNoSidewaysScrolling(page);

  await sessions.getByRole('button', { name: /^End the session of/ }).click();
  await expect(toast(page)).toContainText('Session ended');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  expect(await elsewhere.isSignedIn()).toBe(false);

  await page.getByLabel('Current Password').fill('not-my-password');
  await page.getByLabel('New Password').fill('another-secret');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page)).toContainText('Your current password is wrong');
  const current = page.getByLabel('Current Password');
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription('Your current password is wrong');
  await current.fill(volunteer.password);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page)).toContainText('Password changed');
  await expect(page.getByLabel('New Password')).toHaveValue('');
  await api.logIn({ username: volunteer.username, password: 'another-secret' });

  await page.getByRole('link', { name: 'Back to leads' }).click();
  await expect(page).toHaveURL('/volunteer/leads');
});

test('an administrator turns the second factor on, and logs in with a recovery code @thorough', async ({
  page,
  api,
  signIn,
}) => {
  const account = await createAdministrator(api);
  await signIn(account);
  await page.goto('/admin/events');
  await page.getByRole('link', { name: /Settings$/ }).click();
  await expect(page).toHaveURL('/admin/settings');
  await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Set Up' }).click();
  await page.getByLabel('Your Current Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scan this code with your app' });
  const key = await dialog.locator('code').innerText();
  await dialog.getByLabel('Code from your app').fill(codeFor(key).replace(/^.../, '$& '));
  await dialog.getByRole('button', { name: 'Turn On' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  // The codes are shown once, so only the button below closes the dialog.
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  await page.goBack();
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Close' })).toBeHidden();
  await page.getByRole('button', { name: 'I Have Saved Them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeHidden();
  await logInAgain(page, account);
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/Type the six digits from your app/);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(code).toHaveAccessibleDescription(/Enter the code from your app/);
  await code.fill('000 000 000');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page)).toContainText('Login failed');
  await code.fill(recoveryCode.toLowerCase());
  await code.press('Enter');
  await expect(page).toHaveURL('/admin/events');
  await page.getByRole('link', { name: /Settings$/ }).click();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  await page.getByLabel('Your Current Password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click();
  await expect(toast(page)).toContainText('Two-factor authentication off');
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused();
});

test('an administrator reads the status, takes a backup, and creates, renames, resets and disables another, each with the password @thorough', async ({
  page,
  api,
  signIn,
}) => {
  const self = await createAdministrator(api);
  // The window is so high that no toast covers the next button.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await signIn(self);
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Server' }).click();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText(/Version\d+\.\d+\.\d+/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const warning = status.getByRole('listitem').filter({ hasText: 'If the disk fails' });
  await warning.getByRole('button', { name: 'Copy for your operator' }).click();
  await expect(toast(page)).toContainText('set BACKUP_DIR');
  const mail = page.getByRole('region', { name: 'Mail' });
  await expect(mail).toContainText('Nothing is sent until the operator has set a mail server.');
  const backups = page.getByRole('region', { name: 'Backup' });
  await backups.getByRole('button', { name: 'Back Up Now' }).click();
  await page.getByLabel('Your Current Password').fill(PASSWORD);
  const [backup] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(backup.suggestedFilename()).toMatch(/^drawbridge-\d{4}-\d\d-\d\d\.tar\.gz\.age$/);
  await expect(backups).toContainText('Downloaded');
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await expectNoAxeViolations(page);
  const own = page.getByRole('region', { name: self.username });
  await expect(own.getByRole('button')).toHaveText(['Edit']);
  const username = unique('ngozi').replace(' ', '-');
  const confirm = async (button: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your Current Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  await page.getByRole('button', { name: 'Add Administrator' }).click();
  await page.getByLabel('Full Name').fill('Ngozi Eze');
  await page.getByLabel('Username/Email').fill(username);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('administrator1');
  await page.getByLabel('Your Current Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Administrator' }).click();
  await expect(toast(page)).toContainText('This password is easy to guess');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/easy to guess/);
  await page.getByRole('button', { name: 'Generate' }).click();
  const generated = await password.inputValue();
  await confirm('Create Administrator');
  const other = await api.logIn({ username, password: generated });

  const card = page.getByRole('region', { name: username });
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Full Name').fill('Ngozi Okafor');
  await confirm('Update Administrator');
  await expect(card.getByRole('heading', { name: 'Ngozi Okafor' })).toBeVisible();
  await expect(toast(page)).toContainText(`Ngozi Okafor (${username})`);
  await card.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByLabel('New Password').fill('eight brass kettles');
  await confirm('Reset Password');
  expect(await other.isSignedIn()).toBe(false);
  await card.getByRole('button', { name: 'Disable' }).click();
  await confirm('Disable');
  await expect(card.getByText('Disabled')).toBeVisible();
});

test('an administrator who is limited to an event sees nothing else', { tag: '@thorough' }, async ({
  page,
  api,
  signIn,
  browser,
  baseURL,
}) => {
  const [own, other] = [await api.createEvent(), await api.createEvent()];
  const [self, organiser] = [await createAdministrator(api), await createAdministrator(api)];
  await signIn(self);
  await page.goto('/admin/accounts');
  const card = page.getByRole('region', { name: organiser.username });
  await expect(card).toContainText('All events');
  await card.getByRole('button', { name: 'Edit' }).click();
  const events = page.getByRole('group', { name: 'Events' });
  await events.getByLabel(own.name).check();
  await expect(events.getByLabel('All events')).not.toBeChecked();
  await page.getByLabel('Your Current Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Update Administrator' }).click();
  await expect(card).toContainText(own.name);

  const theirs = await browser.newPage(baseURL ? { baseURL } : {});
  const { session } = await api.logIn(organiser);
  if (session) await signInOn(theirs, session);
  await theirs.goto('/admin/events');
  await expect(theirs.getByRole('heading', { name: own.name })).toBeVisible();
  await expect(theirs.getByText(other.name)).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /^(Create Event|Delete)/ })).toHaveCount(0);
  await theirs.goto('/admin/accounts');
  await expect(theirs).toHaveURL('/admin/settings');
  const navigation = theirs.getByRole('navigation', { name: 'Settings' });
  await expect(navigation.getByRole('link')).toHaveText(['My account', 'Privacy & log']);
  await theirs.close();
});
