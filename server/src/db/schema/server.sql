

-- Ids that clients gave to their requests, so that a repeated one gets the same answer and changes nothing. They
-- are kept for a day. Only a client that knows the id can read an answer, and the id is not stored.
create table idempotency_keys (
  key bytea primary key,
  input bytea not null,
  -- The row that was created, from which a repeated request is answered.
  subject_id uuid,
  -- The encrypted answer where there is no such row, or a secret in it that is shown once. Null once somebody was erased,
  -- whom it may name.
  answer bytea,
  answered_at timestamptz(3) not null default now()
);
comment on table idempotency_keys is 'Answers of the last day, for requests that are repeated';
create index idempotency_keys_by_age on idempotency_keys (answered_at);
