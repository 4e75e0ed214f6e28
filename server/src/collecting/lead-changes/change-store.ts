import { contactFields, type LeadContact } from '@drawbridge/contract/collecting/contact';
import { type LeadStatus, leadStatuses } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead, LeadChange } from '@drawbridge/contract/collecting/leads';
import type { Deleted } from '@drawbridge/contract/core/ids';
import type { UnfilledProblem } from '@drawbridge/contract/core/problem-document';
import type { LeadChannel, LeadSource } from '@drawbridge/contract/events/lead-sources';
import type { Answers, Audience } from '@drawbridge/contract/events/questions/kinds';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { AuditRecord } from '../../core/change/audit-log.ts';
import { publish } from '../../core/change/publish.ts';
import { idsByEvent, queueLeadLeftEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { contactColumnsSql } from '../leads/contact-columns.ts';
import {
  changeAnswers,
  comparePhone,
  type EventRules,
  failWith,
  isAgreed,
  previousStatuses,
  statusProblem,
} from '../leads/rules.ts';
import { findLead } from '../leads/store.ts';
import { type ActingUser, newStatusChangeId, recordStatusChange } from './bulk-store.ts';

interface ChangeOptions {
  condition?: Sql;
  /** The audience of the user: only answers to its questions can be changed. */
  by?: Audience;
  /**
   * True for tokens. Tokens cannot change the contact or the event of a verified lead, because nobody has verified
   * the new values. Changing the contact of a pending lead clears its agreements.
   */
  program?: boolean;
  /** The user who can undo a new status. */
  user?: ActingUser;
}

/** A lead after a change, and the labels of the agreements that the change withdrew. */
export type LeadChangeResult = AdminLead & { withdrawn: string[] };

/** The audit entries for the agreements that a change withdrew. */
export const withdrawalAudits = ({
  id,
  eventId,
  withdrawn,
}: Pick<LeadChangeResult, 'id' | 'eventId' | 'withdrawn'>): AuditRecord[] =>
  withdrawn.map((agreement) => ({
    kind: 'agreement-withdrawn',
    eventId,
    subject: { id },
    details: { agreement },
  }));

/** Erases the notes of sponsors about a lead that no longer shares its details with them. */
async function eraseSponsorNotes(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`
    delete from sponsor_notes n using leads l join events e on e.id = l.event_id
    where n.lead_id = ${id} and l.id = n.lead_id and not exists (
      select from jsonb_array_elements(e.questions) question
      where question->'sponsor'->>'id' = n.sponsor_id::text and l.answers ? (question->>'id'))`);
}

/** Changes a lead if it also meets the condition. */
export async function changeLead(
  db: Database | Db,
  id: string,
  change: LeadChange,
  { condition = sql`true`, by = 'both', program = false, user }: ChangeOptions = {},
): Promise<Outcome<LeadChangeResult>> {
  const { status } = change;
  const from = status ? previousStatuses[status] : [...leadStatuses];
  const stepId = user && status && status !== 'pending' ? newStatusChangeId(user) : null;
  let withdrawn: string[] = [];
  try {
    const problem = await inTransaction(db, async (tx) => {
      const details = await detailsAfter(tx, id, change, { by, program });
      withdrawn = details?.withdrawn ?? [];
      if (details?.problem) return details.problem;
      const changes = {
        ...(change.eventId && { event_id: change.eventId }),
        ...Object.fromEntries(
          contactFields.flatMap((field) =>
            change[field] === undefined ? [] : [[field, change[field]]],
          ),
        ),
        ...details?.columns,
        ...(change.source && { source: change.source }),
        ...(change.chances && { chances: change.chances }),
        ...(status && { status }),
      };
      const set = Object.entries(changes).map(
        ([column, value]) => sql`${raw(column)} = ${value}, `,
      );
      // Condition and change are one statement, so that two administrators cannot make the same change.
      const [changed] = await tx.query<Change>(sql`
          update leads set ${set.length > 0 ? join(set, '') : empty}
            verified_at = ${status === 'verified' ? sql`now()` : sql`verified_at`}, status_change_id = ${stepId}
          from (select event_id as left_id, (${sentColumns})::text as told_before from leads where id = ${id}) before
          where id = ${id} and status = any(${from}::text[]) and ${condition}
          returning event_id, left_id, (${sentColumns})::text <> told_before as other`);
      if (!changed) return fail(statusProblem(status));
      if (details?.columns && 'answers' in details.columns) await eraseSponsorNotes(tx, id);
      await tellOfChange(tx, id, changed, status);
      return undefined;
    });
    const lead = await findLead(db, id);
    if (!lead) return fail('lead-not-found');
    if (problem) return problem;
    if (user && stepId) await recordStatusChange(db, user, stepId, lead.status, [lead.eventId]);
    return succeed({ ...lead, withdrawn });
  } catch (error) {
    if (violates(error, 'leads_event_id_fkey')) return fail('event-not-found');
    if (violates(error, 'leads_won')) return fail('lead-won');
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    // Another lead in the target event has the same code: the person has entered there as well.
    if (violates(error, 'leads_ticket_key')) return fail('entry-code-used');
    throw error;
  }
}

/** The columns whose changes webhooks report. */
const sentColumns = sql`name, email, phone, phone_key, event_id, source, answers, marketing`;

interface Change {
  eventId: string;
  /** The id of the event before the change. */
  leftId: string;
  /** True if a reported column has changed. */
  other: boolean;
}

