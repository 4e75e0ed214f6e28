import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { countryIn } from './event-dialogs.ts';

/**
 * The list of countries is a combobox for keyboards and screen readers. The button that opens it has the
 * focus; at the end the United Arab Emirates are chosen.
 */
export async function walkCountries(page: Page, dialog: Locator): Promise<void> {
  const { keyboard } = page;
  const search = page.getByRole('combobox', { name: 'Search countries' });
  const marked = async () => {
    const id = await search.getAttribute('aria-activedescendant');
    return id ? page.locator(`[id="${id}"]`).getAttribute('id') : undefined;
  };
  const expectMarked = async (name: string) => {
    const option = page.getByRole('option', { name, exact: true });
    await expect(option).toBeInViewport();
    await expect(search).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    );
  };

  await keyboard.press('Enter');
  await expect(search).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(245);
  await expectMarked('Afghanistan');
  await keyboard.press('ArrowDown');
  await expectMarked('Åland Islands');
  await keyboard.press('ArrowUp');
  await expectMarked('Afghanistan');
  const first = await marked();
  await keyboard.press('PageDown');
  await expect.poll(marked).not.toBe(first);
  await expect(page.locator(`[id="${await marked()}"]`)).toBeInViewport();

  await keyboard.type('united');
  await expect(page.getByRole('status').filter({ hasText: 'results' })).toHaveText('3 results');
  await expectMarked('United Arab Emirates');
  await expectNoAxeViolations(page);
  await keyboard.press('ArrowDown');
  await expectMarked('United Kingdom');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(countryIn(dialog)).toBeFocused();
  await expect(countryIn(dialog)).toHaveText('United Arab Emirates');

  // Opened again, it shows the choice; Escape and Tab do not change it.
  await keyboard.press('Enter');
  await expectMarked('United Arab Emirates');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^United Arab Emirates/);
  await keyboard.type('atlantis');
  await expect(page.getByText('Nothing found')).toBeVisible();
  expect(await marked()).toBeUndefined();
  await keyboard.press('Enter');
  await expect(search).toBeFocused();
  await keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(dialog).toBeVisible();
  await keyboard.press('Enter');
  await expect(search).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Tab');
  await expect(search).toBeHidden();
  await expect(countryIn(dialog)).toBeFocused();
  await expect(countryIn(dialog)).toHaveText('United Arab Emirates');
}
