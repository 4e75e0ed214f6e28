-- The number of leads, in the three groupings that screens show. Every change of leads adds rows with the
-- difference instead of updating a total, so that entries do not block each other. The sums are always right;
-- `add_up_lead_counts` keeps the number of rows small.
create table lead_counts (
  kind text not null check (kind in ('event', 'submitter', 'quarter')),
  event_id uuid,
  status text,
  source text,
  imported boolean,
  submitted_by uuid,
  -- The quarter of an hour of the submission. In every time zone, days begin on a quarter.
  quarter timestamptz(3),
  n integer not null
);
comment on table lead_counts is 'The number of leads by group, as differences to be summed up';
create index lead_counts_of_event on lead_counts (kind, event_id);
create index lead_counts_of_submitter on lead_counts (submitted_by) where submitted_by is not null;

-- The leads in the groupings of `lead_counts`, counted one by one.
create view counted_leads as
  select case when grouping(quarter) = 0 then 'quarter' when grouping(submitted_by) = 0 then 'submitter' else 'event' end
           as kind,
         event_id, status, source, imported, submitted_by, quarter, count(*)::int as n
  from (
    select event_id, status, source, submitted_by,
           channel is not distinct from 'import' and source = 'volunteer' as imported,
           date_bin('15 minutes', submitted_at, 'epoch')::timestamptz(3) as quarter
    from leads
  ) l
  group by grouping sets ((event_id, status, source, imported), (submitted_by, event_id, status), (event_id, quarter))
  having grouping(submitted_by) = 1 or submitted_by is not null;

-- The differences between the stored counts and the leads. The view must be empty.
create view wrong_lead_counts as
  select kind, event_id, status, source, imported, submitted_by, quarter, sum(n) as difference
  from (select * from lead_counts union all
        select kind, event_id, status, source, imported, submitted_by, quarter, -n from counted_leads) counts
  group by kind, event_id, status, source, imported, submitted_by, quarter having sum(n) <> 0;

-- Counts added leads (1) or removed ones (-1); a change counts both. It repeats the grouping of the view, which
-- cannot read the rows of a statement.
create function count_leads() returns trigger language plpgsql as $$
begin
  insert into lead_counts (kind, event_id, status, source, imported, submitted_by, quarter, n)
  select case when grouping(quarter) = 0 then 'quarter' when grouping(submitted_by) = 0 then 'submitter' else 'event' end,
         event_id, status, source, imported, submitted_by, quarter, count(*) * tg_argv[0]::int
  from (
    select event_id, status, source, submitted_by,
           channel is not distinct from 'import' and source = 'volunteer' as imported,
           date_bin('15 minutes', submitted_at, 'epoch') as quarter
    from counted
  ) l
  group by grouping sets ((event_id, status, source, imported), (submitted_by, event_id, status), (event_id, quarter))
  having grouping(submitted_by) = 1 or submitted_by is not null;
  return null;
end
$$;
create trigger count_added after insert on leads
  referencing new table as counted for each statement execute function count_leads('1');
create trigger count_changed_from after update on leads
  referencing old table as counted for each statement execute function count_leads('-1');
create trigger count_changed_to after update on leads
  referencing new table as counted for each statement execute function count_leads('1');
create trigger count_deleted after delete on leads
  referencing old table as counted for each statement execute function count_leads('-1');

create function truncate_lead_counts() returns trigger language plpgsql as $$
begin
  -- A truncate waits for a concurrent merge of rows, which a delete would not see.
  truncate lead_counts;
  return null;
end
$$;
create trigger truncate_lead_counts after truncate on leads
  for each statement execute function truncate_lead_counts();

-- Merges the rows of a group into one with their sum. Only one transaction can delete a row, and the same one
-- writes its sum, so concurrent calls count nothing twice.
create function add_up_lead_counts() returns void language sql as $$
  with several as materialized (
    select unnest(array_agg(ctid)) as row_id from lead_counts
    group by kind, event_id, status, source, imported, submitted_by, quarter
    having count(*) > 1 or sum(n) = 0
  ),
  deleted as (
    delete from lead_counts where ctid = any(array(select row_id from several)) returning *
  )
  insert into lead_counts (kind, event_id, status, source, imported, submitted_by, quarter, n)
  select kind, event_id, status, source, imported, submitted_by, quarter, sum(n) from deleted
  group by kind, event_id, status, source, imported, submitted_by, quarter
  having sum(n) <> 0
$$;
