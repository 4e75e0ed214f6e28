import type { SessionUser } from '@drawbridge/contract/auth';

/** Where somebody's work is. */
export function homePath(user: SessionUser | null): string {
  if (!user) return '/login';
  return user.role === 'admin' ? '/admin/events' : '/volunteer/leads';
}
