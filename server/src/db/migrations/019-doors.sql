-- What a search looks through: the contact, a separator that no text contains, and the answers. A sponsor's search is
-- for what comes before the separator.
alter table leads drop column search_text;
alter table leads add column search_text text not null generated always as (
  fold_text(name) || E'\n' || coalesce(fold_text(email), '') || E'\n' || phone || E'\n' || phone_key
    || E'\x1f' || coalesce(fold_text(answers_text), '')
) stored;
create index leads_by_name on leads ((split_part(search_text, E'\n', 1) collate "C"), submitted_at desc, id desc);
do $$ begin
  -- Its list of new entries may grow to 16 MB, about 20,000 leads, before one of them has to wait for merging it.
  create index leads_search on leads using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
exception when undefined_object or feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'Searches have no index: %', sqlerrm;
end $$;

-- Leads by an answer, and those who have agreed to be shared with a sponsor. Events without questions do not pay for it.
drop index leads_by_answer;
create index leads_by_answer on leads using gin (answers) where answers <> '{}';
