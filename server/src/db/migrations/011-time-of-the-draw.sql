-- When an event's draw is, which its public pages show.
alter table events add column draw_at timestamptz;

drop trigger tell_live on events;
create trigger tell_live
  after update of name, date, location, status, country, winner_display, language, languages,
    translations, draw_at or delete on events
  for each row execute function tell_live_of_event();
