-- Failed log-ins are counted in one entry, of which nothing but the count and the last place ever changes.
drop trigger keep_audit_log on audit_log;
create trigger keep_audit_log before delete or truncate on audit_log
  for each statement execute function keep_audit_log();
create trigger keep_audit_entries before update on audit_log
  for each row when (
    old.kind <> 'log-in-failed'
    or to_jsonb(new) - 'details' <> to_jsonb(old) - 'details'
    or new.details->>'reason' is distinct from old.details->>'reason'
    or coalesce((new.details->>'count')::int, 1) <= coalesce((old.details->>'count')::int, 1)
  ) execute function keep_audit_log();
