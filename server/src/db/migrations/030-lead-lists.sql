-- The slow part of fold_text. search.ts in the contract folds what somebody types in the same way.
create function fold_marks(marked text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(marked, nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'),
    'ŧ', 't'), 'ı', 'i'), 'ς', 'σ');
-- Text without case and accents. Plain ASCII, which most names are, takes one cheap step.
create function fold_text(typed text) returns text language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed) else fold_marks(typed) end;
-- What a search looks through. It is stored, because folding the text of a million leads takes seconds.
alter table leads add column search_text text not null generated always as
  (fold_text(name) || E'\n' || coalesce(fold_text(email), '') || E'\n' || phone || E'\n' || phone_key) stored;

-- A server without the extension compares each lead instead.
do $$ begin
  create extension if not exists pg_trgm;
  -- Its list of new entries may grow to 16 MB, about 20,000 leads, before one of them has to wait for merging it.
  create index leads_search on leads using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'Searches have no index: %', sqlerrm;
end $$;

-- Those whose volunteer's account was deleted.
create index leads_of_former on leads (submitter_name, event_id)
  where submitted_by is null and submitter_name is not null;
