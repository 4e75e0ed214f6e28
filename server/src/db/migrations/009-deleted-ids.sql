-- A statement that began before a deletion was committed does not see that the id is used up, while the
-- primary key already lets it through. This looks again once the rows are in, and sees what is committed
-- by then.
create function keep_deleted_ids_used() returns trigger language plpgsql as $$
begin
  if exists (select from added join deleted_leads using (id)) then
    raise exception 'A lead with this id has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_deleted';
  end if;
  return null;
end
$$;
create trigger keep_deleted_ids_used after insert on leads
  referencing new table as added
  for each statement execute function keep_deleted_ids_used();
