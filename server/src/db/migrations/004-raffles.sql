create table raffles (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  prize_id uuid,
  winner_id uuid not null,
  conducted_at timestamptz(3) not null default now(),
  conducted_by uuid not null references users,
  -- Neither cascades: a drawn prize and a lead that won stay as long as their event. The check waits
  -- for the end of the statement, so deleting the event, which takes all three along, passes.
  foreign key (event_id, prize_id) references prizes (event_id, id),
  foreign key (event_id, winner_id) references leads (event_id, id)
);
-- One winner per prize for ever, and one win per lead; people with several leads are the draw's work.
create unique index raffles_prize_key on raffles (prize_id) where prize_id is not null;
create unique index raffles_winner_key on raffles (event_id, winner_id);
create index raffles_of_event on raffles (event_id, conducted_at, id);
create index raffles_of_conductor on raffles (conducted_by);
