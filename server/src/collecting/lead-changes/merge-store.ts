import { contact, contactFields } from '@drawbridge/contract/collecting/contact';
import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { LeadChannel, LeadSource } from '@drawbridge/contract/events/lead-sources';
import type { Answers } from '@drawbridge/contract/events/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import sql, { join, raw } from 'sql-template-tag';
import { idsByEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import type { Db } from '../../db/client.ts';
import { type Failure, fail, type Outcome, succeed } from '../../errors.ts';
import { isAgreed, mergeAnswers } from '../leads/rules.ts';
import { findLead } from '../leads/store.ts';
import { type ActingUser, isSealed, newStatusChangeId, recordStatusChange } from './bulk-store.ts';
import type { BeforeMerge } from './merge-undo.ts';

/** The columns that a lead takes from another one if it has none. */
const optionalFields = contactFields.filter((field) => !contact[field].required);

interface MergedLead {
  id: string;
  eventId: string;
  phoneKey: string;
  email: string | null;
  status: LeadStatus;
  channel: LeadChannel | LeadSource;
  answers: Answers;
  won: boolean;
  sealed: boolean;
  questions: AdminQuestion[];
  /** The whole row, for an undo. */
  stored: Record<string, unknown>;
}

/**
 * Merges a lead into another one of the same person. The kept lead takes what it lacks and the time of the earlier
 * entry. The other lead is deleted, but its entry and consent stay on record.
 */
export async function mergeLeads(
  tx: Db,
  user: ActingUser,
  keptId: string,
  otherId: string,
): Promise<Outcome<{ lead: AdminLead; removed: string }>> {
  const leads = await readLeads(tx, [keptId, otherId]);
  const kept = leads.find(({ id }) => id === keptId);
  const other = leads.find(({ id }) => id === otherId);
  if (!kept || !other) return fail('lead-not-found');
  const problem = findProblem(kept, other);
  if (problem) return problem;

  const stepId = newStatusChangeId(user);
  const before: BeforeMerge = {
    kept: kept.stored,
    removed: other.stored,
    ...(await moveReferences(tx, keptId, otherId)),
  };
  await tx.execute(sql`
    insert into merged_leads (id, lead_id, event_id, ticket, entry_code, submitted_at, channel, submitter_name, consent_id,
                              language, marketing, agreements, kept_submitted_at)
    select o.id, k.id, o.event_id, o.ticket, o.entry_code, o.submitted_at, o.channel, o.submitter_name, o.consent_id, o.language,
           o.marketing, ${JSON.stringify(agreementsOf(other))}, k.submitted_at
    from leads o, leads k where o.id = ${otherId} and k.id = ${keptId}`);
  const assignments = optionalFields.map(
    (field) => sql`${raw(field)} = coalesce(k.${raw(field)}, o.${raw(field)}), `,
  );
  const answers = mergeAnswers(kept, other, kept.questions);
  // The other lead is still there, so that its values can be read.
  await tx.execute(sql`
    update leads k set ${join(assignments, '')}
      answers = ${JSON.stringify(answers.answers)}, answers_text = ${answers.answers_text},
      incomplete = ${answers.incomplete},
      submitted_at = least(k.submitted_at, o.submitted_at),
      status = case when k.status = 'pending' then o.status else k.status end,
      verified_at = coalesce(k.verified_at, o.verified_at),
      chances = greatest(k.chances, o.chances),
      here = greatest(k.here, o.here),
      consent_id = coalesce(k.consent_id, o.consent_id),
      language = case when k.consent_id is null then coalesce(o.language, k.language) else k.language end,
      marketing = case when k.consent_id is null then coalesce(k.marketing, o.marketing) else k.marketing end,
      -- Merging does not bring a winner's other leads back into the draw.
      barred_from = coalesce(k.barred_from, o.barred_from),
      status_change_id = ${stepId}
    from leads o where k.id = ${keptId} and o.id = ${otherId}`);
  await tx.execute(sql`
    with changed as (delete from leads where id = ${otherId} returning id, event_id),
    queued as (${queueWebhooks('lead.deleted', idsByEvent)})
    insert into deleted_leads (id, event_id) select id, event_id from changed`);
  const keptIds = sql`select ${kept.eventId}::uuid as event_id, array[${keptId}::uuid] as ids`;
  await tx.execute(queueWebhooks('lead.changed', keptIds));
  if (kept.status === 'pending' && other.status !== 'pending') {
    await tx.execute(queueWebhooks('lead.verified', keptIds));
  }
  await recordStatusChange(tx, user, stepId, 'merged', [kept.eventId], { leadId: keptId, before });
  const lead = await findLead(tx, keptId);
  return lead ? succeed({ lead, removed: otherId }) : fail('lead-not-found');
}

/** Reads and locks the leads, after their events, as a draw does. */
async function readLeads(tx: Db, ids: readonly string[]): Promise<MergedLead[]> {
  await tx.execute(sql`
    select from events where id in (select event_id from leads where id = any(${ids}::uuid[]))
    order by id for share`);
  return tx.query<MergedLead>(sql`
    select id, event_id, phone_key, email, status, coalesce(channel, source) as channel, answers, won,
           ${isSealed} as sealed,
           (select questions from events e where e.id = event_id) as questions, to_jsonb(leads) as stored
    from leads where id = any(${ids}::uuid[]) order by id for no key update`);
}

function findProblem(kept: MergedLead, other: MergedLead): Failure | undefined {
  const alike =
    kept.id !== other.id &&
    kept.eventId === other.eventId &&
    (kept.phoneKey === other.phoneKey || (kept.email !== null && kept.email === other.email));
  if (!alike) return fail('leads-not-alike');
  if (kept.won || other.won) return fail('lead-won');
  return kept.sealed || other.sealed ? fail('lead-sealed') : undefined;
}

/** Moves what refers to a lead that is about to be removed. */
async function moveReferences(
  tx: Db,
  keptId: string,
  otherId: string,
): Promise<Omit<BeforeMerge, 'kept' | 'removed'>> {
  const notes = await tx.query<{ sponsorId: string; note: string }>(sql`
    select sponsor_id, note from sponsor_notes where lead_id = ${otherId}`);
  const movedNotes = await tx.query<{ id: string }>(sql`
    update sponsor_notes n set lead_id = ${keptId}
    where lead_id = ${otherId} and not exists (
      select from sponsor_notes same where same.lead_id = ${keptId} and same.sponsor_id = n.sponsor_id)
    returning sponsor_id as id`);
  const movedAddresses = await tx.query<{ id: string }>(sql`
    update mail_addresses set lead_id = ${keptId} where lead_id = ${otherId}
    returning encode(address_hash, 'hex') as id`);
  const earlierMerges = await tx.query<{ id: string }>(sql`
    update merged_leads set lead_id = ${keptId} where lead_id = ${otherId} returning id`);
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    notes: notes.map(({ sponsorId, note }) => ({ sponsor_id: sponsorId, note })),
    movedNotes: idsOf(movedNotes),
    movedAddresses: idsOf(movedAddresses),
    earlierMerges: idsOf(earlierMerges),
  };
}

const agreementsOf = ({ questions, answers }: MergedLead): Answers =>
  Object.fromEntries(
    questions.flatMap((question) =>
      isAgreed(question, answers) ? [[question.id, answers[question.id]]] : [],
    ),
  ) as Answers;
