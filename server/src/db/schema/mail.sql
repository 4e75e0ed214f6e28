-- Mail: the queue, and the addresses that have unsubscribed.

-- The addresses that have received mail of an event, as hashes. Each gets one receipt, and no mail after it has
-- unsubscribed. The id is in the unsubscribe link.
create table mail_addresses (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- The client address of the request for a receipt, as a hash under a key of this database, for an hour.
  sender_hash bytea,
  -- The mailbox that the address probably belongs to, as a hash under the same key, for a day.
  mailbox_hash bytea,
  -- The lead with which the row is deleted, unless the address has unsubscribed.
  lead_id uuid,
  receipt_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  unique (event_id, address_hash)
);
comment on table mail_addresses is 'Addresses that have received mail of an event or have unsubscribed, as hashes';
create index mail_addresses_by_mailbox on mail_addresses (mailbox_hash) where mailbox_hash is not null;
create index mail_addresses_by_sender on mail_addresses (sender_hash) where sender_hash is not null;
create index mail_addresses_of_lead on mail_addresses (lead_id) where lead_id is not null;

-- Queued mail, and for a month its results. Addresses, texts and links are not stored, but made from the subject when
-- the mail is sent.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'won', 'login', 'password', 'invitation', 'test')),
  -- The lead, winner or account. Mail to the last two is deleted with them; mail to leads is deleted by a trigger,
  -- because an event has hundreds of thousands of them.
  subject_id uuid not null,
  winner_id uuid generated always as (case kind when 'won' then subject_id end) stored
    references winners (id) on delete cascade,
  user_id uuid generated always as (case when kind not in ('receipt', 'won') then subject_id end) stored
    references users on delete cascade,
  -- The language of the mail, if it is not that of the lead.
  language text,
  created_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'bounced', 'failed')),
  due_at timestamptz(3) not null default now(),
  retry_until timestamptz(3) not null default now() + interval '3 days',
  attempts integer not null default 0,
  tried_at timestamptz(3),
  error text
);
comment on table mails is 'Queued mail, kept for a month with its result';
-- Due mail, with receipts last, because they are not urgent.
create index mails_due on mails ((kind = 'receipt'), due_at) where state = 'waiting';
create index mails_troubled on mails (created_at desc) where error is not null;
create index mails_by_age on mails (created_at);
create index mails_of_subject on mails (subject_id);
create index mails_of_winner on mails (winner_id) where winner_id is not null;
create index mails_of_user on mails (user_id) where user_id is not null;

-- The hash under which an address is stored.
create function mail_hash(address text) returns bytea language sql stable strict parallel safe
  return sha256(convert_to('drawbridge/mail ' || lower(address), 'UTF8'));

-- The mailbox by which receipts are limited, because a mailbox can have any number of addresses: most providers ignore
-- the part after a plus, and some ignore dots and dashes as well. Two people whose mailboxes look alike share five
-- receipts a day.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe
  return translate(split_part(split_part(lower(address), '@', 1), '+', 1), '.-_', '')
    || '@' || split_part(lower(address), '@', 2);

-- Queues receipts for new entrants with an e-mail address: one for each address and event, five a day for a mailbox,
-- and a thousand an hour for one client address. `senders` are the client addresses; entries of volunteers have none.
create function queue_receipts(lead_ids uuid[], event_ids uuid[], emails text[], senders text[]) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  if not exists (select from events where receipts and id = any(event_ids)) then
    return;
  end if;
  -- Several statements insert entries at once, which would not count each other's receipts.
  perform pg_advisory_xact_lock(hashtext('receipts'));
  with client as materialized (
    select coalesce((select key from shared_keys where purpose = 'page nonces'), '') as key
  ),
  entrant as materialized (
    select distinct on (entry.event_id, address.hash) entry.lead_id, entry.event_id, address.hash,
           sha256(key || convert_to(entry.sender, 'UTF8')) as sender,
           sha256(key || convert_to(mailbox_of(entry.email), 'UTF8')) as mailbox
    from unnest(lead_ids, event_ids, emails, senders) as entry (lead_id, event_id, email, sender)
    join events e on e.id = entry.event_id and e.receipts
    cross join client
    cross join lateral (select mail_hash(entry.email)) address (hash)
    where not exists (
        select from mail_addresses a
        where a.address_hash = address.hash and a.event_id = entry.event_id
          and (a.receipt_at is not null or a.unsubscribed_at is not null))
    order by entry.event_id, address.hash
  ),
  asked as materialized (
    select sender, count(a) as receipts
    from (select distinct sender from entrant where sender is not null) clients
    left join mail_addresses a on a.sender_hash = sender and a.receipt_at > now() - interval '1 hour'
    group by sender
  ),
  first_time as (
    insert into mail_addresses as known (event_id, address_hash, lead_id, receipt_at, sender_hash, mailbox_hash)
    select event_id, hash, lead_id, now(), sender, mailbox
    from (
      select *, row_number() over (partition by sender) as place,
             row_number() over (partition by mailbox) + (
               select count(*) from mail_addresses a
               where a.mailbox_hash = mailbox and a.receipt_at > now() - interval '1 day') as of_mailbox
      from entrant left join asked using (sender)
    ) counted
    where of_mailbox <= 5 and (sender is null or receipts + place <= 1000)
    -- Sorted, so that two statements with the same addresses cannot deadlock.
    order by event_id, hash
    on conflict (event_id, address_hash) do update
      set receipt_at = excluded.receipt_at, lead_id = excluded.lead_id, sender_hash = excluded.sender_hash,
          mailbox_hash = excluded.mailbox_hash
      where known.receipt_at is null and known.unsubscribed_at is null
    returning lead_id
  )
  insert into mails (kind, subject_id) select 'receipt', lead_id from first_time;
end
$$;

-- Deletes the sent payloads and the queued mail of deleted leads. The information that an address has unsubscribed
-- stays. An event has hundreds of thousands of leads, so the plan must not read whole tables.
create function delete_messages_of_leads() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  update deliveries set payload = null, response = null
  where subject_id in (select id from old_leads) and payload is not null;
  delete from mails where subject_id in (select id from old_leads);
  delete from mail_addresses where lead_id in (select id from old_leads) and unsubscribed_at is null;
  update mail_addresses set lead_id = null where lead_id in (select id from old_leads);
  return null;
end
$$;
create trigger delete_messages after delete on leads
  referencing old table as old_leads for each statement execute function delete_messages_of_leads();
