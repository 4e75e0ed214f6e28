import type { StoredLeadDetails } from '@drawbridge/contract/collecting/personal-data';
import type { Answers } from '@drawbridge/contract/events/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { consentQuestionsOf, writeAnswers } from '../../events/questions/rules.ts';
import { contactColumnsSql } from './contact-columns.ts';
import { imported } from './filters.ts';

interface StoredLead extends Omit<StoredLeadDetails, 'answers' | 'sharedWith' | 'merged'> {
  merged: (Omit<StoredLeadDetails['merged'][number], 'agreements'> & { agreements: Answers })[];
  answers: Answers;
  questions: AdminQuestion[];
  sponsors: { id: string; name: string | null; viewedAt: string | null; note: string | null }[];
}

/** Reads leads with all data that refers to them, newest first. */
export async function readStoredLeads(
  db: Db,
  ids: readonly string[],
): Promise<StoredLeadDetails[]> {
  const leads = await db.query<StoredLead>(sql`
    select l.id, json_build_object('id', e.id, 'name', e.name, 'date', e.date, 'country', e.country) as event,
           ${contactColumnsSql('l')}, l.phone_key as number, l.phone_typed, l.answers, e.questions, l.status,
           l.source, ${imported} as imported, l.submitted_at,
           l.verified_at, l.submitter_name, l.channel, l.marketing, l.language,
           encode(l.ticket, 'hex') as ticket,
           ${sponsorsJson} as sponsors, ${consentJson} as consent, ${drawsJson} as draws, ${auditJson} as audit, ${mergedJson} as merged
    from leads l join events e on e.id = l.event_id
    where l.id = any(${ids}::uuid[]) order by l.submitted_at desc, l.id desc`);
  return leads.map(({ questions, sponsors, merged, ...lead }) => ({
    ...lead,
    sharedWith: sponsors
      .filter((sponsor) =>
        consentQuestionsOf(questions, sponsor).some(({ id }) => id in lead.answers),
      )
      .map(({ name, viewedAt, note }) => ({ sponsor: name ?? '', viewedAt, note })),
    merged: merged.map(({ agreements, ...entry }) => ({
      ...entry,
      agreements: questions.filter(({ id }) => id in agreements).map(({ label }) => label),
    })),
    answers: writeAnswers(questions, lead.answers, lead.language),
  }));
}

/** The sponsors of the event of lead `l`, with their notes about it. */
const sponsorsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'id', s.id, 'name', s.name, 'viewedAt', p.viewed_at, 'note', n.note) order by s.position, s.created_at), '[]')
  from sponsors s
  left join sponsor_pages p on p.sponsor_id = s.id
  left join sponsor_notes n on n.sponsor_id = s.id and n.lead_id = l.id
  where s.event_id = l.event_id)`;

/** The consent text that the person of lead `l` was shown, in the language of the form. */
const consentJson = sql`(
  select json_build_object(
    'version', t.id, 'note', coalesce(shown->>'note', t.note), 'organiser', t.organiser,
    'privacyText', coalesce(shown->>'privacyText', t.privacy_text), 'privacyUrl', t.privacy_url,
    'marketingText', coalesce(shown->>'marketingText', t.marketing_text), 'firstShownAt', t.first_shown_at)
  from consent_texts t cross join lateral (select t.translations->l.language) s (shown) where t.id = l.consent_id)`;

/** The draws that lead `l` was in. */
const drawsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'number', d.number, 'prizeName', d.prize_name, 'at', d.at,
    'won', w.number is not null, 'forfeited', w.forfeited_by is not null,
    'handedOverAt', w.handed_over_at, 'handoverNote', w.handover_note)
    order by d.number), '[]')
  from records d
  left join winners w on w.event_id = d.event_id and w.number = d.number and position(l.ticket in w.tickets) > 0
  where d.event_id = l.event_id and d.kind <> 'restored' and is_in_roster(d.event_id, d.number, l.ticket))`;

/** The other entries of the person that were merged into lead `l`. */
const mergedJson = sql`(
  select coalesce(json_agg(json_build_object(
    'submittedAt', m.submitted_at, 'channel', m.channel, 'submitterName', m.submitter_name,
    'consentVersion', m.consent_id, 'marketing', m.marketing, 'agreements', m.agreements,
    'keptSubmittedAt', m.kept_submitted_at, 'mergedAt', m.merged_at) order by m.merged_at desc), '[]')
  from merged_leads m where m.lead_id = l.id)`;

/** The entries of the audit trail about lead `l`. */
const auditJson = sql`(
  select coalesce(json_agg(json_build_object(
    'at', a.at, 'kind', a.kind, 'by', a.actor_name) order by a.at), '[]')
  from audit_log a where a.subject_id = l.id)`;
