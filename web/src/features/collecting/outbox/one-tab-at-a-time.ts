import { newId } from '../../../lib/storage.ts';
import { dropLease, takeLease } from './outbox-store.ts';

/** Longer than a tab in the background needs to renew it, and short enough after a tab was killed. */
const LEASE_MS = 20_000;
const RENEW_MS = 5_000;
const holder = newId();

/**
 * Runs the work while no other tab does. Browsers offer locks only on HTTPS pages; elsewhere a lease
 * in the database does, which runs out if its tab is killed. Should two tabs work at once after all, the
 * server still makes one lead per id. Returns false if another tab has the lease.
 */
export async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<boolean> {
  if (navigator.locks) {
    await navigator.locks.request(name, work);
    return true;
  }
  const renew = () => {
    const now = Date.now();
    return takeLease({ name, holder, until: now + LEASE_MS }, now);
  };
  if (!(await renew())) return false;
  // A lease that cannot be renewed runs out, which does no harm.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_MS);
  try {
    await work();
    return true;
  } finally {
    clearInterval(timer);
    await dropLease(name, holder);
  }
}
