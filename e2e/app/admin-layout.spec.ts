import { expectNoAxeViolations } from '../harness/axe.ts';
import { holdRoute } from '../harness/routes.ts';
import { expect, phone, test } from '../harness/test.ts';

test('the sidebar leads to the four screens, remembers how it was left, is a sheet on a phone, and logs out', async ({
  adminPage: page,
  context,
  api,
}) => {
  await Promise.all(Array.from({ length: 9 }, () => api.createEvent()));
  await page.goto('/admin/events');
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const root = page.locator('html');
  const sidebar = page.getByRole('complementary');
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
  await expect(page.getByRole('article')).toHaveCount(9);
  await expect(sidebar.getByText('Drawbridge Admin')).toBeVisible();
  await expect(sidebar.getByText('admin', { exact: true })).toHaveCount(2);
  await expect(sidebar.getByText('a', { exact: true })).toBeVisible();
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  expect(await width()).toBe(256);
  await expect(page.locator('body')).toBeFocused();

  await test.step('a new screen begins at its heading; going back finds the old place', async () => {
    await page.evaluate(() => {
      document.body.dataset.loaded = 'once';
      scrollTo(0, 400);
    });
    await link('Leads').click();
    await expect(heading('Leads')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(9);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
    await expect(heading('Events')).not.toBeFocused();
  });

  await test.step('the screens change without loading the page again', async () => {
    for (const [name, path] of [
      ['Volunteers', '/admin/volunteers'],
      ['Leads', '/admin/leads'],
    ] as const) {
      await link(name).click();
      await expect(page).toHaveURL(path);
      await expect(heading(name)).toBeVisible();
      await expect(link(name)).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('[aria-current="page"]')).toHaveCount(1);
    }
    await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once');
  });

  await test.step('a collapsed sidebar and the theme are remembered', async () => {
    await expect(root).toHaveClass('light');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(root).toHaveClass('dark');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
    await expect.poll(width).toBe(48);
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(7);

    // The theme must be there even while the app's own scripts are held back.
    const heldRoute = await holdRoute(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect(root).toHaveClass('dark');
    await expect(sidebar).toHaveCount(0);
    heldRoute.release();
    await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
    // The first Tab leads to a link that skips the navigation.
    await expect(heading('Leads')).toBeVisible();
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    // A collapsed link shows its name after 700 ms.
    await page.getByRole('link', { name: 'Leads' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Leads' })).toBeAttached();
    await page.keyboard.press('Control+b');
    await expect(sidebar).toHaveAttribute('data-state', 'expanded');
    await page.keyboard.press('Meta+b');
    await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  });

  await test.step('Ctrl K finds events, their tabs and people by name', async () => {
    const event = await api.createEvent({ name: 'Palette Fair' });
    const { id } = await api.addLead(event.id, { name: 'Zelda Quill' });
    await page.reload();
    await expect(heading('Leads')).toBeVisible();
    const search = page.getByRole('combobox', { name: 'Search events, people and screens' });
    await page.keyboard.press('Control+k');
    await search.fill('palette');
    await expect(page.getByRole('option', { name: 'Palette Fair Event' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await expect(heading('Palette Fair')).toBeVisible();
    await page.getByRole('button', { name: 'Go to' }).click();
    await search.fill('draw');
    await expect(page.getByRole('option').first()).toHaveText('DrawPalette Fair');
    await search.fill('zelda');
    await page.getByRole('option', { name: 'Zelda Quill' }).click();
    await expect(page).toHaveURL(`/admin/events/${event.id}/leads?q=${id}`);
    await expect(page.getByText('Zelda Quill')).toBeVisible();
    await link('Leads').first().click();
  });

  await test.step('on a phone it is a sheet that closes when a link is pressed', async () => {
    await page.setViewportSize(phone.viewport);
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    const sheet = page.getByRole('dialog', { name: 'Navigation' });
    await expect(link('Events')).toBeHidden();
    await toggle.click();
    expect((await sheet.boundingBox())?.width).toBe(288);
    await expectNoAxeViolations(page);
    await expect(sheet.getByRole('link', { name: 'Events' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toggle).toBeFocused();
    await toggle.click();
    await sheet.getByRole('link', { name: 'Events' }).click();
    await expect(sheet).toBeHidden();
    await expect(heading('Events')).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('logging out asks first, then clears the session', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Logout' });
    await expect(dialog).toContainText(
      "Are you sure you want to logout? You'll need to login again to access the dashboard.",
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused();
    await page.getByRole('button', { name: 'Logout' }).click();
    const ended = page.waitForResponse('/api/auth/logout');
    await dialog.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect((await ended).status()).toBe(200);
    const stored = await page.evaluate(() => Object.keys(localStorage));
    expect(stored).not.toContain('token');
    expect(stored).not.toContain('user');
  });
});
