-- Pictures of events and prizes, each once, at the address that its bytes give it.
create table pictures (
  path text primary key check (path = '/pictures/' || encode(sha256(bytes), 'hex') || '.webp'),
  bytes bytea not null check (octet_length(bytes) <= 204800)
);

-- How an event's public pages look.
alter table events
  add column logo text references pictures,
  add column cover text references pictures,
  add column accent text check (accent ~ '^#[0-9a-f]{6}$');
alter table prizes add column picture text references pictures;

create index events_logo on events (logo) where logo is not null;
create index events_cover on events (cover) where cover is not null;
create index prizes_picture on prizes (picture) where picture is not null;

create trigger tell_live_of_brand after update of logo, cover, accent on events
  for each row execute function tell_live_of_event();
