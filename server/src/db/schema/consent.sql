-- The texts that lead forms have shown about consent. A text is never changed, because leads refer to it.
create table consent_texts (
  id integer primary key generated always as identity,
  hash bytea not null unique check (octet_length(hash) = 32),
  note text not null,
  organiser text,
  privacy_text text,
  privacy_url text,
  marketing_text text,
  -- The note and the texts in other languages, as far as there are any: {"de": {"note": "…"}}.
  translations jsonb not null,
  first_shown_at timestamptz(3) not null default now()
);
comment on table consent_texts is 'The texts that people have agreed to, as they were shown';

create function keep_consent_texts() returns trigger language plpgsql as $$
begin
  raise exception 'A consent text cannot be changed';
end
$$;
create trigger keep_consent_texts before update or delete or truncate on consent_texts
  for each statement execute function keep_consent_texts();
