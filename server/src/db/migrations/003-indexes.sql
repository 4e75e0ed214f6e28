-- Accounts: a user name is taken in any case.
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create index login_codes_of_user on login_codes (user_id);
create index login_codes_of_event on login_codes (event_id) where event_id is not null;
create index login_codes_by_expiry on login_codes (expires_at);
create index login_attempts_by_age on login_attempts (forgotten_at);
create index limit_counts_by_age on limit_counts (started_at);

-- Events. The code's index settles the race of two new events that draw the same one.
create index events_newest on events (date desc, created_at desc, id);
create index events_of_creator on events (created_by);
create unique index events_by_short_code on events (short_code);
create index events_with_retention on events (date) where retention_days is not null;

-- Assignments: one that is not revoked per volunteer and event.
create unique index assignments_active_key
  on volunteer_assignments (volunteer_id, event_id) where not access_revoked;
create index assignments_of_event on volunteer_assignments (event_id);
create index assignments_of_volunteer on volunteer_assignments (volunteer_id, assigned_at);

-- An event's sponsors and prizes in their order, and those that were deleted.
create index sponsors_of_event on sponsors (event_id, position, created_at, id);
create index prizes_of_event on prizes (event_id, position, created_at, id);
create index removed_of_event on removed (event_id);
create index removed_by_age on removed (removed_at);

-- Lists of leads.
create index leads_newest on leads (submitted_at desc, id desc);
create index leads_by_name on leads ((split_part(search_text, E'\n', 1) collate "C"), submitted_at desc, id desc);
create index leads_of_event_newest on leads (event_id, submitted_at desc, id desc);
create index leads_of_volunteer_newest
  on leads (submitted_by, submitted_at desc, id desc) where submitted_by is not null;
-- Those whose volunteer's account was deleted.
create index leads_of_former on leads (submitter_name, event_id)
  where submitted_by is null and submitter_name is not null;
-- The same person again, by phone or e-mail. The contact comes first: a plan that was made while there were few leads
-- and no statistics then finds a contact by it too, and never by reading all leads of the event.
create index leads_by_phone_key on leads (phone_key, event_id);
create index leads_by_email on leads (email, event_id) where email is not null;
-- The ticket is a hash of event and code, so this also makes the code unique in its event.
create unique index leads_ticket_key on leads (ticket);
-- Small, because it has few distinct values.
create index leads_tally on leads (event_id, status, source);
create index leads_invalid_phone on leads (event_id) where not phone_valid;
create index leads_incomplete on leads (event_id) where incomplete;
create index leads_imported on leads (event_id) where channel = 'import' and source = 'volunteer';
-- Filters by an answer. Events without questions do not pay for it.
create index leads_by_answer on leads using gin (answers jsonb_path_ops) where answers <> '{}';
-- Whoever shares a phone number with a winner is not in the next draw.
create index leads_won on leads (event_id, phone_key) where won;
-- What a search finds; a server without the extension compares each lead instead.
do $$ begin
  create extension if not exists pg_trgm;
  -- Its list of new entries may grow to 16 MB, about 20,000 leads, before one of them has to wait for merging it.
  create index leads_search on leads using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'Searches have no index: %', sqlerrm;
end $$;
create index deleted_leads_of_event on deleted_leads (event_id);

-- One open draw per event, one standing winner per prize, one win per lead, one forfeit per draw.
create unique index draws_open_key on draws (event_id) where state = 'open';
create unique index draws_prize_key on draws (prize_id)
  where state = 'drawn' and forfeited_by is null and prize_id is not null;
create unique index draws_winner_key on draws (event_id, winner_id) where winner_id is not null;
create unique index draws_forfeits_key on draws (event_id, forfeits) where forfeits is not null;
create index draws_of_prize on draws (event_id, held_prize_id) where held_prize_id is not null;
create index draws_of_conductor on draws (conducted_by) where conducted_by is not null;
create index draws_of_handover on draws (handed_over_by) where handed_over_by is not null;

-- The audit trail: each filter reads its entries newest first. The first two also give the lists of people and events.
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null;
create index audit_log_of_event on audit_log (event_id, at desc, id desc) where event_id is not null;
create index audit_log_of_kind on audit_log (kind, at desc, id desc);
create index audit_log_of_subject on audit_log (subject_id, at) where subject_id is not null;

create index answered_requests_by_age on answered_requests (answered_at);

-- Each administrator has one unfinished import, so that nobody fills the disk with rows that lead nowhere.
create unique index imports_unfinished_key on imports (user_id) where result is null;
create index imports_of_user on imports (user_id);
create index imports_of_event on imports (event_id);
create index imports_by_age on imports (touched_at);

create index erasures_with_traces on erasures (at) where traces_removed_at is null;
create index heartbeats_of_event on heartbeats (event_id);

-- Webhooks: what is due, the log of each, and what was sent of a lead. The last two have no entry before the first
-- attempt, so that leads come in as fast as without webhooks.
create index webhooks_of_event on webhooks (event_id) where event_id is not null;
create index deliveries_due on deliveries (webhook_id, due_at) where state = 'waiting';
create index deliveries_newest on deliveries (webhook_id, created_at desc, id desc) where attempts > 0;
create index deliveries_of_subject on deliveries (subject_id) where payload is not null;

create index sponsor_pages_of_event on sponsor_pages (event_id);
create index sponsor_sessions_by_expiry on sponsor_sessions (expires_at);
create index passkeys_of_user on passkeys (user_id);
create index one_time_tokens_of_user on one_time_tokens (user_id) where user_id is not null;
create index one_time_tokens_by_end on one_time_tokens (expires_at);
-- Mail: what is due, receipts last, because nobody waits for them; what failed; and what is about a person.
create index mails_due on mails ((kind = 'receipt'), due_at) where state = 'waiting';
create index mails_troubled on mails (created_at desc) where error is not null;
create index mails_by_age on mails (created_at);
create index mails_of_subject on mails (subject_id);
create index mail_addresses_by_mailbox on mail_addresses (mailbox_hash);
create index mail_addresses_of_lead on mail_addresses (lead_id) where lead_id is not null;

-- The counts of all events or of one, and of one volunteer.
create index lead_counts_of_event on lead_counts (kind, event_id);
create index lead_counts_of_submitter on lead_counts (submitted_by) where submitted_by is not null;
