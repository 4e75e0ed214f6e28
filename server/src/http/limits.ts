import { isIPv6 } from 'node:net';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../db/reads/semaphore.ts';
import { Problem } from '../errors.ts';

const WINDOW_MS = 60_000;
/** The limit on counted subjects. Beyond it, the count of the least recent one is dropped. */
const SUBJECTS_MAX = 20_000;

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

export interface Limits {
  /**
   * Counts one call of the subject, and throws if there were more than `max` in this minute. The response tells how
   * many are left.
   */
  count(request: FastifyRequest, subject: string, max: number, problem?: ProblemCode): void;
  /** Counts one call of the subject, and returns whether there were more than `max` in this minute. */
  exceeds(subject: string, max: number): boolean;
  /** Uncounts a call, so that only failing calls use up the limit. */
  uncount(subject: string): void;
}

/**
 * Lets routes limit how often a subject, such as an address, may call them. Each server counts alone.
 * @fastify/rate-limit cannot do this: it determines the key before the body is read, counts refused calls, and cannot
 * uncount a call.
 */
export function allowLimits(app: FastifyInstance): void {
  const windows = new LRUCache<string, { calls: number; endsAt: number }>({ max: SUBJECTS_MAX });
  /** Counts one call, unless it is beyond the limit, and returns the new count. */
  const add = (subject: string, max: number) => {
    const now = performance.now();
    let window = windows.get(subject);
    if (!window || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + WINDOW_MS };
      windows.set(subject, window);
    }
    const current = window.calls + 1;
    if (current <= max) window.calls = current;
    return { current, ttl: window.endsAt - now };
  };
  /** The limit that each request is closest to. */
  const closest = new WeakMap<FastifyRequest, Quota>();
  app.addHook('onSend', (request, reply, payload, done) => {
    const quota = closest.get(request);
    if (quota) reply.headers(describeQuota(quota));
    done(null, payload);
  });
  app.decorate('limits', {
    count(request, subject, max, problem = 'too-many-requests') {
      const { current, ttl } = add(subject, max);
      const quota = { max, left: Math.max(0, max - current), seconds: Math.ceil(ttl / 1000) };
      if (quota.left < (closest.get(request)?.left ?? Infinity)) closest.set(request, quota);
      if (current > max) throw new Problem(problem, { retryAfterSeconds: quota.seconds });
    },
    exceeds: (subject, max) => add(subject, max).current > max,
    uncount(subject) {
      const window = windows.get(subject);
      if (window && window.calls > 0) window.calls -= 1;
    },
  } satisfies Limits);
}

interface Quota {
  max: number;
  /** The remaining calls, and the seconds until the limit resets. */
  left: number;
  seconds: number;
}

/** Formats a quota as draft-ietf-httpapi-ratelimit-headers has defined it since its eighth version. */
const describeQuota = ({ max, left, seconds }: Quota) => ({
  'ratelimit-policy': `"minute";q=${max};w=${WINDOW_MS / 1000}`,
  ratelimit: `"minute";r=${left};t=${seconds}`,
});

/**
 * The address under which a client is counted. For IPv6 it is the /64 network, because a client can use any address
 * of its network.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [, mapped] = /^::ffff:(.+)$/i.exec(ip) ?? [];
  if (mapped) return mapped;
  const [left = [], right] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  // Two colons stand for all omitted groups.
  const omitted = right ? Array(8 - left.length - right.length).fill('0') : [];
  const groups = [...left, ...omitted, ...(right ?? [])].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** The number of requests that a public route handles at once. It leaves most of the database's pool to others. */
const READS_AT_ONCE = 4;
const SHARED_READS_AT_ONCE = 200;

/** Limits the number of requests that each public read handles at once; the others wait. */
export function limitPublicReads(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { call } = route.config ?? {};
    if (call?.allowedFor !== 'anyone' || !['GET', 'HEAD'].includes(String(route.method))) return;
    // A stream does not end by itself.
    if (call.produces?.includes('text/event-stream')) return;
    // Pages share what they read, so that many may wait for it.
    const semaphore = new Semaphore(call.page ? SHARED_READS_AT_ONCE : READS_AT_ONCE);
    const working = new WeakSet<FastifyReply>();
    const release = (reply: FastifyReply) => {
      if (working.delete(reply)) semaphore.release();
    };
    const acquire = async (_request: FastifyRequest, reply: FastifyReply) => {
      await semaphore.acquire();
      working.add(reply);
      reply.raw.once('close', () => release(reply));
      if (!reply.raw.closed) return;
      // The client has disconnected while it waited.
      release(reply);
      reply.hijack();
    };
    route.preHandler = [acquire, ...[route.preHandler ?? []].flat()];
    // The response is ready, so others need not wait until the client has read it.
    route.onSend = [async (_request, reply) => release(reply), ...[route.onSend ?? []].flat()];
  });
}
