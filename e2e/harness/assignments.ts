import type { SessionUser } from '@drawbridge/contract/accounts/auth';
import type { Locator, Page } from '@playwright/test';

export function cardOfVolunteer(page: Page, { name }: SessionUser): Locator {
  return page.getByRole('region', { name: name ?? '' });
}

/** Opens the list of volunteers, and the assignments of one of them. */
export async function openAssignments(page: Page, user: SessionUser): Promise<Locator> {
  await page.goto('/admin/volunteers');
  await cardOfVolunteer(page, user).getByRole('button', { name: 'Assignments' }).click();
  return page.getByRole('dialog', { name: 'Manage Event Assignments' });
}
