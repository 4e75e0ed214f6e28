-- The audit trail: all actions with actor and time. It has no foreign keys, so that it outlives its subjects, and holds
-- no contact data of visitors.
create table audit_log (
  id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  actor_id uuid,
  actor_name text,
  event_id uuid,
  event_name text,
  subject_id uuid,
  subject_name text,
  -- Not jsonb, which would sort its keys.
  details json not null default '{}',
  primary key (at, id)
);
comment on table audit_log is 'All changes, with author and time';
-- Each filter reads its entries newest first. The first two indexes also provide the lists of actors and events.
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null;
create index audit_log_of_event on audit_log (event_id, at desc, id desc) where event_id is not null;
create index audit_log_of_kind on audit_log (kind, at desc, id desc);
create index audit_log_of_subject on audit_log (subject_id, at) where subject_id is not null;

-- Refuses every change of the audit trail, except in entries that count failed logins and wrong codes: their count and
-- their last client location may change.
create function protect_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail cannot be changed';
end
$$;
create trigger protect_audit_log before delete or truncate on audit_log
  for each statement execute function protect_audit_log();
create trigger protect_audit_entries before update on audit_log
  for each row when (
    old.kind not in ('login-failed', 'handover-code-wrong', 'sponsor-password-wrong')
    or to_jsonb(new) - 'details' <> to_jsonb(old) - 'details'
    or new.details->>'reason' is distinct from old.details->>'reason'
    or coalesce((new.details->>'count')::int, 1) <= coalesce((old.details->>'count')::int, 1)
  ) execute function protect_audit_log();
