-- Verifying or promoting leads, which whoever did it can take back within a minute: of each lead whose last step it
-- still is. Unlogged: after a crash it is too late.
create unlogged table lead_steps (
  id uuid primary key,
  user_id uuid not null,
  status text not null,
  event_ids uuid[] not null,
  at timestamptz(3) not null default clock_timestamp()
);
alter table leads add column step_id uuid;
alter table answered_requests drop column transaction;
