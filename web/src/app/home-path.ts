import type { SessionUser } from '@drawbridge/contract/auth';
import { adminPages, pages } from '@drawbridge/contract/pages';

/** Where somebody's work is. */
export function homePath(user: SessionUser | null): string {
  if (!user) return pages.login;
  return user.role === 'admin' ? adminPages.events : pages.volunteerLeads;
}
