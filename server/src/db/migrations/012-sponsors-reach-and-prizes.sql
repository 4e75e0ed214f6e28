-- The sponsor who gives a prize. Until now a sponsor's page listed its prizes.
alter table sponsors add unique (event_id, id);
alter table prizes add column sponsor_id uuid,
  add constraint prizes_sponsor foreign key (event_id, sponsor_id) references sponsors (event_id, id)
    on delete set null (sponsor_id);
create index prizes_of_sponsor on prizes (sponsor_id) where sponsor_id is not null;
update prizes z set sponsor_id = p.sponsor_id
from sponsor_pages p join sponsors s on s.id = p.sponsor_id
where z.id = any(p.prizes) and z.event_id = s.event_id;

-- How often the public has seen a sponsor's logo. Nothing about a person. Without a reference to the sponsor, so that
-- undoing the removal of one brings it back.
create table sponsor_reach (
  sponsor_id uuid primary key,
  event_id uuid not null references events on delete cascade,
  form_views integer not null default 0,
  wall_minutes integer not null default 0,
  -- The last minute that was counted: several walls and servers count it once.
  wall_minute timestamptz(3)
);
create index sponsor_reach_of_event on sponsor_reach (event_id);

-- What a sponsor notes of people who share their details with it. The notes end with the lead and with the page.
create table sponsor_notes (
  lead_id uuid not null references leads on delete cascade,
  sponsor_id uuid not null references sponsor_pages on delete cascade,
  note text not null check (char_length(note) between 1 and 500),
  primary key (lead_id, sponsor_id)
);
create index sponsor_notes_of_sponsor on sponsor_notes (sponsor_id);
