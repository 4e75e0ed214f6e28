-- Webhooks: URLs of other programs that receive messages about changes. Messages are signed with the secret and, for a
-- day after it was rotated, with the previous one as well.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (char_length(url) <= 1000),
  kinds text[] not null,
  -- The only event whose messages are sent; null means all events.
  event_id uuid references events on delete cascade,
  -- The administrator who created the webhook or has taken it over; null if that account is unknown.
  owner_id uuid references users,
  secret bytea not null default (random_bytes_16() || random_bytes_16()) check (octet_length(secret) = 32),
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_because text check (disabled_because in ('person', 'gone', 'failing')),
  constraint webhooks_disabled check ((disabled_at is null) = (disabled_because is null)),
  constraint webhooks_previous_secret check ((previous_secret is null) = (previous_secret_until is null))
);
comment on table webhooks is 'URLs of other programs that receive messages about changes';
create index webhooks_of_event on webhooks (event_id) where event_id is not null;

-- Queued messages, one row for all leads of a statement, so that webhooks do not slow down entries. The servers expand
-- them into deliveries later. Neither table has foreign keys, because concurrent entries would all lock the one
-- referenced row. A row whose reference is missing is not sent, and is deleted like the rest.
create table webhook_queue (
  id bigint generated always as identity,
  webhook_id uuid not null,
  kind text not null,
  event_id uuid,
  -- The ids of leads, winners or imports.
  subject_ids uuid[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (webhook_id, id)
);
comment on table webhook_queue is 'Messages to webhooks that have no deliveries yet';
-- Random ids cannot be compressed.
alter table webhook_queue alter subject_ids set storage external;

-- Deliveries to webhooks, kept for a week after they were sent.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null,
  kind text not null,
  event_id uuid,
  -- The id of the lead, draw or import.
  subject_id uuid,
  created_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- The time of the next attempt. A server that claims the delivery moves it ahead, so that no other server sends it
  -- unless the first one fails to report back.
  due_at timestamptz(3) not null default now(),
  retry_until timestamptz(3) not null default now() + interval '3 days',
  attempts integer not null default 0,
  -- The payload, made at the first attempt, and the result of the last one.
  payload text,
  status integer,
  response text,
  error text
);
comment on table deliveries is 'Deliveries to webhooks, kept for a week with their results';
create index deliveries_due on deliveries (webhook_id, due_at) where state = 'waiting';
-- These two exclude rows before the first attempt, so that webhooks do not slow down entries.
create index deliveries_newest on deliveries (webhook_id, created_at desc, id desc) where attempts > 0;
create index deliveries_of_subject on deliveries (subject_id) where payload is not null;
