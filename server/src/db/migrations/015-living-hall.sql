-- How many seconds names roll before a winner is shown, how many minutes a winner has to come to the stage (0 means as
-- long as it takes), and whether phones may applaud.
alter table events
  add column suspense smallint not null default 2 check (suspense in (2, 5, 8)),
  add column claim_minutes smallint not null default 0 check (claim_minutes between 0 and 3),
  add column applause boolean not null default true;
alter table staged_draws add column suspense smallint not null default 2;

-- What the presenter says about a prize. Only administrators read it.
alter table prizes add column note text check (length(note) <= 500);
