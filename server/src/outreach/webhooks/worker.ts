import type { FastifyBaseLogger } from 'fastify';
import { retryAfterSeconds, type Work } from '../../core/queue/queue.ts';
import type { Database } from '../../db/client.ts';
import {
  type Claimed,
  claimDue,
  hostOf,
  type Result,
  release,
  saveResults,
  unpackQueue,
  writePayloads,
} from './delivery-store.ts';
import { sign } from './rules.ts';
import { send } from './send.ts';

/** The number of concurrent deliveries per webhook, so that a slow receiver does not delay others. */
const AT_ONCE = 4;

interface WebhookOptions {
  db: Database;
  log: FastifyBaseLogger;
  /** True if private addresses are allowed. */
  toPrivate: boolean;
  onAttempt?: ((outcome: 'delivered' | 'failed') => void) | undefined;
}

/** The queue of webhook deliveries. */
export function webhookWork({
  db,
  log,
  toPrivate,
  onAttempt,
}: WebhookOptions): Work<Claimed & { payload: string }, Result> {
  return {
    kind: 'webhook',
    waits: 'webhooks have to wait',
    fails: 'the receiver of a webhook fails, and is told again later',
    async claim(sending) {
      await unpackQueue(db, AT_ONCE);
      return writePayloads(db, await claimDue(db, sending, AT_ONCE));
    },
    async send(delivery, signal) {
      const { id, url, payload: body, secrets, attempts } = delivery;
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Drawbridge',
        'content-length': String(Buffer.byteLength(body)),
        ...sign(id, body, secrets, new Date()),
      };
      const attempt = await send({ url, headers, body }, { toPrivate, signal });
      if (signal.aborted && attempt.status === null) return undefined;
      onAttempt?.(attempt.error === null ? 'delivered' : 'failed');
      return { delivery, retryAfterSeconds: retryAfterSeconds(attempts), ...attempt };
    },
    failureOf: ({ delivery, error }) =>
      error === null ? undefined : { host: hostOf(delivery.url), because: error },
    async note(results) {
      for (const { url, because } of await saveResults(db, results)) {
        log.warn({ host: hostOf(url), because }, 'a webhook is disabled');
      }
    },
    release: (deliveries) => release(db, deliveries),
  };
}
