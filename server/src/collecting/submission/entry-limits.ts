import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/limits.ts';
import type { PageNonces } from './page-nonces.ts';

/** The limit for one page in a minute. A family on one phone, or a stand with one tablet, enters no more. */
export const ENTRIES_PER_PAGE = 10;
/** The number of failed entries in a minute after which responses to the address are delayed. */
const FREE_FAILURES = 60;
const FAILURE_DELAY_MS = 1_000;
/** The limit for delayed responses, because each uses memory. */
const DELAYED_MAX = 1_000;

interface EntryLimitsOptions {
  /** The entries per minute for one address; 0 disables all limits. */
  perMinute: number;
  nonces: PageNonces;
}

/**
 * Limits entries per address and per page. A hall full of visitors shares one address, so no single page may use up
 * its share: each page has a small share of its own. Entries without a page share one limit per address.
 */
export function limitEntries(app: FastifyInstance, { perMinute, nonces }: EntryLimitsOptions) {
  let delayed = 0;

  /**
   * Delays the response to a failed entry. Failed entries are counted separately, because they are cheap to send
   * and must not block the form. The delay limits how many a connection can send.
   */
  async function delay(request: FastifyRequest): Promise<void> {
    if (perMinute === 0 || delayed >= DELAYED_MAX) return;
    if (!app.limits.exceeds(`failed entries ${networkOf(request.ip)}`, FREE_FAILURES)) return;
    delayed += 1;
    await pause(FAILURE_DELAY_MS, undefined, { ref: false });
    delayed -= 1;
  }

  return {
    delay,

    /** Counts a well-formed entry. Throws if there have been too many. */
    async count(request: FastifyRequest, nonce: string | undefined): Promise<void> {
      if (perMinute === 0) return;
      const address = networkOf(request.ip);
      const page = await nonces.idOf(nonce);
      if (page === undefined) {
        app.limits.count(request, `entries without a page ${address}`, perMinute);
        return;
      }
      // The page is counted first: beyond its own share it does not use up the share of its address.
      app.limits.count(request, `entries of page ${page}`, Math.min(ENTRIES_PER_PAGE, perMinute));
      app.limits.count(request, `entries ${address}`, perMinute);
    },

    /** The key under which the receipts of an entry are limited. */
    senderOf: ({ ip }: FastifyRequest) => (perMinute === 0 ? undefined : networkOf(ip)),

    /** The error handler of routes that take entries: delays the response to a failed entry. */
    async delayFailures(error: unknown, request: FastifyRequest, _reply: FastifyReply) {
      await delay(request);
      throw error;
    },
  };
}
