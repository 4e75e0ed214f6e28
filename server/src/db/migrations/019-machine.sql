-- A passer-by could count up the minutes of a wall by holding one open.
alter table sponsor_reach drop column wall_minutes, drop column wall_minute;

-- Each server counts calls in its memory.
drop table limit_counts;

-- Receipts are limited by the address as it was typed, in lower case, and by the domain of the recipient.
drop trigger queue_receipts on leads;
drop function queue_receipts();
drop function mailbox_of(text);
drop index mail_addresses_by_mailbox;
alter table mail_addresses drop column mailbox_hash;
create index mail_addresses_by_address on mail_addresses (address_hash);
-- The recipient's domain, as a hash under the same key as the client's address, and as long.
alter table mail_addresses add column domain_hash bytea;

-- Queues receipts for new entrants who left an address: one for each address and event, five a day for an address at all
-- events. A client address gets a thousand an hour, and ten of them for each domain, because one mailbox can have any
-- number of addresses in its domain. `senders` are the client addresses; entries of volunteers have none.
create function queue_receipts(lead_ids uuid[], event_ids uuid[], emails text[], senders text[]) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  if not exists (select from events where receipts and id = any(event_ids)) then
    return;
  end if;
  with client as materialized (
    select coalesce((select key from shared_keys where purpose = 'page nonces'), '') as key
  ),
  entrant as materialized (
    select distinct on (entry.event_id, address.hash) entry.lead_id, entry.event_id, address.hash,
           sha256(key || convert_to(entry.sender, 'UTF8')) as sender,
           sha256(key || convert_to(lower(split_part(entry.email, '@', 2)), 'UTF8')) as domain
    from unnest(lead_ids, event_ids, emails, senders) as entry (lead_id, event_id, email, sender)
    join events e on e.id = entry.event_id and e.receipts
    cross join client
    cross join lateral (select mail_hash(entry.email)) address (hash)
    where not exists (
        select from mail_addresses a
        where a.address_hash = address.hash and a.event_id = entry.event_id
          and (a.receipt_at is not null or a.stopped_at is not null))
      and (select count(*) from mail_addresses a
           where a.address_hash = address.hash and a.receipt_at > now() - interval '1 day') < 5
    order by entry.event_id, address.hash
  ),
  asked as materialized (
    select sender, domain,
           count(a) filter (where a.receipt_at > now() - interval '1 hour') as receipts,
           count(a) filter (where a.receipt_at > now() - interval '1 hour' and a.domain_hash = domain) as to_domain
    from (select distinct sender, domain from entrant where sender is not null) clients
    left join mail_addresses a on a.sender_hash = sender
    group by sender, domain
  ),
  first_time as (
    insert into mail_addresses as known (event_id, address_hash, lead_id, receipt_at, sender_hash, domain_hash)
    select event_id, hash, lead_id, now(), sender, domain
    from (
      select *, row_number() over (partition by sender) as place,
             row_number() over (partition by sender, domain) as place_in_domain
      from entrant left join asked using (sender, domain)
    ) counted
    where sender is null or receipts + place <= 1000 and to_domain + place_in_domain <= 10
    -- Sorted, so that two statements with the same addresses cannot wait for each other.
    order by event_id, hash
    on conflict (event_id, address_hash) do update
      set receipt_at = excluded.receipt_at, lead_id = excluded.lead_id, sender_hash = excluded.sender_hash,
          domain_hash = excluded.domain_hash
      where known.receipt_at is null and known.stopped_at is null
    returning lead_id
  )
  insert into mails (kind, subject_id) select 'receipt', lead_id from first_time;
end
$$;
