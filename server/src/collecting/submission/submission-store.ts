import { contactOf } from '@drawbridge/contract/collecting/contact';
import type { RepeatedEntry } from '@drawbridge/contract/collecting/leads';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import {
  codesOf,
  findKnown,
  findUpcoming,
  insertRows,
  isCodeUsed,
  judgeRows,
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

/** More than the number of events that take entries at the same time. */
const RULES_MAX = 10_000;

/**
 * Inserts any number of leads with one statement. The rows that were not inserted are then looked at one
 * by one. If an id or an entry code is submitted twice at once, the database accepts one of them.
 */
export async function submitLeads(
  db: Db,
  submissions: readonly Submission[],
  known: KnownRules,
): Promise<Outcome<Submitted>[]> {
  const rows = toRows(submissions, known);
  const added = await insertRows(
    db,
    rows.filter(({ hasRules, problem, repeatedId }) => hasRules && !problem && !repeatedId),
  ).catch((error) => {
    if (violates(error, 'leads_deleted')) return undefined;
    throw error;
  });
  // A lead was deleted while the statement ran, so nothing was written. The next statement sees that.
  if (!added) return submitLeads(db, submissions, known);

  const missing = rows.filter((row) => row.repeatedId || !added.has(row.sent.id));
  const verdicts = await judgeRows(
    db,
    missing.filter((row) => !row.repeatedId),
  );
  for (const [{ sent }, { rules }] of verdicts) {
    if (known.size > RULES_MAX) known.clear();
    if (rules) known.set(sent.eventId, rules);
  }
  const otherRules = missing.filter((row) => verdicts.get(row)?.verdict === 'other-rules');
  const resubmitted = await resubmit(db, otherRules, known);
  const earlier = await findKnown(db, missing);

  const outcomes: Outcome<Submitted>[] = [];
  for (const [index, row] of rows.entries()) {
    const { verdict = 'accepted' } = verdicts.get(row) ?? {};
    const { sent, columns } = row;
    const stored = row.repeatedId ? undefined : added.get(sent.id);
    const first = earlier.get(sent.id);
    const codes = codesOf(sent.eventId, row.code);
    const secondOutcome = resubmitted.get(row);
    if (secondOutcome) {
      outcomes.push(secondOutcome);
    } else if (stored) {
      const { submittedAt, lastRecord } = stored;
      const next = findUpcoming(known, sent.eventId, lastRecord);
      const lead = { ...sent, status: 'pending', submittedAt, ...codes, ...next } as const;
      outcomes.push(succeed({ lead, repeated: false }));
    } else if (first) {
      // A repeated submission gets the same lead, whatever has changed in it or its event since, but its code
      // only if its device has made it or, for some minutes, the page that entered it.
      const sameCode = first.lead.entryCode === codes.entryCode;
      const byServer = !first.deviceCode && !columns.device_code;
      const same = first.fingerprint === columns.fingerprint && (sameCode || byServer);
      const { entryCode, ...rest } = first.lead;
      const next = findUpcoming(known, rest.eventId, first.lastRecord);
      const code = sameCode && (first.recent || !byServer) && { entryCode };
      // A visitor gets back what they have sent: corrections since then are not theirs to read.
      const own = sent.source === 'qr' && { ...contactOf(sent), answers: sent.answers };
      const lead = { ...rest, ...own, ...code, ...next };
      outcomes.push(same ? succeed({ lead, repeated: true }) : fail('lead-id-reused'));
    } else if (verdict === 'refused' && row.problem) {
      outcomes.push(row.problem);
    } else if (verdict !== 'accepted' && verdict !== 'other-rules' && verdict !== 'refused') {
      outcomes.push(fail(verdict));
    } else if (submissions.length === 1 && (await isCodeUsed(db, row))) {
      outcomes.push(fail('entry-code-used'));
    } else {
      // Either the first submission with this id in the batch was refused, or what kept the row out has
      // changed since.
      const alone = submissions.slice(index, index + 1);
      outcomes.push(...(await submitLeads(db, alone, known)));
    }
  }
  return outcomes;
}

/** Submits the rows again whose event turned out to have other rules. */
async function resubmit(
  db: Db,
  rows: readonly Row[],
  known: KnownRules,
): Promise<Map<Row, Outcome<Submitted>>> {
  if (rows.length === 0) return new Map();
  const submissions = rows.map(({ submission }) => submission);
  const outcomes = await submitLeads(db, submissions, known);
  return new Map(rows.map((row, index) => [row, outcomes[index] as Outcome<Submitted>]));
}
