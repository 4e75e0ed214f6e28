import { contactOf } from '@drawbridge/contract/collecting/contact';
import type { EnteredLead, RepeatedEntry } from '@drawbridge/contract/collecting/leads';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import {
  type Added,
  codesOf,
  type Earlier,
  explainRejections,
  findEarlier,
  findUpcoming,
  findUsedCodes,
  insertRows,
  type KnownRules,
  type Row,
  type Submission,
  toRows,
} from './submission-rows.ts';

/** The lead, and whether an earlier submission with the same id had already created it. */
export interface Submitted {
  lead: RepeatedEntry;
  repeated: boolean;
}

/** The limit for cached rules, above the number of events that take entries at the same time. */
const RULES_MAX = 10_000;

/**
 * Stores any number of leads and returns the outcome of each. A lead is submitted again if the cached rules of its
 * event are outdated, or if a conflicting row has changed meanwhile.
 */
export async function submitLeads(
  db: Db,
  submissions: readonly Submission[],
  known: KnownRules,
): Promise<Outcome<Submitted>[]> {
  const outcomes: Outcome<Submitted>[] = [];
  for (let open = [...submissions.keys()]; open.length > 0; ) {
    const rows = toRows(
      open.map((index) => submissions[index] as Submission),
      known,
    );
    const settled = await submitRows(db, rows, known);
    for (const [index, outcome] of settled.entries()) {
      if (outcome) outcomes[open[index] as number] = outcome;
    }
    open = open.filter((_, index) => !settled[index]);
  }
  return outcomes;
}

/**
 * Inserts the valid rows with one statement, and explains why others are missing. If an id or an entry code is
 * submitted twice at once, the database accepts one of them.
 */
async function submitRows(
  db: Db,
  rows: readonly Row[],
  known: KnownRules,
): Promise<(Outcome<Submitted> | undefined)[]> {
  const added = await insertAccepted(db, rows);
  const missing = rows.filter(({ repeatedId, sent }) => repeatedId || !added.has(sent.id));
  const verdicts = await explainRejections(db, missing);
  learnRules(known, verdicts);
  const earlier = await findEarlier(db, missing);
  const unexplained = missing.filter(
    (row) => verdicts.get(row)?.verdict === 'accepted' && !earlier.has(row.sent.id),
  );
  const codesUsed = await findUsedCodes(db, unexplained);

  return rows.map((row) => {
    const { sent, problem, repeatedId } = row;
    const stored = repeatedId ? undefined : added.get(sent.id);
    if (stored) return succeed({ lead: newLead(row, stored, known), repeated: false });
    const verdict = verdicts.get(row)?.verdict;
    if (verdict === 'other-rules') return undefined;
    const first = earlier.get(sent.id);
    if (first) return repeatLead(row, first, known);
    if (verdict === 'refused') return problem;
    if (verdict && verdict !== 'accepted') return fail(verdict);
    // Either an earlier row of this batch with the same id was rejected, or the conflicting row has changed
    // meanwhile.
    return codesUsed.has(row) ? fail('entry-code-used') : undefined;
  });
}

/** Inserts the rows without a known problem and returns those that are stored. */
async function insertAccepted(db: Db, rows: readonly Row[]): Promise<Map<string, Added>> {
  const acceptable = rows.filter(
    ({ hasRules, problem, repeatedId }) => hasRules && !problem && !repeatedId,
  );
  return insertRows(db, acceptable).catch((error) => {
    // A lead was deleted while the statement ran, so nothing was written. The next statement sees the deletion.
    if (violates(error, 'leads_deleted')) return new Map();
    throw error;
  });
}

function learnRules(
  known: KnownRules,
  verdicts: Awaited<ReturnType<typeof explainRejections>>,
): void {
  for (const [{ sent }, { rules }] of verdicts) {
    if (known.size > RULES_MAX) known.clear();
    if (rules) known.set(sent.eventId, rules);
  }
}

function newLead(
  { sent, code }: Row,
  { submittedAt, lastRecord }: Added,
  known: KnownRules,
): EnteredLead {
  const next = findUpcoming(known, sent.eventId, lastRecord);
  const codes = codesOf(sent.eventId, code);
  return { status: 'pending', submittedAt, ...codes, ...next, ...sent };
}

/**
 * The response to a repeated submission: the same lead, even if the lead or its event has changed since. It
 * contains the entry code only if the device made the code, or for some minutes if the same page sends it again.
 */
function repeatLead(
  { sent, columns, code }: Row,
  first: Earlier,
  known: KnownRules,
): Outcome<Submitted> {
  const { entryCode, ...rest } = first.lead;
  const sameCode = entryCode === codesOf(sent.eventId, code).entryCode;
  const isMadeByServer = !first.deviceCode && !columns.device_code;
  const same = first.fingerprint === columns.fingerprint && (sameCode || isMadeByServer);
  if (!same) return fail('lead-id-reused');
  const next = findUpcoming(known, rest.eventId, first.lastRecord);
  const shownCode = sameCode && (first.recent || !isMadeByServer) && { entryCode };
  // A visitor gets back the submitted values, not later corrections by the team.
  const returned = sent.source === 'qr' && { ...contactOf(sent), answers: sent.answers };
  return succeed({ lead: { ...rest, ...returned, ...shownCode, ...next }, repeated: true });
}
