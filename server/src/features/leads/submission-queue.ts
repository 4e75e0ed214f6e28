import type { Db } from '../../db/client.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { type Outcome, Problem } from '../../errors.ts';
import {
  type KnownCountries,
  type Submission,
  type Submitted,
  submitLeads,
} from './submission-store.ts';

/** Events that are written to at the same time; the pool has connections for other work too. */
const STATEMENTS = 4;
const ROWS_PER_STATEMENT = 512;
/** About a second's work. More would wait for an answer that nobody waits for any longer. */
export const WAITING_MAX = 5_000;
const RETRY_SECONDS = 1;

interface Waiting {
  submission: Submission;
  resolve(outcome: Outcome<Submitted>): void;
  reject(error: unknown): void;
}

/** Takes in a lead; the answer comes after the commit of its row. */
export type SubmitLead = (submission: Submission) => Promise<Outcome<Submitted>>;

/**
 * Leads that arrive while others of their event are being written wait here, and then go out together
 * as one statement with one commit. No clock is involved: a lead that comes alone is written at once.
 * Each event has a line of its own, so that one which is locked, such as while it is being deleted,
 * holds up nobody else while there are places left.
 */
export function queueSubmissions(db: Db): SubmitLead {
  const lines = new Map<string, Waiting[]>();
  const writing = new Set<string>();
  let waiting = 0;
  let gathering = false;
  const countries: KnownCountries = new Map();

  /** At the end of this turn of the event loop: requests that were read together go together. */
  function sendSoon(): void {
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      for (const [eventId, line] of lines) {
        if (writing.size >= STATEMENTS) return;
        if (!writing.has(eventId)) void send(eventId, line);
      }
    });
  }

  async function send(eventId: string, line: Waiting[]): Promise<void> {
    const batch = line.splice(0, ROWS_PER_STATEMENT);
    waiting -= batch.length;
    // What is left of a long line stands behind the other events.
    lines.delete(eventId);
    if (line.length > 0) lines.set(eventId, line);
    writing.add(eventId);
    await write(db, batch, countries);
    writing.delete(eventId);
    sendSoon();
  }

  return (submission) =>
    new Promise((resolve, reject) => {
      if (waiting >= WAITING_MAX) {
        reject(new Problem('too-busy', { retryAfterSeconds: RETRY_SECONDS }));
        return;
      }
      const { eventId } = submission.lead;
      const line = lines.get(eventId) ?? [];
      line.push({ submission, resolve, reject });
      lines.set(eventId, line);
      waiting += 1;
      sendSoon();
    });
}

/** Answers every one of the batch, whatever happens. */
async function write(db: Db, batch: readonly Waiting[], countries: KnownCountries): Promise<void> {
  try {
    const outcomes = await submitLeads(
      db,
      batch.map(({ submission }) => submission),
      countries,
    );
    for (const [index, { resolve }] of batch.entries()) {
      resolve(outcomes[index] as Outcome<Submitted>);
    }
  } catch (error) {
    if (batch.length === 1 || isDatabaseAway(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // One row made the statement fail for all, in a way that no verdict foresaw. By themselves, the
    // others pass.
    for (const one of batch) await write(db, [one], countries);
  }
}
