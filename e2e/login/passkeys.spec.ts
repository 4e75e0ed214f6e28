import { createAdministrator, PASSWORD } from '../harness/administrators.ts';
import { expect, test, toast } from '../harness/test.ts';
import { logInAgain } from '../harness/volunteer-screen.ts';

// The password alone is refused, and the console says so.
test.use({ provoked: /401/ });

test('a passkey is added, logs in after the password and alone, and is removed by itself @thorough', async ({
  page,
  api,
  server,
}) => {
  const account = await createAdministrator(api);
  // An IP address has no passkeys.
  const site = server.url.replace('127.0.0.1', 'localhost');
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const logOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${site}/login`);
  };

  await page.goto(`${site}/login`);
  await logInAgain(page, account);
  await page.getByRole('link', { name: /Settings$/ }).click();
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a Passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add a Passkey' }).click();
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await section.getByRole('button', { name: 'Rename Passkey 1' }).click();
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('My laptop')).toBeVisible();

  await logOut();
  await logInAgain(page, account);
  const passkeyButton = page.getByRole('button', { name: 'Use a passkey' });
  await expect(page.getByText('Now use your passkey')).toBeVisible();
  await expect(passkeyButton).toBeFocused();
  await passkeyButton.click();
  await expect(page).toHaveURL(`${site}/admin/events`);

  await logOut();
  await passkeyButton.click();
  await expect(toast(page)).toContainText(account.username);
  await expect(page).toHaveURL(`${site}/admin/events`);

  await page.getByRole('link', { name: /Settings$/ }).click();
  await section.getByRole('button', { name: 'Remove My laptop' }).click();
  await dialog.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(dialog.getByText('Confirmed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page)).toContainText('Passkey removed');
  await expect(section.getByRole('listitem')).toHaveCount(0);
});

test('where there are no passkeys, the page says why', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(toast(page)).toContainText('Passkeys need an address with a name');
});
