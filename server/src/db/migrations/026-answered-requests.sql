-- Requests to which their client gave an id, so that a repeated one gets the same answer and changes nothing.
-- They are kept for a day. What is stored of them can only be read by who has the id, which is not stored.
create table answered_requests (
  key bytea primary key,
  input bytea not null,
  answer bytea,
  answered_at timestamptz(3) not null default now()
);
create index answered_requests_by_age on answered_requests (answered_at);
