import { isDeadlock } from './errors.ts';

const ATTEMPTS = 5;

/**
 * Retries work on many rows that other transactions may lock in a different order. On a deadlock PostgreSQL
 * rolls one transaction back, and that one starts over.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
