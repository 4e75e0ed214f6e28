-- Mail: what is to be sent, and who wants no more of it.

-- The addresses that mail of an event was sent to, under a hash: each gets one receipt, and none once its owner wants no
-- more. The id is in the link that says so.
create table mail_addresses (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- The same without what follows a plus sign, for how many receipts a person gets in a day.
  mailbox_hash bytea,
  -- The client address that a receipt was asked for from, as a hash under a key of this database, for an hour.
  sender_hash bytea,
  -- The lead with which it is forgotten, unless mail was stopped.
  lead_id uuid,
  receipt_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  unique (event_id, address_hash)
);
comment on table mail_addresses is 'Who has got mail of an event, and who wants no more, as hashes of addresses';
create index mail_addresses_by_mailbox on mail_addresses (mailbox_hash);
create index mail_addresses_by_sender on mail_addresses (sender_hash) where sender_hash is not null;
create index mail_addresses_of_lead on mail_addresses (lead_id) where lead_id is not null;

-- Mail that is to be sent, and for a month what became of it. Addresses, texts and links are not stored, but made from
-- the subject when it is sent.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'won', 'log-in', 'password', 'invitation', 'test')),
  -- The lead, winner or account. Mail to the last two is deleted with them; that to leads by a trigger, because an event
  -- has hundreds of thousands of them.
  subject_id uuid not null,
  winner_id uuid generated always as (case kind when 'won' then subject_id end) stored
    references winners (id) on delete cascade,
  user_id uuid generated always as (case when kind not in ('receipt', 'won') then subject_id end) stored
    references users on delete cascade,
  -- If it is not that of the lead.
  language text,
  created_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'bounced', 'failed')),
  due_at timestamptz(3) not null default now(),
  retry_until timestamptz(3) not null default now() + interval '3 days',
  attempts integer not null default 0,
  tried_at timestamptz(3),
  error text
);
comment on table mails is 'Mail to be sent, and for a month what became of it';
-- What is due, receipts last, because nobody waits for them.
create index mails_due on mails ((kind = 'receipt'), due_at) where state = 'waiting';
create index mails_troubled on mails (created_at desc) where error is not null;
create index mails_by_age on mails (created_at);
create index mails_of_subject on mails (subject_id);
create index mails_of_winner on mails (winner_id) where winner_id is not null;
create index mails_of_user on mails (user_id) where user_id is not null;

-- What an address is remembered by.
create function mail_hash(address text) returns bytea language sql stable strict parallel safe
  return sha256(convert_to('drawbridge/mail ' || lower(address), 'UTF8'));

-- Whose mailbox an address is. Everywhere, what follows a plus sign goes to the same person. Each known provider has its
-- domains, the one that stands for them if they share their mailboxes, what begins a tag, and which characters in a
-- name it ignores or takes for others. Fastmail also has x@name.fastmail.com for name+x@fastmail.com.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe
  return (
    select translate(regexp_replace(name, coalesce(tag, '[+]') || '.*', ''), coalesce(characters, ''), coalesce(become, ''))
           || '@' || coalesce(shared_domain, domain)
    from regexp_replace(lower(address), '^.*@([^.]+)[.](fastmail[.](com|fm|net|org|[a-z]{2}|co[.]uk|com[.]au))$', '\1@\2')
      as typed
    cross join lateral (select split_part(typed, '@', 1), split_part(typed, '@', 2)) as parts (name, domain)
    left join (values
      ('(gmail|googlemail)[.]com',                                    'gmail.com',  '[+]',  '.',   ''),
      ('(proton|pm)[.]me|protonmail[.](com|ch)',                      'proton.me',  '[+]',  '._-', ''),
      ('yandex[.](com|[a-z]{2}|com[.][a-z]{2})|ya[.]ru',              'yandex.ru',  '[+]',  '-',   '.'),
      ('(icloud|me|mac)[.]com',                                       'icloud.com', '[+]',  '',    ''),
      ('yahoo[.](com|[a-z]{2}|com?[.][a-z]{2})|(y|rocket)mail[.]com', null,         '[+-]', '',    '')
    ) as provider (domains, shared_domain, tag, characters, become) on domain ~ ('^(' || domains || ')$')
  );

-- Queues receipts for new entrants: one for each mailbox and event, so that nobody can have somebody else written to
-- again and again, five a day for a mailbox at all events, and a thousand an hour that a client address asks for. What
-- was imported was typed elsewhere. The statement that inserts leads names their clients in `drawbridge.senders`.
create function queue_receipts() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if not exists (select from events where receipts and id in (select event_id from new_leads)) then
    return null;
  end if;
  with clients as materialized (
    select coalesce(nullif(current_setting('drawbridge.senders', true), ''), '{}')::jsonb as senders,
           coalesce((select key from shared_keys where purpose = 'page nonces'), '') as key
  ),
  entrant as materialized (
    select distinct on (l.event_id, mailbox.hash) l.id, l.event_id, address.hash, mailbox.hash as mailbox,
           sha256(key || convert_to(senders->>l.id::text, 'UTF8')) as sender
    from new_leads l
    join events e on e.id = l.event_id and e.receipts
    cross join clients
    cross join lateral (select mail_hash(l.email)) address (hash)
    cross join lateral (select mail_hash(mailbox_of(l.email))) mailbox (hash)
    where l.email is not null and l.channel in ('form', 'plain form', 'volunteer')
      and not exists (
        select from mail_addresses a
        where a.mailbox_hash = mailbox.hash and a.event_id = l.event_id
          and (a.receipt_at is not null or a.unsubscribed_at is not null))
      and (select count(*) from mail_addresses a
           where a.mailbox_hash = mailbox.hash and a.receipt_at > now() - interval '1 day') < 5
    order by l.event_id, mailbox.hash
  ),
  asked as materialized (
    select sender, (select count(*) from mail_addresses a
                    where a.sender_hash = sender and a.receipt_at > now() - interval '1 hour') as receipts
    from (select distinct sender from entrant where sender is not null) senders
  ),
  first_time as (
    insert into mail_addresses as known (event_id, address_hash, mailbox_hash, lead_id, receipt_at, sender_hash)
    select event_id, hash, mailbox, id, now(), sender
    from (
      select *, row_number() over (partition by sender) as place from entrant left join asked using (sender)
    ) counted
    where sender is null or receipts + place <= 1000
    -- Sorted, so that two statements with the same addresses cannot wait for each other.
    order by event_id, mailbox
    on conflict (event_id, address_hash) do update
      set receipt_at = excluded.receipt_at, lead_id = excluded.lead_id, sender_hash = excluded.sender_hash
      where known.receipt_at is null and known.unsubscribed_at is null
    returning lead_id
  )
  insert into mails (kind, subject_id) select 'receipt', lead_id from first_time;
  return null;
end
$$;
create trigger queue_receipts after insert on leads
  referencing new table as new_leads for each statement execute function queue_receipts();

-- Deletes what was sent or is to be mailed to people who are deleted. That somebody wants no more mail stays. An event
-- has hundreds of thousands of leads, for which the plan must not read whole tables.
create function forget_messages_of_leads() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  update deliveries set payload = null, answer = null
  where subject_id in (select id from old_leads) and payload is not null;
  delete from mails where subject_id in (select id from old_leads);
  delete from mail_addresses where lead_id in (select id from old_leads) and unsubscribed_at is null;
  update mail_addresses set lead_id = null where lead_id in (select id from old_leads);
  return null;
end
$$;
create trigger forget_messages after delete on leads
  referencing old table as old_leads for each statement execute function forget_messages_of_leads();
