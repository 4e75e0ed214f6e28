import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/limits.ts';
import type { PageNonces } from './page-nonces.ts';

/** A family enters on one phone, and a stand on one tablet; nobody types more people than this in a minute. */
export const ENTRIES_PER_PAGE = 10;
/** After this many failed entries in a minute, the answers to further ones from the address are delayed. */
const FREE_FAILURES = 60;
const FAILURE_DELAY_MS = 1_000;
/** More delayed answers than this would only take up memory. */
const DELAYED_MAX = 1_000;

interface EntryLimitsOptions {
  /** The share of one address; 0 means no limits at all. */
  perMinute: number;
  nonces: PageNonces;
}

/**
 * A hall full of visitors shares one address, so nobody in it may use up the address's share. Each page
 * has a small share of its own, and entries that come from no page have one per address.
 */
export function limitEntries(app: FastifyInstance, { perMinute, nonces }: EntryLimitsOptions) {
  let delayed = 0;

  /**
   * Failed entries are counted separately, because they are cheap to send and must not close the form.
   * Delaying the answers limits how many a connection can send.
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

    /** Counts a well-formed entry, and throws if there have been too many. */
    async count(request: FastifyRequest, nonce: string | undefined): Promise<void> {
      if (perMinute === 0) return;
      const address = networkOf(request.ip);
      const page = await nonces.idOf(nonce);
      if (page === undefined) {
        app.limits.count(request, `entries without a page ${address}`, perMinute);
        return;
      }
      // The page comes first: beyond its own share it does not use up that of its address.
      app.limits.count(request, `entries of page ${page}`, Math.min(ENTRIES_PER_PAGE, perMinute));
      app.limits.count(request, `entries ${address}`, perMinute);
    },

    /** Whom the receipt of an entry is counted for. */
    senderOf: ({ ip }: FastifyRequest) => (perMinute === 0 ? undefined : networkOf(ip)),

    /** The error handler of the routes that take entries. */
    async delayFailures(error: unknown, request: FastifyRequest, _reply: FastifyReply) {
      await delay(request);
      throw error;
    },
  };
}
