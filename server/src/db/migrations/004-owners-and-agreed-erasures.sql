-- The administrator who made a program's token, or a webhook, or has taken it over; null where nobody knows.
alter table users add column owner_id uuid references users check (owner_id is null or role = 'program');
alter table webhooks add column owner_id uuid references users;
update users u set owner_id = maker.id
from audit_log made join users maker on maker.id = made.actor_id and maker.role = 'admin'
where made.kind = 'token-made' and made.subject_id = u.id and u.role = 'program';
update webhooks w set owner_id = maker.id
from audit_log made join users maker on maker.id = made.actor_id and maker.role = 'admin'
where made.kind = 'webhook-added' and made.subject_id = w.id;

-- The administrators who have given a volunteer a password or a log-in code, and so may know one.
alter table users add column let_in_by uuid[] not null default '{}'
  check (let_in_by = '{}' or role = 'volunteer');
update users u set let_in_by = array(
  select distinct giver.id from audit_log given
  join users giver on giver.id = given.actor_id and giver.role = 'admin' and giver.only_events is null
    and giver.disabled_at is null
  where given.subject_id = u.id
    and (given.kind in ('volunteer-created', 'login-code-made')
         or given.kind = 'volunteer-changed' and given.details->>'fields' like '%password%'))
where role = 'volunteer';

-- The administrator who made a sponsor's link, or whose token did; null where nobody knows.
alter table sponsor_pages add column link_made_by uuid references users on delete set null;
update sponsor_pages p set link_made_by = (
  select coalesce(maker.owner_id, maker.id)
  from audit_log made join users maker on maker.id = made.actor_id
  where made.kind = 'sponsor-link-made' and made.subject_id = p.sponsor_id
  order by made.at desc limit 1)
where link_hash is not null;

-- When the provider last said that the person may log in.
alter table identities add column signed_on_at timestamptz(3) not null default now();

-- The earliest day of erasure that an administrator of all events has agreed to, or a later one that somebody has set
-- since. As long as the event's own day is earlier, its leads are not erased.
alter table events add column erasure_agreed date not null default 'infinity';
-- When an earlier day was last agreed to by a confirmation; nothing is erased within a day of it.
alter table events add column erasure_confirmed_at timestamptz(3);
update events set erasure_agreed = date + retention_days where retention_days is not null;
