-- The administrator who made a program's token, or a webhook, or has taken it over; null where nobody knows.
alter table users add column owner_id uuid references users check (owner_id is null or role = 'program');
alter table webhooks add column owner_id uuid references users;
update users u set owner_id = maker.id
from audit_log made join users maker on maker.id = made.actor_id and maker.role = 'admin'
where made.kind = 'token-made' and made.subject_id = u.id and u.role = 'program';
update webhooks w set owner_id = maker.id
from audit_log made join users maker on maker.id = made.actor_id and maker.role = 'admin'
where made.kind = 'webhook-added' and made.subject_id = w.id;

-- The organisers of single events who have given a volunteer a password or a log-in code, and so may know one.
alter table users add column let_in_by uuid[] not null default '{}'
  check (let_in_by = '{}' or role = 'volunteer');

-- When the provider last said that the person may log in.
alter table identities add column signed_on_at timestamptz(3) not null default now();

-- The earliest day of erasure that an administrator of all events has agreed to, or a later one that somebody has set
-- since. As long as the event's own day is earlier, its leads are not erased.
alter table events add column erasure_agreed date not null default 'infinity';
-- When an earlier day was last agreed to by a confirmation; nothing is erased within a day of it.
alter table events add column erasure_confirmed_at timestamptz(3);
update events set erasure_agreed = date + retention_days where retention_days is not null;
