import sql, { type Sql } from 'sql-template-tag';

/** A file of the archive that one statement makes. */
interface Noun {
  /** A line of the archive's README. */
  about: string;
  /** The tables that it holds; a test finds those that no file holds. */
  holds: readonly string[];
}

/** Secrets, and what other programs could not use. The README says so. */
export const leftOut = {
  'passwords, keys and sessions': [
    ...['sessions', 'passkeys', 'recovery_codes', 'identities', 'login_attempts', 'shared_keys'],
  ],
  'work in progress and counts that are computed again': [
    ...['webhook_queue', 'deliveries', 'live_messages', 'stages', 'roll_call_tries', 'imports'],
    ...['idempotency_keys', 'write_probe', 'lead_counts', 'restorable_rows'],
  ],
  'marks of what was deleted, without personal data': [
    ...['deleted_leads', 'removed_tickets', 'erasures'],
  ],
} as const satisfies Record<string, readonly string[]>;

const nameOf = (user: Sql) =>
  sql`(select coalesce(u.name, u.username) from users u where u.id = ${user})`;
const eventOf = (id: Sql) => sql`(select e.name from events e where e.id = ${id})`;

/** Tables of the whole server, as CSV. The columns of a statement are the file's headings. */
export const tables: Record<string, Noun & { rows: Sql }> = {
  'accounts.csv': {
    about: 'administrators, volunteers and programs (tokens), without passwords',
    holds: ['users'],
    rows: sql`
      select username, name, role, email, array_to_string(scopes, ' ') as scopes, ${nameOf(sql`owner_id`)} as owner,
             (select string_agg(e.name, '; ' order by e.name) from events e
              where e.id = any(only_events)) as only_events, created_at, disabled_at
      from users x order by created_at, id`,
  },
  'audit.csv': {
    about: 'who did what and when; details are JSON',
    holds: ['audit_log'],
    rows: sql`
      select at, kind, actor_name, event_name, subject_name, subject_id, details from audit_log order by at, id`,
  },
  'webhooks.csv': {
    about: 'addresses of other programs, without their secrets',
    holds: ['webhooks'],
    rows: sql`
      select url, array_to_string(kinds, ' ') as kinds, ${eventOf(sql`event_id`)} as event,
             ${nameOf(sql`owner_id`)} as owner, created_at, disabled_at
      from webhooks order by created_at, id`,
  },
};

/** Tables of an event, as CSV. */
export const eventTables: Record<string, Noun & { rows: (eventId: string) => Sql }> = {
  'merged-leads.csv': {
    about: 'entries that were merged into another lead of the same person',
    holds: ['merged_leads'],
    rows: (eventId) => sql`
      select l.name as merged_into, l.phone, m.submitted_at, m.channel, m.submitter_name, m.consent_id, m.language,
             m.marketing, m.agreements, m.merged_at
      from merged_leads m join leads l on l.id = m.lead_id
      where m.event_id = ${eventId} order by m.merged_at, m.id`,
  },
  'unsubscribed.csv': {
    about: 'addresses that want no more mail of this event',
    holds: ['mail_addresses'],
    rows: (eventId) => sql`
      select distinct l.email, a.unsubscribed_at
      from leads l join mail_addresses a on a.event_id = l.event_id and a.address_hash = mail_hash(l.email)
      where l.event_id = ${eventId} and a.unsubscribed_at is not null order by 2, 1`,
  },
  'sponsor-notes.csv': {
    about: "sponsors' notes about people who share their details with them",
    holds: ['sponsor_notes'],
    rows: (eventId) => sql`
      select s.name as sponsor, l.name, l.phone, l.email, n.note
      from sponsor_notes n join leads l on l.id = n.lead_id left join sponsors s on s.id = n.sponsor_id
      where l.event_id = ${eventId} order by s.position, s.id, l.submitted_at, l.id`,
  },
  'volunteers.csv': {
    about: 'who collects or collected at this event',
    holds: ['volunteer_assignments'],
    rows: (eventId) => sql`
      select u.username, u.name, a.assigned_at, a.revoked_at
      from volunteer_assignments a join users u on u.id = a.volunteer_id
      where a.event_id = ${eventId} order by a.assigned_at, a.id`,
  },
};

/** Files of an event that are made elsewhere. */
export const eventFiles = {
  'event.json': {
    about:
      'the event with its questions, texts that people agreed to, prizes, sponsors and roll calls',
    holds: [
      ...['events', 'prizes', 'sponsors', 'sponsor_reach', 'sponsor_pages', 'event_consents'],
      ...['consent_texts', 'roll_calls'],
    ],
  },
  'leads.csv': {
    about:
      'everybody who entered, with answers, consent and chances, as the Leads tab exports them',
    holds: ['leads'],
  },
  'winners.csv': {
    about: 'who won what, and when it was handed over, as the Results tab exports them',
    holds: ['winners'],
  },
  'proof.json': {
    about: "the public record of all draws, for 'drawbridge verify'",
    holds: ['records', 'rosters'],
  },
} as const satisfies Record<string, Noun>;

/** The path of the logo of sponsor `s`, which is stored as a data URL. */
const logoPath = sql`'/pictures/' || s.logo_hash || '.' || substring(s.logo from '^data:image/([a-z]+)')`;

/** The whole event as one JSON document, without its secrets. */
export const eventJson = (eventId: string): Sql => sql`
  select jsonb_pretty(
    to_jsonb(e) - array['draw_secret', 'live_version', 'created_by', 'consent_id', 'restored_because']
    || jsonb_build_object(
      'created_by', ${nameOf(sql`e.created_by`)},
      'consent_texts', coalesce((
        select jsonb_agg(to_jsonb(t) - 'hash' order by t.id)
        from event_consents c join consent_texts t on t.id = c.consent_id where c.event_id = e.id), '[]'),
      'prizes', coalesce((
        select jsonb_agg(to_jsonb(p) - 'event_id' order by p.position, p.created_at, p.id)
        from prizes p where p.event_id = e.id), '[]'),
      'sponsors', coalesce((
        select jsonb_agg(
          jsonb_build_object('id', s.id, 'name', s.name, 'logo', ${logoPath}, 'created_at', s.created_at,
            'form_views', r.form_views, 'shared_questions', g.questions, 'page_viewed_at', g.viewed_at)
          order by s.position, s.created_at, s.id)
        from sponsors s left join sponsor_reach r on r.sponsor_id = s.id
          left join sponsor_pages g on g.sponsor_id = s.id
        where s.event_id = e.id), '[]'),
      'roll_calls', coalesce((
        select jsonb_agg(to_jsonb(c) - array['event_id', 'digits'] order by c.number)
        from roll_calls c where c.event_id = e.id), '[]')))
  from events e where e.id = ${eventId}`;

export const pictures = {
  about: "pictures of events and prizes, and sponsors' logos, under the names that event.json has",
  holds: ['pictures'],
  rows: sql`
    select path, encode(bytes, 'base64') from pictures
    union select ${logoPath}, split_part(s.logo, ',', 2) from sponsors s order by 1`,
};
