import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';
import { type AddCounts, SharedCounts } from './shared-counts.ts';

const WINDOW_MS = 60_000;

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

export interface Limits {
  /** Counts one call of the subject, and throws if there were more than `max` in this minute. */
  count(subject: string, max: number): void;
  /** Counts one call of the subject, and returns whether there were more than `max` in this minute. */
  exceeds(subject: string, max: number): boolean;
  /** Takes back a call that was counted, so that only those that fail use up the limit. */
  uncount(subject: string): void;
}

/** Lets routes limit how often a subject, such as an address, may call them. */
export function allowLimits(
  app: FastifyInstance,
  addCounts: AddCounts,
  onError: (error: unknown) => void,
): void {
  const counts = new SharedCounts(WINDOW_MS, addCounts, onError);
  app.addHook('onClose', () => counts.close());
  app.decorate('limits', {
    count(subject, max) {
      const { current, ttl } = counts.count(subject, max);
      if (current <= max) return;
      throw new Problem('too-many-requests', { retryAfterSeconds: Math.ceil(ttl / 1000) });
    },
    exceeds: (subject, max) => counts.count(subject, max).current > max,
    uncount: (subject) => counts.uncount(subject),
  } satisfies Limits);
}