async function tellOfChange(
  tx: Db,
  id: string,
  { eventId, leftId, other }: Change,
  status: LeadStatus | undefined,
): Promise<void> {
  const idsInEvent = (event: string) => sql`
    select ${event}::uuid as event_id, array[${id}::uuid] as ids`;
  if (status && status !== 'pending') {
    await tx.execute(queueWebhooks(`lead.${status}`, idsInEvent(eventId)));
  }
  if (other) await tx.execute(queueWebhooks('lead.changed', idsInEvent(eventId)));
  if (leftId !== eventId) {
    await tx.execute(queueLeadLeftEvent(idsInEvent(leftId)));
    await publish(tx, 'leads', { eventIds: [leftId] });
  }
}

/** Finds the problems of a change under the event's rules, when other fields are already invalid. */
export function findChangeProblems(
  db: Database,
  id: string,
  change: LeadChange,
  { program }: { program: boolean },
): Promise<UnfilledProblem[]> {
  return inTransaction(db, async (tx) => {
    const details = await detailsAfter(tx, id, change, { by: 'both', program });
    return details?.problem?.details?.fields ?? [];
  });
}

/** The columns for phone and answers after the change, with their problems. */
async function detailsAfter(
  tx: Db,
  id: string,
  change: LeadChange,
  options: { by: Audience; program: boolean },
) {
  // Locks the events first, as a draw does, to avoid a deadlock. A lead that moves is compared in the country of
  // its new event.
  const events = await tx.query<{ id: string } & EventRules>(sql`
    select e.id, e.country, e.questions
    from leads l join events e on e.id in (l.event_id, ${change.eventId ?? null}::uuid)
    where l.id = ${id} order by e.id for share of e`);
  // Locks the lead as well, because a concurrent change may move it.
  const [lead] = await tx.query<StoredLead>(sql`
    select event_id, ${contactColumnsSql('leads')}, coalesce(phone_typed, phone) as typed, answers, status, marketing,
           coalesce(channel, source) as channel
    from leads where id = ${id} for no key update`);
  const event = events.find((one) => one.id === (change.eventId ?? lead?.eventId));
  if (lead && !events.some((one) => one.id === lead.eventId))
    return detailsAfter(tx, id, change, options);
  if (!lead || !event) return undefined;
  const somebodyElse = options.program && changesContact(lead, change);
  const moved = options.program && event.id !== lead.eventId;
  if ((somebodyElse || moved) && lead.status !== 'pending')
    return { problem: fail('lead-already-verified') };
  const phone = phoneAfter(lead, event, change);
  const before = events.find((one) => one.id === lead.eventId) ?? event;
  const questions = { before: before.questions, now: event.questions };
  const agreed = event.questions.filter((each) => somebodyElse && isAgreed(each, lead.answers));
  const newAnswers = {
    ...change.answers,
    ...Object.fromEntries(agreed.map(({ id }) => [id, null])),
  };
  const answers =
    change.answers || change.eventId || agreed.length > 0
      ? changeAnswers(lead, newAnswers, questions, options.by)
      : undefined;
  const marketing = somebodyElse && lead.marketing;
  return {
    problem: failWith(phone?.problem, answers?.problems ?? []),
    columns: { ...phone?.columns, ...answers?.columns, ...(marketing && { marketing: null }) },
    withdrawn: [...(answers?.withdrawn ?? []), ...(marketing ? ['Marketing'] : [])],
  };
}

interface StoredLead extends LeadContact {
  eventId: string;
  typed: string;
  answers: Answers;
  status: LeadStatus;
  marketing: boolean | null;
  channel: LeadChannel | LeadSource;
}

/** True if a change gives the lead another contact. Sending back the same values changes nothing. */
const changesContact = (lead: StoredLead, change: LeadChange): boolean =>
  contactFields.some(
    (field) =>
      change[field] !== undefined &&
      change[field] !== lead[field] &&
      !(field === 'phone' && change.phone === lead.typed),
  );

function phoneAfter(
  lead: { phone: string; typed: string },
  { country }: EventRules,
  { phone, eventId }: LeadChange,
) {
  if (phone === undefined && !eventId) return undefined;
  // A form that sends back the stored number has not changed it, and that number was accepted before.
  if (phone === undefined || phone === lead.phone) {
    return { ...comparePhone(lead.typed, country), problem: undefined };
  }
  return comparePhone(phone, country);
}

/** Deletes a lead if it also meets the condition. */
export async function deleteLead(
  db: Db,
  id: string,
  condition = sql`true`,
): Promise<Outcome<Deleted & { eventId: string }>> {
  try {
    // Locks the event first, as a draw does, to avoid a deadlock.
    const [deleted] = await db.query<Deleted & { eventId: string }>(sql`
        with event as materialized (
          select e.id from events e join leads l on l.event_id = e.id
          where l.id = ${id} for share of e
        ),
        changed as (
          delete from leads using event
          where leads.id = ${id} and event_id = event.id and ${condition}
          returning leads.id, event_id
        ),
        queued as (${queueWebhooks('lead.deleted', idsByEvent)})
        insert into deleted_leads (id, event_id) select id, event_id from changed
        returning id, event_id`);
    return deleted ? succeed(deleted) : fail('lead-not-found');
  } catch (error) {
    if (violates(error, 'leads_won')) return fail('lead-won');
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    throw error;
  }
}
