-- What the public form tells about who collects the entries and what happens with them.
alter table events
  add column organiser text check (char_length(organiser) between 1 and 100),
  add column privacy_text text check (char_length(privacy_text) between 1 and 5000),
  add column privacy_url text check (char_length(privacy_url) <= 500 and privacy_url ~* '^https?://');

-- Keys that all servers of this database share. Each is made when it is first needed.
create table shared_keys (
  purpose text primary key,
  key bytea not null default (random_bytes_16() || random_bytes_16()) check (octet_length(key) = 32)
);
