import { isDeadlock } from './errors.ts';

const ATTEMPTS = 5;

/**
 * For work on many rows that others may lock in another order. When two wait for each other, PostgreSQL
 * ends one of them, which then has done nothing and begins again.
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
