import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { type Outcome, Problem } from '../../errors.ts';
import type { KnownRules, Submission } from './submission-rows.ts';
import { type Submitted, submitLeads } from './submission-store.ts';

/** The number of events that are written at the same time. The rest of the pool is for other work. */
const STATEMENTS_MAX = 4;
const ROWS_PER_STATEMENT = 512;
/** The queue's limit, about a second of work. Clients would time out before a longer queue is written. */
export const WAITING_MAX = 5_000;
const RETRY_SECONDS = 1;

interface Waiting {
  submission: Submission;
  resolve(outcome: Outcome<Submitted>): void;
  reject(error: unknown): void;
}

/** Submits a lead and resolves after its row is committed. */
export type SubmitLead = (submission: Submission) => Promise<Outcome<Submitted>>;

/**
 * Batches leads: those that arrive while others of their event are being written are then written together, in one
 * statement with one commit. There is no timer: a lead that arrives alone is written at once. Each event has its
 * own queue, so that a locked event, such as one that is being deleted, does not delay others while statements are
 * free. `onWritten` is called after each statement.
 */
export function queueSubmissions(
  db: Db,
  onWritten: (eventId: string, leads: number) => void = () => {},
): SubmitLead {
  const queues = new Map<string, Waiting[]>();
  const writing = new Set<string>();
  let waiting = 0;
  let scheduled = false;
  const known: KnownRules = new Map();

  /** Sends after this turn of the event loop, so that requests that were read together are written together. */
  function sendSoon(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      sendAll();
    });
  }

  function sendAll(): void {
    for (const [eventId, queue] of queues) {
      if (writing.size >= STATEMENTS_MAX) return;
      if (!writing.has(eventId)) void send(eventId, queue);
    }
  }

  async function send(eventId: string, queue: Waiting[]): Promise<void> {
    const batch = queue.splice(0, ROWS_PER_STATEMENT);
    waiting -= batch.length;
    // The rest of a long queue goes behind the other events.
    queues.delete(eventId);
    if (queue.length > 0) queues.set(eventId, queue);
    writing.add(eventId);
    const settle = await write(db, batch, known);
    writing.delete(eventId);
    // The next batch starts before the responses, so that PostgreSQL writes it while this process sends them.
    sendAll();
    settle();
    onWritten(eventId, batch.length);
  }

  return (submission) =>
    new Promise((resolve, reject) => {
      if (waiting >= WAITING_MAX) {
        reject(new Problem('too-busy', { retryAfterSeconds: RETRY_SECONDS }));
        return;
      }
      const { eventId } = submission.lead;
      const queue = queues.get(eventId) ?? [];
      queue.push({ submission, resolve, reject });
      queues.set(eventId, queue);
      waiting += 1;
      sendSoon();
    });
}

/** Writes a batch and returns the function that settles its submissions. It never rejects. */
async function write(db: Db, batch: readonly Waiting[], known: KnownRules): Promise<() => void> {
  try {
    const outcomes = await submitLeads(
      db,
      batch.map(({ submission }) => submission),
      known,
    );
    return () => {
      for (const [index, { resolve }] of batch.entries()) {
        resolve(outcomes[index] as Outcome<Submitted>);
      }
    };
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
    // One row made the whole statement fail for an unexpected reason. Written one by one, the other rows succeed.
    for (const one of batch) (await write(db, [one], known))();
    return () => {};
  }
}
