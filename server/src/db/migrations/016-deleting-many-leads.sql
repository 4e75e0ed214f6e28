-- For each deleted lead PostgreSQL looks whether a draw names it, with a plan that it may have kept from a time when
-- the table was empty and every index of it was as good: one that reads all leads of the event, 20,000 times over for
-- 20,000 leads. From here to the end of the transaction it plans anew.
create function plan_deletions_anew() returns trigger language plpgsql as $$
begin
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  return null;
end
$$;
create trigger plan_deletions_anew before delete on leads
  for each statement execute function plan_deletions_anew();
