-- Before PostgreSQL refuses to delete a winner it looks, for each deleted lead, whether another lead has taken its
-- place, unless the rule is 'restrict'. It may do so by any index that begins with the event, and so read all leads of
-- the event for each of them, with a plan of its own as well as with one that was kept (016).
drop trigger plan_deletions_anew on leads;
drop function plan_deletions_anew;
alter table draws
  drop constraint draws_event_id_winner_id_fkey,
  add constraint draws_event_id_winner_id_fkey foreign key (event_id, winner_id) references leads (event_id, id)
    on delete restrict;
