-- PostgreSQL may keep the plan of a statement from a time when the table had a page or none, and reading
-- all of it was cheapest. Leads come in by the thousand before it is analysed again, so what is looked up
-- for each of them is looked up here, where the plan can only use an index: no table is read from end to
-- end, and a scalar subquery cannot become a join or a hash of the whole table, as 'exists' could.

-- What is known of the leads that come in: is the id used up, and how often has the contact entered the
-- event by the public form? Counting ends at `enough`. A contact that is null is not looked for.
create function earlier_entries(
  ids uuid[], event_ids uuid[], phones text[], emails text[], enough int
)
returns table (place bigint, deleted boolean, by_phone bigint, by_email bigint)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  -- 'is not distinct from' cannot use an index, so that the contact's is taken and not the event's.
  return query
    select incoming.place,
      (select true from deleted_leads gone where gone.id = incoming.id),
      (select count(*) from (
        select from leads
        where leads.phone = incoming.phone
          and leads.event_id is not distinct from incoming.event_id
          and leads.source = 'qr'
        limit enough) few),
      (select count(*) from (
        select from leads
        where leads.email = incoming.email
          and leads.event_id is not distinct from incoming.event_id
          and leads.source = 'qr'
        limit enough) few)
    from unnest(ids, event_ids, phones, emails)
      with ordinality incoming (id, event_id, phone, email, place);
end
$$;

create function leads_with_ids(ids uuid[]) returns setof leads
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query select * from leads where leads.id = any(ids);
end
$$;

create or replace function keep_deleted_ids_used() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (
    select from added
    where (select true from deleted_leads gone where gone.id = added.id)
  ) then
    raise exception 'A lead with this id has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_deleted';
  end if;
  return null;
end
$$;
