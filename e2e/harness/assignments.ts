import type { SessionUser } from '@drawbridge/contract/accounts/auth';
import type { Locator, Page } from '@playwright/test';

export function cardOfVolunteer(page: Page, { name }: SessionUser): Locator {
  return page.getByRole('region', { name: name ?? '' });
}
