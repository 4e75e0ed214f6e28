-- Text without accents; search.ts in the contract folds what somebody types in the same way.
create function fold_marks(marked text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(marked, nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'),
    'ŧ', 't'), 'ı', 'i'), 'ς', 'σ');
-- The name by which leads are sorted. Plain ASCII, which most names are, takes one cheap step.
create function fold_name(name text) returns text language sql immutable parallel safe
  return case when octet_length(name) = char_length(name) then lower(name) else fold_marks(name) end;
-- What a search looks through.
create function lead_text(name text, email text, phone text, phone_key text)
returns text language sql immutable parallel safe
  return case
    when octet_length(name) + octet_length(coalesce(email, '')) = char_length(name) + char_length(coalesce(email, ''))
    then lower(name || E'\n' || coalesce(email, ''))
    else fold_marks(name || E'\n' || coalesce(email, ''))
  end || E'\n' || phone || E'\n' || phone_key;

-- A server without the extension compares each lead instead.
do $$ begin
  create extension if not exists pg_trgm;
  create index leads_search on leads using gin (lead_text(name, email, phone, phone_key) gin_trgm_ops);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'Searches have no index: %', sqlerrm;
end $$;

-- Those whose volunteer's account was deleted.
create index leads_of_former on leads (submitter_name, event_id)
  where submitted_by is null and submitter_name is not null;
