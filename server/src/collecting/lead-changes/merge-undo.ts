import { contactFields } from '@drawbridge/contract/collecting/contact';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { queueWebhooks } from '../../core/queue/webhook-queue.ts';
import type { Db } from '../../db/client.ts';
import { fail, succeed } from '../../errors.ts';
import { where } from '../leads/filters.ts';

/** What an undo of a merge needs. */
export interface BeforeMerge {
  kept: Record<string, unknown>;
  removed: Record<string, unknown>;
  /** The notes of sponsors about the removed lead, and which of them have moved to the kept one. */
  notes: { sponsor_id: string; note: string }[];
  movedNotes: string[];
  /** The e-mail addresses that have moved, by their hashes. */
  movedAddresses: string[];
  /** Leads that had been merged into the removed lead. */
  earlierMerges: string[];
}

/** The columns that a merge changes in the kept lead. */
const changedColumns = [
  ...contactFields,
  'answers',
  'answers_text',
  'incomplete',
  'submitted_at',
  'status',
  'verified_at',
  'chances',
  'consent_id',
  'language',
  'marketing',
  'barred_from',
];

/** Undoes a merge: both leads are as before. The conditions say that the kept lead has not changed since. */
export async function undoMerge(tx: Db, stepId: string, unchanged: Sql[]) {
  const [kept] = await tx.query<{ id: string; eventId: string }>(sql`
    select id, event_id from leads ${where(unchanged)} for no key update`);
  const [step] = await tx.query<{ before: BeforeMerge }>(sql`
    delete from status_changes where id = ${stepId} returning before`);
  if (!kept || !step) return fail('undo-too-late');
  const { before } = step;
  const { id: keptId, eventId } = kept;
  const otherId = String(before.removed.id);
  const idsInEvent = (id: string) => sql`
    select ${eventId}::uuid as event_id, array[${id}::uuid] as ids`;

  const old = sql`jsonb_populate_record(null::leads, ${JSON.stringify(before.kept)}::jsonb)`;
  await tx.execute(sql`
    update leads set ${join(changedColumns.map((name) => sql`${raw(name)} = old.${raw(name)}`))},
      -- Somebody may have said since that they are here.
      here = case when leads.here <= ${Number(before.removed.here)}::bigint then old.here else leads.here end,
      -- The change before the merge can be undone again, too.
      status_change_id = old.status_change_id
    from ${old} old where leads.id = ${keptId}`);
  // A statement of its own: a trigger dates every change of the contact.
  await tx.execute(sql`
    update leads set contact_at = old.contact_at from ${old} old where leads.id = ${keptId}`);
  await restoreLead(tx, before, eventId);
  await returnReferences(tx, before, keptId, otherId);
  await tx.execute(queueWebhooks('lead.created', idsInEvent(otherId)));
  await tx.execute(queueWebhooks('lead.changed', idsInEvent(keptId)));
  const events = [{ eventId, leads: 1 }];
  return succeed({ undone: 1, kind: 'merge-undone' as const, leadId: keptId, events });
}

/** Inserts the removed lead again. Its id and its ticket are its own again. */
async function restoreLead(tx: Db, { removed }: BeforeMerge, eventId: string): Promise<void> {
  const id = String(removed.id);
  const [{ columns } = { columns: '' }] = await tx.query<{ columns: string }>(sql`
    select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  await tx.execute(sql`delete from merged_leads where id = ${id}`);
  await tx.execute(sql`delete from deleted_leads where id = ${id}`);
  await tx.execute(sql`
    delete from removed_tickets where event_id = ${eventId} and lead_id = ${id}
      and ticket = ${String(removed.ticket)}::bytea`);
  await tx.execute(sql`
    insert into leads (${raw(columns)})
    select ${raw(columns)} from jsonb_populate_record(null::leads, ${JSON.stringify(removed)}::jsonb
      -- The account may have been deleted meanwhile.
      || jsonb_build_object('status_change_id', null, 'submitted_by', (
        select id from users where id = ${(removed.submitted_by as string | null) ?? null}::uuid)))`);
}

/** Gives the restored lead its notes, addresses and earlier merges back. */
async function returnReferences(
  tx: Db,
  { notes, movedNotes, movedAddresses, earlierMerges }: BeforeMerge,
  keptId: string,
  otherId: string,
): Promise<void> {
  await tx.execute(sql`
    delete from sponsor_notes where lead_id = ${keptId} and sponsor_id = any(${movedNotes}::uuid[])`);
  await tx.execute(sql`
    insert into sponsor_notes (lead_id, sponsor_id, note)
    select ${otherId}, n.sponsor_id, n.note
    from json_to_recordset(${JSON.stringify(notes)}) as n (sponsor_id uuid, note text)
    where exists (select from sponsor_pages p where p.sponsor_id = n.sponsor_id)`);
  await tx.execute(sql`
    update mail_addresses set lead_id = ${otherId}
    where lead_id = ${keptId} and encode(address_hash, 'hex') = any(${movedAddresses}::text[])`);
  await tx.execute(sql`
    update merged_leads set lead_id = ${otherId} where id = any(${earlierMerges}::uuid[])`);
}
