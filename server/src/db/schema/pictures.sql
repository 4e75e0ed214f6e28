-- Pictures of events and prizes, each stored once, at the address that its bytes give it.
create table pictures (
  path text primary key,
  bytes bytea not null check (octet_length(bytes) <= 204800),
  constraint pictures_path check (path = '/pictures/' || encode(sha256(bytes), 'hex') || '.webp')
);
comment on table pictures is 'Pictures of events and prizes';
