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

-- The client address that a receipt was asked for from, as a hash under a key of this database, for an hour.
alter table mail_addresses add column sender_hash bytea;
create index mail_addresses_by_sender on mail_addresses (sender_hash) where sender_hash is not null;

-- Queues receipts for new entrants: one for each mailbox and event, so that nobody can have somebody else written to
-- again and again, five a day for a mailbox at all events, and a thousand an hour that a client address asks for. What
-- was imported was typed elsewhere. The statement that inserts leads names their clients in `drawbridge.senders`.
create or replace function queue_receipts() returns trigger
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
          and (a.receipt_at is not null or a.stopped_at is not null))
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
      where known.receipt_at is null and known.stopped_at is null
    returning lead_id
  )
  insert into mails (kind, subject_id) select 'receipt', lead_id from first_time;
  return null;
end
$$;
