-- Gives an event the version of its wording. The form's own sentences are in `consent_notes` alone, which the server
-- fills from its catalogues before it answers anybody; other ones are a new version of every event's wording.
create or replace function set_consent() returns trigger language plpgsql as $$
begin
  new.consent_id := consent_version(
    coalesce(new.consent_note, (
      select case when new.marketing_text is null then note else raffle_note end
      from consent_notes where language = 'en')),
    new.organiser, new.privacy_text, new.privacy_url, new.marketing_text, consent_translations(new));
  return new;
end
$$;
