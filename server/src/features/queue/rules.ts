/** When something that failed is tried again, in seconds; the last one repeats. */
const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000];

/** Varied by a fifth, so that what failed together does not come back together. */
export function retryAfterSeconds(attempts: number, random = Math.random()): number {
  const seconds = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 5;
  return seconds * (0.8 + 0.4 * random);
}
